//! The bytes of a run's entries, coded bit by bit as the entries before them predict.
//!
//! An entry's bytes are predicted by three contexts: the bytes of the same entry so far, and these
//! with the one and with the two entries before. Each context counts how often a bit was set after
//! it; the predictions are averaged, the ones that have seen more weighing more. Whole numbers
//! alone, so that every machine predicts the same.
//!
//! The bits are written by the carryless range coder of lpaq (Mahoney, "Adaptive Weighing of
//! Context Models for Lossless Data Compression", 2005): a range of 32-bit numbers is divided in
//! proportion to the probability of the bit, and its leading bytes are written as soon as both ends
//! agree in them.

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
            // The ends differ in their first byte: this one, with zeros after it, lies between
            // them.
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

const ORDERS: usize = 3;
/// Two to this power are the counters of a context.
const TABLE_BITS: u32 = 16;
/// A counter adapts no slower than after so many bits.
const MAX_SEEN: u8 = 60;
/// No bit is taken to be less likely than this, in 65536ths.
const MIN_PROBABILITY: u32 = 16;

/// What a context predicts of one bit.
#[derive(Clone, Copy)]
struct Counter {
    /// That it is set, in 65536ths.
    is_set: u16,
    /// The number of bits that it has seen, up to [`MAX_SEEN`].
    seen: u8,
}

/// The state of the prediction: the same when an entry is written as when it is read.
pub(super) struct ByteModel {
    /// For each context its counters, by hash.
    tables: [Vec<Counter>; ORDERS],
    /// Hashes of the last entry and of the last two.
    before: [u64; ORDERS - 1],
    /// Hash of the bytes of this entry so far.
    entry: u64,
}

impl ByteModel {
    pub(super) fn new() -> ByteModel {
        let table = vec![Counter { is_set: 1 << 15, seen: 0 }; 1 << TABLE_BITS];
        let tables = std::array::from_fn(|_| table.clone());
        ByteModel { tables, before: [0; ORDERS - 1], entry: 0 }
    }

    pub(super) fn write(&mut self, byte: u8, out: &mut BitEncoder) {
        self.code(|place, is_set| {
            let bit = byte >> place & 1 == 1;
            out.write(bit, is_set);
            bit
        });
    }

    pub(super) fn read(&mut self, bits: &mut BitDecoder<'_>) -> u8 {
        self.code(|_, is_set| bits.read(is_set))
    }

    /// The entry is complete. It is a context of those after it if it is a command.
    pub(super) fn end_entry(&mut self, is_command: bool) {
        if is_command {
            self.before = [self.entry, mix(self.before[0], self.entry)];
        }
        self.entry = 0;
    }

    /// Codes eight bits from the highest on; `code` is told place and probability of each, and
    /// returns the bit.
    fn code(&mut self, mut code: impl FnMut(u32, Probability) -> bool) -> u8 {
        let contexts = [
            mix(1, self.entry),
            mix(self.before[0] ^ 2, self.entry),
            mix(self.before[1] ^ 3, self.entry),
        ];
        // The bits so far, after a leading one.
        let mut bits = 1_u64;
        for place in (0..8).rev() {
            let slots = contexts.map(|context| (mix(context, bits) >> (64 - TABLE_BITS)) as usize);
            let bit = code(place, self.predict(slots));
            for (table, slot) in self.tables.iter_mut().zip(slots) {
                table[slot].learn(bit);
            }
            bits = bits << 1 | u64::from(bit);
        }
        let byte = bits as u8;
        self.entry = mix(self.entry, u64::from(byte) + 1);
        byte
    }

    fn predict(&self, slots: [usize; ORDERS]) -> Probability {
        let (mut sum, mut weights) = (0, 0);
        for (order, (table, slot)) in (0..).zip(self.tables.iter().zip(slots)) {
            let Counter { is_set, seen } = table[slot];
            let experience = u64::from(seen.min(8)).pow(2);
            let certainty = 256 + u64::from(is_set.abs_diff(1 << 15)) / 16;
            let weight = experience * (1 + 2 * order) * certainty;
            sum += weight * u64::from(is_set);
            weights += weight;
        }
        let is_set = u64::checked_div(sum, weights).map_or(1 << 15, |is_set| is_set as u32);
        is_set.clamp(MIN_PROBABILITY, (1 << 16) - MIN_PROBABILITY) as Probability
    }
}

impl Counter {
    fn learn(&mut self, bit: bool) {
        let target = if bit { i64::from(u16::MAX) } else { 0 };
        let step = (target - i64::from(self.is_set)) * 2 / (2 * i64::from(self.seen) + 3);
        self.is_set = (i64::from(self.is_set) + step) as u16;
        self.seen = (self.seen + 1).min(MAX_SEEN);
    }
}

/// A hash of two numbers; the high bits are the good ones.
fn mix(a: u64, b: u64) -> u64 {
    let hash = (a ^ b.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ hash >> 32
}
