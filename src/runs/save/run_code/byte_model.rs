//! Predicts the bytes of a run's entries from the entries before them.
//!
//! An entry's bytes are predicted bit by bit by three contexts: the bytes of the same entry so far, and these with the one and
//! with the two entries before. Each context counts how often a bit was set after it; the predictions are averaged, the ones
//! that have seen more weighing more. Whole numbers alone, so that every machine predicts the same.

use super::bit_coder::{BitDecoder, BitEncoder, Probability};

/// The number of contexts.
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

    /// Writes the next byte of the entry.
    pub(super) fn write(&mut self, byte: u8, out: &mut BitEncoder) {
        self.code(|place, is_set| {
            let bit = byte >> place & 1 == 1;
            out.write(bit, is_set);
            bit
        });
    }

    /// Reads the next byte of the entry.
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

    /// Codes eight bits from the highest on; `code` is told place and probability of each, and returns the bit.
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
