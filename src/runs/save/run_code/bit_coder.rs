//! An arithmetic coder of single bits with given probabilities.
//!
//! The carryless range coder of lpaq (Mahoney, "Adaptive Weighing of Context Models for Lossless Data Compression", 2005): a
//! range of 32-bit numbers is divided in proportion to the probability of the bit, and its leading bytes are written as soon
//! as both ends agree in them.

/// A probability in 65536ths, from 1 to 65535.
pub(super) type Probability = u16;

const TOP_BYTE: u32 = 0xff00_0000;

/// Where the range is divided: bits that are set get the part from `low` up to it.
fn division(low: u32, high: u32, is_set: Probability) -> u32 {
    let share = (u64::from(high - low) * u64::from(is_set)) >> 16;
    low + share as u32
}

pub(super) struct BitEncoder {
    low: u32,
    high: u32,
    bytes: Vec<u8>,
}

impl BitEncoder {
    pub(super) fn new() -> BitEncoder {
        BitEncoder { low: 0, high: u32::MAX, bytes: Vec::new() }
    }

    pub(super) fn write(&mut self, bit: bool, is_set: Probability) {
        let middle = division(self.low, self.high, is_set);
        if bit {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
        while (self.low ^ self.high) & TOP_BYTE == 0 {
            self.bytes.push((self.high >> 24) as u8);
            self.low <<= 8;
            self.high = self.high << 8 | 0xff;
        }
    }

    /// All bytes. A decoder reads zeros after them.
    pub(super) fn finish(mut self) -> Vec<u8> {
        if self.low > 0 {
            // The ends differ in their first byte: this one, with zeros after it, lies between them.
            self.bytes.push((self.low >> 24) as u8 + 1);
        }
        self.bytes
    }
}

pub(super) struct BitDecoder<'a> {
    low: u32,
    high: u32,
    /// Four bytes of the input, within the range.
    window: u32,
    rest: std::slice::Iter<'a, u8>,
}

impl<'a> BitDecoder<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> BitDecoder<'a> {
        let mut decoder = BitDecoder { low: 0, high: u32::MAX, window: 0, rest: bytes.iter() };
        (0..4).for_each(|_| decoder.shift());
        decoder
    }

    fn shift(&mut self) {
        self.window = self.window << 8 | u32::from(self.rest.next().copied().unwrap_or(0));
    }

    pub(super) fn read(&mut self, is_set: Probability) -> bool {
        let middle = division(self.low, self.high, is_set);
        let bit = self.window <= middle;
        if bit {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
        while (self.low ^ self.high) & TOP_BYTE == 0 {
            self.low <<= 8;
            self.high = self.high << 8 | 0xff;
            self.shift();
        }
        bit
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{BitDecoder, BitEncoder};

    proptest! {
        #[test]
        fn bits_come_back(bits in prop::collection::vec((any::<bool>(), 1_u16..), 0..2_000)) {
            let mut encoder = BitEncoder::new();
            for &(bit, is_set) in &bits {
                encoder.write(bit, is_set);
            }
            let bytes = encoder.finish();
            let mut decoder = BitDecoder::new(&bytes);
            for &(bit, is_set) in &bits {
                prop_assert_eq!(decoder.read(is_set), bit);
            }
        }
    }

    #[test]
    fn what_is_likely_takes_little_room() {
        let mut encoder = BitEncoder::new();
        (0..8_000).for_each(|_| encoder.write(true, 65_000));
        let bytes = encoder.finish();
        // 8,000 × log₂(65536 ÷ 65000) bits are 11.9 bytes, and zeros at the end are left out.
        assert!((11..=12).contains(&bytes.len()), "{}", bytes.len());
    }
}
