//! How a record begins, and the ruleset that it belongs to.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::base::Seed;
use crate::content::Catalog;
use crate::sim::Setup;

/// Raised whenever the same commands on the same data lead anywhere else than before.
pub const RULES: u32 = 6;

/// What a record begins with: everything about a run that is known before its first command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunHeader {
    pub ruleset: Ruleset,
    /// Of the player; as it was given, up to [`RunHeader::LONGEST_NAME`] characters.
    pub name: String,
    pub origin: Origin,
    pub setup: Setup,
    /// What the player typed for the seed, if that was more than its number: the header holds it behind the rest.
    #[serde(skip)]
    pub word: Option<String>,
}

/// How a record came to begin where it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// With the first command of a run.
    Played,
    /// With the first command of a run as well, but with commands taken over from another record.
    Branched,
    /// With a state taken out of another record.
    Cut,
}

impl Origin {
    /// The word in reports.
    pub fn name(self) -> &'static str {
        match self {
            Origin::Played => "played",
            Origin::Branched => "branched",
            Origin::Cut => "cut",
        }
    }
}

impl RunHeader {
    /// In characters; what is longer is cut off.
    pub const LONGEST_NAME: usize = 40;

    /// In characters; a longer word for a seed is not kept.
    pub const LONGEST_WORD: usize = 64;

    /// The opening of a run about to be played.
    pub fn new(name: &str, setup: Setup, catalog: &Catalog) -> RunHeader {
        let name = name.chars().filter(|c| !c.is_control()).take(RunHeader::LONGEST_NAME).collect();
        RunHeader { ruleset: Ruleset::of(catalog), name, origin: Origin::Played, setup, word: None }
    }

    /// The same with what the player typed for the seed, if it is a word for that seed and worth keeping.
    pub fn named(self, typed: &str) -> RunHeader {
        let word = Some(typed.trim().to_owned()).filter(|word| self.is_word(word));
        RunHeader { word, ..self }
    }

    /// Whether this text says more of the seed than its number does.
    pub fn is_word(&self, text: &str) -> bool {
        let seed = self.setup.seed;
        !text.is_empty()
            && text.chars().count() <= RunHeader::LONGEST_WORD
            && !text.chars().any(char::is_control)
            && Seed::from_text(text) == seed
            && text != seed.to_string()
    }

    /// The same for a record that takes over a part of this one.
    pub fn with_origin(&self, origin: Origin) -> RunHeader {
        RunHeader { origin, ..self.clone() }
    }

    /// Refuses a record that was played by other rules than hold here.
    pub(super) fn check_ruleset(&self, catalog: &Catalog) -> Result<(), OtherRuleset> {
        let (recorded, known) = (self.ruleset, Ruleset::of(catalog));
        if recorded == known { Ok(()) } else { Err(OtherRuleset { recorded, known }) }
    }

    /// Whether the run counts in rankings: played from its first command, on the built-in content.
    pub fn is_ranked(&self) -> bool {
        self.origin == Origin::Played && !self.setup.options.modded
    }
}

/// A record cannot be played here: it was played by other rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("it was played by the ruleset {recorded}; here holds {known}")]
pub struct OtherRuleset {
    pub recorded: Ruleset,
    pub known: Ruleset,
}

/// Which rules a run was played by: the data and the number of the code's rules, in one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruleset(pub u64);

impl Ruleset {
    /// The rules that hold here, with this content.
    pub fn of(catalog: &Catalog) -> Ruleset {
        Ruleset(xxh3_64_with_seed(&RULES.to_le_bytes(), catalog.hash))
    }
}

impl fmt::Display for Ruleset {
    /// Sixteen hex digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
