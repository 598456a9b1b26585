//! Names of accounts: what may be one, which are reserved, and which look like one another.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use base::is_printable;

/// The shortest and the longest name, in characters.
pub const MIN_NAME_CHARS: usize = 2;
pub const MAX_NAME_CHARS: usize = 16;

/// The skeletons of the reserved names.
static RESERVED: LazyLock<BTreeSet<String>> =
    LazyLock::new(|| reserved_words().map(skeleton_of).collect());

/// The name of an account: 2 to 16 ASCII letters, digits, `-` and `_`, the first a letter or a
/// digit, so that no command takes a name for an option.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AccountName(String);

impl AccountName {
    /// The name that a player asks for; [`FromStr`] reads one that is in use already.
    pub fn choose(text: &str) -> Result<Self, NameError> {
        let name: Self = text.parse()?;
        if RESERVED.contains(&name.skeleton()) { Err(NameError::Reserved) } else { Ok(name) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What this name has in common with all that could be taken for it: names are unique by it.
    ///
    /// Capitals are small letters, `0` is `o`, `1` and `i` are `l`, `2` is `z`, `5` is `s`, `8` is
    /// `b`, `rn` is `m`, `vv` is `w`; `_` is `-`, a row of them is one, and none counts at the end.
    /// `cl` is not `d`: together with `i` and `l` being one it would make `acid` the same as `add`.
    /// No replacement makes another possible, so the skeleton of a skeleton is itself.
    pub fn skeleton(&self) -> String {
        skeleton_of(&self.0)
    }
}

impl FromStr for AccountName {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        if let Some(c) = text.chars().find(|c| !is_allowed(*c)) {
            return Err(NameError::Character(c));
        }
        match text.len() {
            0..MIN_NAME_CHARS => Err(NameError::TooShort),
            MIN_NAME_CHARS..=MAX_NAME_CHARS if !text.starts_with(['-', '_']) => {
                Ok(Self(text.to_owned()))
            }
            MIN_NAME_CHARS..=MAX_NAME_CHARS => Err(NameError::Beginning),
            _ => Err(NameError::TooLong),
        }
    }
}

impl fmt::Display for AccountName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why a text cannot be the name of an account, for the player who asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    #[error("that is too short: a name has at least {MIN_NAME_CHARS} characters")]
    TooShort,
    #[error("that is too long: a name has at most {MAX_NAME_CHARS} characters")]
    TooLong,
    #[error("{} cannot be in a name: letters from a to z, digits, - and _ can", shown(*.0))]
    Character(char),
    #[error("a name begins with a letter or a digit")]
    Beginning,
    #[error("that name is reserved, or looks like one that is")]
    Reserved,
}

fn shown(c: char) -> String {
    match c {
        ' ' => "a blank".to_owned(),
        c if is_printable(c) => format!("“{c}”"),
        _ => "a character that cannot be seen".to_owned(),
    }
}

/// The words of the file of reserved names.
fn reserved_words() -> impl Iterator<Item = &'static str> {
    let lines = include_str!("../../data/reserved_names.txt").lines();
    lines.flat_map(|line| line.split('#').next().unwrap_or("").split_whitespace())
}

fn skeleton_of(name: &str) -> String {
    let mut skeleton = String::with_capacity(name.len());
    for c in name.chars() {
        let c = match c.to_ascii_lowercase() {
            '0' => 'o',
            '1' | 'i' => 'l',
            '2' => 'z',
            '5' => 's',
            '8' => 'b',
            '_' => '-',
            c => c,
        };
        let joined = match (skeleton.chars().next_back(), c) {
            (Some('r'), 'n') => 'm',
            (Some('v'), 'v') => 'w',
            (Some('-'), '-') => '-',
            _ => {
                skeleton.push(c);
                continue;
            }
        };
        skeleton.pop();
        skeleton.push(joined);
    }
    skeleton.truncate(skeleton.trim_end_matches('-').len());
    skeleton
}

#[cfg(test)]
mod tests {
    use super::NameError::{Beginning, Character, TooLong, TooShort};
    use super::*;

    fn skeleton(name: &str) -> String {
        name.parse::<AccountName>().unwrap().skeleton()
    }

    #[test]
    fn names_have_a_form() {
        for name in ["Jo", "upkeep-er_7", "0x", "SixteenLettersOK", "4-", "9__9"] {
            assert_eq!(name.parse::<AccountName>().map(|name| name.to_string()), Ok(name.into()));
        }
        for (text, why) in [
            ("", TooShort),
            ("J", TooShort),
            ("SeventeenLetters1", TooLong),
            ("two words", Character(' ')),
            ("Łukasz", Character('Ł')),
            ("a\u{1b}[2J", Character('\u{1b}')),
            ("jо", Character('о')),
            ("a.b", Character('.')),
            ("x'; DROP TABLE", Character('\'')),
            ("-rf", Beginning),
            ("__", Beginning),
        ] {
            assert_eq!(text.parse::<AccountName>(), Err(why), "{text:?}");
        }
    }

    #[test]
    fn refusals_are_told_in_words_and_show_nothing_that_a_terminal_obeys() {
        let told = |text| AccountName::choose(text).unwrap_err().to_string();
        assert_eq!(told("x"), "that is too short: a name has at least 2 characters");
        assert_eq!(told("Ł."), "“Ł” cannot be in a name: letters from a to z, digits, - and _ can");
        assert!(told("a b").starts_with("a blank cannot"));
        assert!(told("\u{1b}c").starts_with("a character that cannot be seen cannot"));
        assert!(told("\u{202e}ab").starts_with("a character that cannot be seen cannot"));
    }

    #[test]
    fn what_looks_alike_has_one_skeleton() {
        for alike in [
            "Bob bOB 8ob b0b bob_ bob--",
            "Bill b1l1 BlIL",
            "Sam 5am sarn",
            "Zoe 2oe",
            "Wim vvlm VV1rn",
            "a-b a_b a_-_b",
        ] {
            let skeletons: BTreeSet<String> = alike.split(' ').map(skeleton).collect();
            assert_eq!(skeletons.len(), 1, "{alike}: {skeletons:?}");
        }
        for pair in ["acid add", "ab a-b", "bob rob", "vw wv", "ann am", "47 74"] {
            let (one, other) = pair.split_once(' ').unwrap();
            assert_ne!(skeleton(one), skeleton(other), "{pair}");
        }
    }

    #[test]
    fn reserved_names_are_refused_in_any_guise() {
        let names = "admin Adm1n ROOT r00t guest gue5t_ UPKEEPER rnoderator mod SYSTEM";
        for name in names.split(' ') {
            assert!(name.parse::<AccountName>().is_ok());
            assert_eq!(AccountName::choose(name), Err(NameError::Reserved), "{name}");
        }
        assert!(AccountName::choose("Hobart").is_ok());
    }

    #[test]
    fn every_reserved_word_could_be_a_name_and_stands_once() {
        let words: Vec<_> = reserved_words().collect();
        assert!(words.len() > 50);
        for word in &words {
            assert!(word.parse::<AccountName>().is_ok(), "{word}");
        }
        assert_eq!(RESERVED.len(), words.len(), "a word looks like another");
    }

    proptest::proptest! {
        #[test]
        fn skeletons_are_stable(name in "[A-Za-z0-9][A-Za-z0-9_-]{1,15}") {
            let once = skeleton(&name);
            proptest::prop_assert_eq!(&skeleton_of(&once), &once);
            proptest::prop_assert_eq!(skeleton(&name.to_ascii_uppercase()), once);
            proptest::prop_assert!(!skeleton(&name).is_empty());
        }
    }
}
