//! The keys of random streams: what a stream is for, and which of several with that purpose it is.

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::{Pos, Seed};

/// What a random stream is for: a fixed word, and the name of what it is about where a purpose has several subjects.
///
/// The words are part of what a seed means: changing one changes every level or run that is drawn from it.
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

/// A typed part of a stream's key: it tells one stream of a purpose from another, by place, number or kind.
///
/// A type always yields the same number of words, or begins with one that no other part of the key can have, so that
/// different keys never come to the same words. Tuples yield the words of their members in order.
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

/// The 64 bits that a stream is seeded with: XXH3 of the purpose, seeded with the seed, then of each word of the key
/// (little-endian), seeded with the hash so far.
pub(super) fn hash(seed: Seed, purpose: Purpose<'_>, part: &impl KeyPart) -> u64 {
    let Purpose { word, subject } = purpose;
    let mut hash = match subject {
        None => xxh3_64_with_seed(word.as_bytes(), seed.0),
        Some(subject) => xxh3_64_with_seed(format!("{word} {subject}").as_bytes(), seed.0),
    };
    part.words(&mut |word| hash = xxh3_64_with_seed(&word.to_le_bytes(), hash));
    hash
}
