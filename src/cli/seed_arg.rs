//! Seeds on the command line: any text, which is kept beside the number that it stands for.

use std::convert::Infallible;
use std::str::FromStr;

use base::{Seed, compose};

/// A seed as it was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SeedArg {
    pub seed: Seed,
    /// The text, unless it is the number itself.
    word: Option<String>,
}

impl SeedArg {
    /// The text that was typed for the seed at a place after this one: the series begins with it.
    pub(super) fn word_at(&self, place: u64) -> Option<&str> {
        self.word.as_deref().filter(|_| place == 0)
    }
}

impl FromStr for SeedArg {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<SeedArg, Infallible> {
        let seed = Seed::from_text(text);
        let text = compose(text.trim());
        let word = (text != seed.to_string()).then(|| text.into_owned());
        Ok(SeedArg { seed, word })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_what_is_not_its_number() {
        let word = |text: &str| {
            let Ok(arg) = text.parse::<SeedArg>();
            assert_eq!(arg.word_at(1), None);
            arg.word_at(0).map(str::to_owned)
        };
        assert_eq!(word("mop").as_deref(), Some("mop"));
        assert_eq!(word(" -5 ").as_deref(), Some("-5"));
        assert_eq!(word("007").as_deref(), Some("007"));
        assert_eq!(word(" 7 "), None);
    }
}
