//! A 64-bit hash of anything that serde can serialise.
//!
//! The hash sees exactly what a file would hold, so a field that is saved cannot be left out of it.
//! It is no cryptographic promise: it tells that two values differ by accident, not by design.

use std::fmt;

use serde::ser::{self, Serialize};

/// The hash of a value, as seen through its `Serialize`. Values hashed under different keys are
/// unrelated.
///
/// Equal values have equal hashes on every machine and in every build: nothing in it depends on
/// addresses, the size of a pointer or the order of a map.
pub fn fold<T: Serialize + ?Sized>(key: u64, value: &T) -> u64 {
    let mut folder = Folder::new(key);
    let Ok(()) = value.serialize(&mut folder);
    folder.finish()
}

/// Packs small values into words of 64 bits, and mixes the words by wide multiplication (as wyhash
/// does).
struct Folder {
    hash: u64,
    /// The word that is being filled, from its lowest bit.
    word: u64,
    filled: u32,
    /// The bits of the words that are mixed in already, without those that were left free at their
    /// ends.
    mixed_bits: u64,
}

impl Folder {
    #[inline]
    fn new(key: u64) -> Folder {
        Folder { hash: key ^ 0x9e37_79b9_7f4a_7c15, word: 0, filled: 0, mixed_bits: 0 }
    }

    /// Adds a value that fits into `bits` bits.
    #[inline]
    fn put(&mut self, value: u64, bits: u32) {
        if self.filled + bits > u64::BITS {
            self.mix(self.word);
            self.mixed_bits += u64::from(self.filled);
            (self.word, self.filled) = (0, 0);
        }
        self.word |= value << self.filled;
        self.filled += bits;
    }

    #[inline]
    fn mix(&mut self, word: u64) {
        let product = u128::from(self.hash ^ word.wrapping_mul(0xd6e8_feb8_6659_fd93))
            * u128::from(0xa076_1d64_78bd_642f_u64 ^ word.rotate_left(32));
        self.hash = (product >> 64) as u64 ^ product as u64 ^ self.hash.rotate_left(23);
    }

    /// The count of bits goes in last, so that zeros at the end of a value are not taken for a free
    /// end of a word.
    #[inline]
    fn finish(mut self) -> u64 {
        self.mix(self.word);
        self.mix(0x2d35_8dcc_aa6c_78a5 ^ (self.mixed_bits + u64::from(self.filled)));
        self.hash
    }

    /// The length of a list or a text, so that what follows it cannot pass for a part of it.
    #[inline]
    fn length(&mut self, length: usize) {
        self.put(u64::from(length as u32), 32);
    }

    #[inline]
    fn variant(&mut self, index: u32) {
        self.put(u64::from(index as u8), 8);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.length(bytes.len());
        for &byte in bytes {
            self.put(u64::from(byte), 8);
        }
    }
}

/// Folding cannot fail.
#[derive(Debug)]
enum Never {}

impl fmt::Display for Never {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl std::error::Error for Never {}

impl ser::Error for Never {
    fn custom<T: fmt::Display>(reason: T) -> Never {
        // Only a hand-written `Serialize` can refuse a value, and none of ours does.
        unreachable!("a value that refuses to be serialised: {reason}")
    }
}

macro_rules! numbers {
    ($($method:ident: $type:ty as $bits:ty),*) => {$(
        #[inline]
        fn $method(self, value: $type) -> Result<(), Never> {
            self.put(u64::from(value as $bits), <$bits>::BITS);
            Ok(())
        }
    )*};
}

impl ser::Serializer for &mut Folder {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    numbers! {
        serialize_u8: u8 as u8, serialize_u16: u16 as u16, serialize_u32: u32 as u32,
            serialize_u64: u64 as u64,
        serialize_i8: i8 as u8, serialize_i16: i16 as u16, serialize_i32: i32 as u32,
            serialize_i64: i64 as u64,
        serialize_char: char as u32
    }

    #[inline]
    fn serialize_bool(self, value: bool) -> Result<(), Never> {
        self.put(u64::from(value), 1);
        Ok(())
    }

    fn serialize_f32(self, _: f32) -> Result<(), Never> {
        unreachable!("no state holds floating point")
    }

    fn serialize_f64(self, _: f64) -> Result<(), Never> {
        unreachable!("no state holds floating point")
    }

    fn serialize_str(self, value: &str) -> Result<(), Never> {
        self.bytes(value.as_bytes());
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Never> {
        self.bytes(value);
        Ok(())
    }

    #[inline]
    fn serialize_none(self) -> Result<(), Never> {
        self.serialize_bool(false)
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Never> {
        self.put(1, 1);
        value.serialize(self)
    }

    #[inline]
    fn serialize_unit(self) -> Result<(), Never> {
        Ok(())
    }

    #[inline]
    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Never> {
        Ok(())
    }

    #[inline]
    fn serialize_unit_variant(self, _: &str, index: u32, _: &str) -> Result<(), Never> {
        self.variant(index);
        Ok(())
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        value.serialize(self)
    }

    #[inline]
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        self.variant(index);
        value.serialize(self)
    }

    /// A list of unknown length would be ambiguous; none of ours is.
    #[inline]
    fn serialize_seq(self, length: Option<usize>) -> Result<Self, Never> {
        self.length(length.unwrap_or(usize::MAX));
        Ok(self)
    }

    #[inline]
    fn serialize_tuple(self, _: usize) -> Result<Self, Never> {
        Ok(self)
    }

    #[inline]
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Never> {
        Ok(self)
    }

    #[inline]
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Never> {
        self.variant(index);
        Ok(self)
    }

    #[inline]
    fn serialize_map(self, length: Option<usize>) -> Result<Self, Never> {
        self.serialize_seq(length)
    }

    #[inline]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Never> {
        Ok(self)
    }

    #[inline]
    fn serialize_struct_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Never> {
        self.variant(index);
        Ok(self)
    }

    /// The form that files have, not the one that people read.
    #[inline]
    fn is_human_readable(&self) -> bool {
        false
    }
}

macro_rules! compounds {
    ($($compound:ident: $method:ident($($name:ident)?)),*) => {$(
        impl ser::$compound for &mut Folder {
            type Ok = ();
            type Error = Never;

            #[inline]
            fn $method<T: Serialize + ?Sized>(
                &mut self,
                $($name: &'static str,)?
                value: &T,
            ) -> Result<(), Never> {
                $(let _ = $name;)?
                value.serialize(&mut **self)
            }

            #[inline]
            fn end(self) -> Result<(), Never> {
                Ok(())
            }
        }
    )*};
}

compounds! {
    SerializeSeq: serialize_element(), SerializeTuple: serialize_element(),
    SerializeTupleStruct: serialize_field(), SerializeTupleVariant: serialize_field(),
    SerializeStruct: serialize_field(key), SerializeStructVariant: serialize_field(key)
}

impl ser::SerializeMap for &mut Folder {
    type Ok = ();
    type Error = Never;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Never> {
        key.serialize(&mut **self)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
        value.serialize(&mut **self)
    }

    fn end(self) -> Result<(), Never> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn what_differs_has_another_hash() {
        let hashes = [
            fold(0, &(1_u8, 2_u8)),
            fold(1, &(1_u8, 2_u8)),
            fold(0, &(2_u8, 1_u8)),
            fold(0, &(1_u8, 2_u8, 0_u8)),
            fold(0, &(vec![1_u8], vec![2_u8])),
            fold(0, &(vec![1_u8, 2_u8], Vec::<u8>::new())),
            fold(0, &(None::<u8>, Some(0_u8))),
            fold(0, &(Some(0_u8), None::<u8>)),
            fold(0, &vec![true; 64]),
            fold(0, &vec![true; 65]),
            fold(0, "ab"),
            fold(0, "ba"),
        ];
        for (i, a) in hashes.iter().enumerate() {
            assert!(hashes[..i].iter().all(|b| a != b), "hash {i} stands twice in {hashes:x?}");
        }
    }

    /// Digests stand in files: a hash that changes makes every file of before untrue.
    #[test]
    fn hashes_stay_as_they_are() {
        let value = (7_u8, -3_i32, Some(9_u64), [true, false], "word", vec![(1_u16, 'x')]);
        assert_eq!(fold(42, &value), 0xb32a_6595_835c_d696);
    }
}
