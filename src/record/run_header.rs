//! The header of a recording, with the ruleset that it was played by.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::base::Seed;
use crate::content::Catalog;
use crate::sim::Setup;

/// The version of the rules in the code. It is raised whenever the same commands on the same data lead to another state.
pub(crate) const RULES_VERSION: u32 = 8;

/// The header of a recording: everything about a run that is known before its first command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunHeader {
    pub ruleset: Ruleset,
    /// The player's name, at most [`RunHeader::MAX_NAME_CHARS`] characters.
    pub name: String,
    pub origin: Origin,
    pub setup: Setup,
    /// The text that the player typed for the seed, unless it was the number itself. In a file it follows the other fields.
    #[serde(skip)]
    pub word: Option<String>,
}

/// The origin of a recording's first state and commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// It begins with the first command of a run, and all of it was played.
    Played,
    /// It begins with the first command of a run; the first commands were taken over from another recording.
    Branched,
    /// It begins with a state of another recording.
    Cut,
}

impl Origin {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Origin::Played => "played",
            Origin::Branched => "branched",
            Origin::Cut => "cut",
        }
    }
}

impl RunHeader {
    /// Longer names are cut off.
    pub const MAX_NAME_CHARS: usize = 40;

    /// Longer texts for a seed are not kept.
    pub const MAX_WORD_CHARS: usize = 64;

    /// The header of a run about to be played.
    pub fn new(name: &str, setup: Setup, catalog: &Catalog) -> RunHeader {
        let name =
            name.chars().filter(|c| !c.is_control()).take(RunHeader::MAX_NAME_CHARS).collect();
        RunHeader { ruleset: Ruleset::of(catalog), name, origin: Origin::Played, setup, word: None }
    }

    /// The header with the text that the player typed for the seed, if [`RunHeader::is_word`].
    pub fn named(self, typed: &str) -> RunHeader {
        let word = Some(typed.trim().to_owned()).filter(|word| self.is_word(word));
        RunHeader { word, ..self }
    }

    /// Whether a text gives this seed, is not the number itself, and is short enough to be kept.
    pub fn is_word(&self, text: &str) -> bool {
        let seed = self.setup.seed;
        !text.is_empty()
            && text.chars().count() <= RunHeader::MAX_WORD_CHARS
            && !text.chars().any(char::is_control)
            && Seed::from_text(text) == seed
            && text != seed.to_string()
    }

    /// The header of a recording that takes over a part of this one.
    pub fn with_origin(&self, origin: Origin) -> RunHeader {
        RunHeader { origin, ..self.clone() }
    }

    /// # Errors
    /// Refuses a recording that was played by other rules than this program's.
    pub(super) fn check_ruleset(&self, catalog: &Catalog) -> Result<(), OtherRuleset> {
        let (recorded, known) = (self.ruleset, Ruleset::of(catalog));
        if recorded == known { Ok(()) } else { Err(OtherRuleset { recorded, known }) }
    }

    /// Whether the run counts in rankings: played from its first command, on the built-in content.
    pub fn is_ranked(&self) -> bool {
        self.origin == Origin::Played && !self.setup.options.modded
    }
}

/// The error of a recording that was played by other rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("it was played by the ruleset {recorded}; here holds {known}")]
pub struct OtherRuleset {
    pub recorded: Ruleset,
    pub known: Ruleset,
}

/// The rules that a run was played by: a hash of the data and of [`RULES_VERSION`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruleset(pub u64);

impl Ruleset {
    /// The rules of this program with some content.
    pub fn of(catalog: &Catalog) -> Ruleset {
        Ruleset(xxh3_64_with_seed(&RULES_VERSION.to_le_bytes(), catalog.hash))
    }
}

impl fmt::Display for Ruleset {
    /// Sixteen hex digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
