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

pub struct BitEncoder {
    low: u32,
    high: u32,
    bytes: Vec<u8>,
}

impl Default for BitEncoder {
    fn default() -> BitEncoder {
        BitEncoder { low: 0, high: u32::MAX, bytes: Vec::new() }
    }
}

impl BitEncoder {
    pub fn write(&mut self, bit: bool, is_set: Probability) {
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
    pub fn finish(mut self) -> Vec<u8> {
        if self.low > 0 {
            // The ends differ in their first byte: this one, with zeros after it, lies between them.
            self.bytes.push((self.low >> 24) as u8 + 1);
        }
        self.bytes
    }
}

pub struct BitDecoder<'a> {
    low: u32,
    high: u32,
    /// Four bytes of the input, within the range.
    window: u32,
    rest: std::slice::Iter<'a, u8>,
}

impl<'a> BitDecoder<'a> {
    pub fn new(bytes: &'a [u8]) -> BitDecoder<'a> {
        let mut decoder = BitDecoder { low: 0, high: u32::MAX, window: 0, rest: bytes.iter() };
        (0..4).for_each(|_| decoder.shift());
        decoder
    }

    fn shift(&mut self) {
        self.window = self.window << 8 | u32::from(self.rest.next().copied().unwrap_or(0));
    }

    pub fn read(&mut self, is_set: Probability) -> bool {
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
