//! Seeds: numbers, or words that stand for them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::{compose, sanitize};

/// The number that a level or a whole run is drawn from.
///
/// Any text is a seed: a decimal below 2^64 stands for itself, anything else is hashed in its composed form (NFC; XXH3, 64
/// bits, seed 0), so that a word can be passed around as well as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Seed(pub u64);

impl Seed {
    pub fn from_text(text: &str) -> Seed {
        Seed::from_bytes_of(&compose(text))
    }

    /// The seed of a text by its bytes, as earlier versions had it: run files with such texts are still true.
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

#[cfg(test)]
mod tests {
    use super::Seed;

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
}
