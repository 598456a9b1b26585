//! Streams of random numbers whose values for a key never change, and their keys: a seed, what a
//! stream is for, and which of several with that purpose it is.

use std::fmt;
use std::str::FromStr;

use crate::{Pos, compose, sanitize};
use rand_core::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// The number that a level or a whole run is drawn from.
///
/// Any text is a seed: a decimal below 2^64 stands for itself, anything else is hashed in its
/// composed form (NFC; XXH3, 64 bits, seed 0), so that a word can be passed around as well as a
/// number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Seed(pub u64);

impl Seed {
    pub fn from_text(text: &str) -> Seed {
        Seed::from_bytes_of(&compose(text))
    }

    /// The seed of a text by its bytes, as earlier versions had it: run files with such texts are
    /// still true.
    pub fn from_bytes_of(text: &str) -> Seed {
        let text = text.trim();
        let is_decimal = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match text.parse() {
            Ok(number) if is_decimal => Seed(number),
            _ => Seed(xxh3_64(text.as_bytes())),
        }
    }

    /// The seed as players pass it on: the word that was typed for it, if one was, and its number.
    pub fn with_word(self, word: Option<&str>) -> String {
        word.map_or_else(|| self.to_string(), |word| format!("{} ({self})", sanitize(word)))
    }

    /// The seed `n` places after this one; the first seed follows the last.
    pub fn offset(self, n: u64) -> Seed {
        Seed(self.0.wrapping_add(n))
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Seed {
    type Err = std::convert::Infallible;
    fn from_str(text: &str) -> Result<Seed, Self::Err> {
        Ok(Seed::from_text(text))
    }
}

/// What a random stream is for: a fixed word, and the name of what it is about where a purpose has
/// several subjects.
///
/// The words are part of what a seed means: changing one changes every level or run that is drawn
/// from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purpose<'a> {
    word: &'static str,
    subject: Option<&'a str>,
}

impl Purpose<'static> {
    pub const fn new(word: &'static str) -> Purpose<'static> {
        Purpose { word, subject: None }
    }
}

impl<'a> Purpose<'a> {
    /// The same purpose for one of several subjects, by name.
    pub const fn of(self, subject: &'a str) -> Purpose<'a> {
        Purpose { word: self.word, subject: Some(subject) }
    }
}

/// A typed part of a stream's key: it tells one stream of a purpose from another, by place, number
/// or kind.
///
/// A type always yields the same number of words, or begins with one that no other part of the key
/// can have, so that different keys never come to the same words. Tuples yield the words of their
/// members in order.
pub trait KeyPart {
    /// Calls `word` with each of the 64-bit words that stand for this value.
    fn words(&self, word: &mut dyn FnMut(u64));
}

/// The only stream of its purpose.
impl KeyPart for () {
    fn words(&self, _: &mut dyn FnMut(u64)) {}
}

/// The n-th of several streams of a purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ordinal(pub u64);

impl KeyPart for Ordinal {
    fn words(&self, word: &mut dyn FnMut(u64)) {
        word(self.0);
    }
}

impl KeyPart for Pos {
    fn words(&self, word: &mut dyn FnMut(u64)) {
        word(self.x as u64);
        word(self.y as u64);
    }
}

impl<A: KeyPart, B: KeyPart> KeyPart for (A, B) {
    fn words(&self, word: &mut dyn FnMut(u64)) {
        self.0.words(word);
        self.1.words(word);
    }
}

impl<A: KeyPart, B: KeyPart, C: KeyPart> KeyPart for (A, B, C) {
    fn words(&self, word: &mut dyn FnMut(u64)) {
        self.0.words(word);
        self.1.words(word);
        self.2.words(word);
    }
}

/// The 64 bits that a stream is seeded with: XXH3 of the purpose, seeded with the seed, then of
/// each word of the key (little-endian), seeded with the hash so far.
pub(crate) fn hash(seed: Seed, purpose: Purpose<'_>, part: &impl KeyPart) -> u64 {
    let Purpose { word, subject } = purpose;
    let mut hash = match subject {
        None => xxh3_64_with_seed(word.as_bytes(), seed.0),
        Some(subject) => xxh3_64_with_seed(format!("{word} {subject}").as_bytes(), seed.0),
    };
    part.words(&mut |word| hash = xxh3_64_with_seed(&word.to_le_bytes(), hash));
    hash
}

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
    /// The stream for a purpose; `part` tells it from others of the same seed and purpose, and is
    /// `()` where there is only one.
    ///
    /// Streams with different keys are independent: drawing from one never shifts another.
    pub fn new(seed: Seed, purpose: Purpose<'_>, part: impl KeyPart + Copy) -> Stream {
        Stream(Xoshiro256PlusPlus::seed_from_u64(hash(seed, purpose, &part)))
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
    fn composed_and_decomposed_texts_are_the_same_seed() {
        let (composed, decomposed) = ("Caf\u{e9} \u{1e69}", "Cafe\u{301} s\u{307}\u{323}");
        assert_eq!(Seed::from_text(composed), Seed::from_text(decomposed));
        assert_eq!(Seed::from_text(composed), Seed::from_bytes_of(composed));
        assert_ne!(Seed::from_text(decomposed), Seed::from_bytes_of(decomposed));
        assert_eq!(Seed::from_text("\u{1100}\u{1161}"), Seed::from_text("\u{ac00}"));
    }

    #[test]
    fn any_text_is_a_seed() {
        assert_eq!(Seed::from_text("42"), Seed(42));
        assert_eq!(Seed::from_text(" 42 "), Seed(42));
        assert_eq!(Seed::from_text("18446744073709551615"), Seed(u64::MAX));
        // One past the largest number is text like any other, as is a sign.
        assert_ne!(Seed::from_text("18446744073709551616"), Seed(0));
        assert_ne!(Seed::from_text("+7"), Seed(7));
        assert_eq!(Seed::from_text("mop"), Seed(3_718_081_394_147_626_992));
    }

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
