//! The header of a recording, with the ruleset that it was played by.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use base::{Seed, compose, is_printable};
use content::Catalog;
use engine::sim::{Mode, Setup};

/// The version of the rules in the code. It is raised whenever the same commands on the same data
/// lead to another state.
pub const RULES_VERSION: u32 = 17;

/// The header of a recording: everything about a run that is known before its first command. All of
/// it is part of the chain, and none of it but the setup has an effect on play: the rest is what
/// the file's writer claims.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunHeader {
    pub ruleset: Ruleset,
    /// The player's name, at most [`RunHeader::MAX_NAME_CHARS`] printable characters.
    pub name: String,
    /// The program that played, if no person did; bounded as the name is.
    pub bot: Option<String>,
    pub origin: Origin,
    pub setup: Setup,
    /// The text that the player typed for the seed, unless it was the number itself.
    pub word: Option<String>,
}

/// The origin of a recording's first state and commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// It begins with the first command of a run, and all of it was played.
    Start,
    /// It begins with the first command of a run; the first commands were taken over from another
    /// recording.
    Branch,
    /// It begins with a state of another recording.
    Cut,
    /// It begins with a state that was put together from data.
    Made,
}

impl Origin {
    pub fn name(self) -> &'static str {
        match self {
            Origin::Start => "start",
            Origin::Branch => "branch",
            Origin::Cut => "cut",
            Origin::Made => "made",
        }
    }

    /// The origin in words, for people.
    pub fn words(self) -> &'static str {
        match self {
            Origin::Start => "played from its own start",
            Origin::Branch => "branched off another run",
            Origin::Cut => "cut out of another run",
            Origin::Made => "made from data",
        }
    }

    /// Whether the recording begins with a state of its own instead of the first one of its setup.
    pub fn begins_with_state(self) -> bool {
        match self {
            Origin::Start | Origin::Branch => false,
            Origin::Cut | Origin::Made => true,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("its {field} {fault}")]
pub struct HeaderFault {
    field: &'static str,
    fault: &'static str,
}

impl RunHeader {
    /// Longer names are cut off.
    pub const MAX_NAME_CHARS: usize = 40;

    /// Longer texts for a seed are not kept.
    pub const MAX_WORD_CHARS: usize = 64;

    /// The header of a run about to be played by a person.
    pub fn new(name: &str, setup: Setup, catalog: &Catalog) -> RunHeader {
        let name = compose(name);
        let name = name.chars().filter(|&c| is_printable(c));
        let name = name.take(RunHeader::MAX_NAME_CHARS).collect();
        let ruleset = Ruleset::of(catalog);
        RunHeader { ruleset, name, bot: None, origin: Origin::Start, setup, word: None }
    }

    /// The header of a run about to be played by a program.
    pub fn of_bot(bot: &str, setup: Setup, catalog: &Catalog) -> RunHeader {
        let header = RunHeader::new(bot, setup, catalog);
        RunHeader { bot: Some(header.name.clone()), ..header }
    }

    /// The header with the text that the player typed for the seed, if [`RunHeader::is_word`].
    pub fn named(self, typed: &str) -> RunHeader {
        let word = compose(typed.trim()).into_owned();
        RunHeader { word: Some(word).filter(|word| self.is_word(word)), ..self }
    }

    /// Whether a text gives this seed, or gave it in an earlier version, is not the number itself,
    /// and is short enough to be kept.
    pub fn is_word(&self, text: &str) -> bool {
        let seed = self.setup.seed;
        !text.is_empty()
            && is_line(text, RunHeader::MAX_WORD_CHARS)
            && [Seed::from_text(text), Seed::from_bytes_of(text)].contains(&seed)
            && text != seed.to_string()
    }

    /// Whether all texts are such as a run can have. Asked of every header that is read: texts of a
    /// file enter here.
    /// Errors: names the field, and does not repeat its text.
    pub fn check_texts(&self) -> Result<(), HeaderFault> {
        let fault = "is longer than one can be, or has characters that do not print";
        let item = self.setup.mode.hand_me_down();
        let texts = [
            ("player's name", Some(self.name.as_str())),
            ("bot's name", self.bot.as_deref()),
            ("kind of level", Some(self.setup.mode.kind())),
            ("hand-me-down", item.map(|item| item.item.as_str())),
            ("hand-me-down's owner", item.map(|item| item.from.as_str())),
        ];
        for (field, text) in texts {
            if text.is_some_and(|text| !is_line(text, RunHeader::MAX_NAME_CHARS)) {
                return Err(HeaderFault { field, fault });
            }
        }
        if self.word.as_deref().is_some_and(|word| !self.is_word(word)) {
            return Err(HeaderFault { field: "word", fault: "is not one for its seed" });
        }
        Ok(())
    }

    /// Whether a text can be that of a name in a header.
    pub fn is_name(text: &str) -> bool {
        is_line(text, RunHeader::MAX_NAME_CHARS)
    }

    /// The header of a recording that takes over a part of this one.
    pub fn with_origin(&self, origin: Origin) -> RunHeader {
        RunHeader { origin, ..self.clone() }
    }

    /// The header of a recording that begins as this one does and then goes its own way.
    pub fn branched(&self) -> RunHeader {
        match self.origin {
            Origin::Start | Origin::Branch => self.with_origin(Origin::Branch),
            Origin::Cut | Origin::Made => self.clone(),
        }
    }

    /// The header of a recording that begins with a state of this one.
    pub(super) fn cut(&self) -> RunHeader {
        match self.origin {
            Origin::Made => self.clone(),
            Origin::Start | Origin::Branch | Origin::Cut => self.with_origin(Origin::Cut),
        }
    }

    /// Errors: refuses a recording that was played by other rules than this program's.
    pub fn check_ruleset(&self, catalog: &Catalog) -> Result<(), OtherRuleset> {
        let (recorded, known) = (self.ruleset, Ruleset::of(catalog));
        if recorded == known { Ok(()) } else { Err(OtherRuleset { recorded, known }) }
    }

    /// Why the run cannot count in rankings, by what the header says; `None` if it can, once it has
    /// been verified.
    pub fn unranked_reason(&self) -> Option<UnrankedReason> {
        match (self.origin, &self.bot) {
            (Origin::Branch | Origin::Cut | Origin::Made, _) => {
                Some(UnrankedReason::Origin(self.origin))
            }
            (Origin::Start, _) if self.setup.options.modded => Some(UnrankedReason::Modded),
            (Origin::Start, Some(_)) => Some(UnrankedReason::Bot),
            (Origin::Start, None) => match self.setup.mode {
                Mode::Daily { ranked: false, .. } => Some(UnrankedReason::Practice),
                Mode::CampaignWith { .. } => Some(UnrankedReason::HandMeDown),
                Mode::Tutorial => Some(UnrankedReason::Tutorial),
                Mode::Daily { ranked: true, .. } | Mode::Shift { .. } | Mode::Campaign => None,
            },
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum UnrankedReason {
    #[error("it does not verify")]
    Untrue,
    #[error("it was {}", .0.words())]
    Origin(Origin),
    #[error("it was played on content that is not built in")]
    Modded,
    #[error("a bot played it")]
    Bot,
    #[error("it is practice at a daily shift")]
    Practice,
    #[error("it is the tutorial")]
    Tutorial,
    #[error("it is a daily shift that was not begun on its day")]
    OtherDay,
    #[error("it has not come to its end")]
    Unfinished,
    #[error("it began with something from another upkeeper's cart")]
    HandMeDown,
}

/// Whether a text is a line of at most `max_chars` characters, all of which print.
fn is_line(text: &str, max_chars: usize) -> bool {
    text.chars().count() <= max_chars && text.chars().all(is_printable)
}

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
