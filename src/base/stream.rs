//! Streams of random numbers whose values for a key never change.

use rand_core::Rng as _;
use rand_core::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use super::Seed;
use super::stream_key::{self, KeyPart, Purpose};

/// A stream of random numbers for one purpose: xoshiro256++, keyed.
///
/// Ranges, picks and shuffles are written out here, over nothing but `next_u64`, because libraries
/// change theirs between versions and a seed must mean the same level for ever. The test vectors
/// below freeze them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stream(Xoshiro256PlusPlus);

/// A generator whose state is all zeros would yield zeros for ever.
#[derive(Debug, thiserror::Error)]
#[error("a random stream's state is all zeros")]
pub struct ZeroState;

impl Stream {
    /// The stream for a purpose; `part` tells it from others of the same seed and purpose, and is `()` where there is
    /// only one.
    ///
    /// Streams with different keys are independent: drawing from one never shifts another.
    pub fn new(seed: Seed, purpose: Purpose<'_>, part: impl KeyPart + Copy) -> Stream {
        Stream(Xoshiro256PlusPlus::seed_from_u64(stream_key::hash(seed, purpose, &part)))
    }

    /// Refuses a state from a file that no stream can have.
    pub fn check(&self) -> Result<(), ZeroState> {
        let mut copy = self.0.clone();
        // Only the zero state yields zeros this often: the four words determine the state.
        if (0..4).all(|_| copy.next_u64() == 0) { Err(ZeroState) } else { Ok(()) }
    }

    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number in `0..n`, each equally likely. `n` must not be 0.
    ///
    /// Lemire, "Fast random integer generation in an interval" (2019): multiply and reject.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "nothing lies below 0");
        let threshold = n.wrapping_neg() % n;
        loop {
            let product = (self.next_u64() >> 32) * u64::from(n);
            if product as u32 >= threshold {
                return (product >> 32) as u32;
            }
        }
    }

    /// A number in `low..=high`, each equally likely.
    #[inline]
    pub fn range(&mut self, low: i32, high: i32) -> i32 {
        assert!(low <= high, "the range {low}..={high} is empty");
        low + self.below((high - low) as u32 + 1) as i32
    }

    /// True in `percent` of a hundred draws.
    #[inline]
    pub fn percent(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    /// True in one of `n` draws.
    #[inline]
    pub fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    /// One of the items, each equally likely; `None` of none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len() as u32) as usize) }
    }

    /// The place of one of the weights, each as likely as it is heavy; `None` if all are 0.
    pub fn weighted(&mut self, weights: impl IntoIterator<Item = u32> + Clone) -> Option<usize> {
        let total: u32 = weights.clone().into_iter().sum();
        if total == 0 {
            return None;
        }
        let mut rest = self.below(total);
        weights.into_iter().position(|weight| match rest.checked_sub(weight) {
            Some(less) => {
                rest = less;
                false
            }
            None => true,
        })
    }

    /// Puts the items in a random order (Fisher and Yates, from the last to the second).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }

    /// The sum of `count` rolls of a die with `sides` sides.
    pub fn dice(&mut self, count: u32, sides: u32) -> i32 {
        (0..count).map(|_| self.below(sides) as i32 + 1).sum()
    }
}

#[cfg(test)]
mod tests {
    use crate::{Ordinal, Purpose, Seed, Stream};

    #[test]
    fn keys_tell_streams_apart() {
        let (rock, water) = (Purpose::new("rock"), Purpose::new("water"));
        let draws = [
            Stream::new(Seed(42), rock, Ordinal(1)),
            Stream::new(Seed(42), rock, Ordinal(2)),
            Stream::new(Seed(42), water, Ordinal(1)),
            Stream::new(Seed(42), rock.of("bottom"), Ordinal(1)),
            Stream::new(Seed(42), rock, (Ordinal(1), Ordinal(0))),
            Stream::new(Seed(43), rock, Ordinal(1)),
        ]
        .map(|mut stream| stream.next_u64());
        for (i, a) in draws.iter().enumerate() {
            assert!(draws[..i].iter().all(|b| a != b), "draw {i} stands twice in {draws:?}");
        }
    }

    #[test]
    fn test_vectors() {
        let mut stream = Stream::new(Seed(42), Purpose::new("test"), Ordinal(7));
        let mut shuffled = [1, 2, 3, 4, 5, 6, 7, 8];
        stream.shuffle(&mut shuffled);
        let below: Vec<u32> = (0..8).map(|_| stream.below(6)).collect();
        let range: Vec<i32> = (0..8).map(|_| stream.range(-3, 3)).collect();
        let weighted: Vec<_> = (0..8).map(|_| stream.weighted([1, 0, 5])).collect();
        insta::assert_debug_snapshot!((shuffled, below, range, weighted, stream.next_u64()));
    }

    #[test]
    fn numbers_stay_in_their_bounds_and_reach_them() {
        let mut stream = Stream::new(Seed(1), Purpose::new("test"), ());
        let mut seen = [0; 7];
        for _ in 0..7_000 {
            seen[(stream.range(-3, 3) + 3) as usize] += 1;
        }
        assert!(seen.iter().all(|&count| (850..1150).contains(&count)), "{seen:?}");
        assert_eq!(stream.weighted([0, 0]), None);
        assert_eq!(stream.pick::<u8>(&[]), None);
    }
}
