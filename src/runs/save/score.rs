//! A finished run, as lists of scores have it.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};

use super::run_file::RunId;
use crate::record::{RunEnding, RunHeader, outcome_name, outcome_words};
use base::{Day, Seed, sanitize};
use content::Depth;
use engine::sim::{End, Letter, Mode, RunStatus, Turns};
use engine::view::place_of_run;

/// A finished run, as lists of scores have it; in the local player's list a line of JSON, which
/// claims what it says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// The player's.
    #[serde(deserialize_with = "clean_text")]
    pub name: String,
    #[serde(deserialize_with = "clean_text")]
    pub mode: String,
    /// Of a daily shift.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<Day>,
    /// The kind of level.
    #[serde(deserialize_with = "clean_text")]
    pub kind: String,
    pub depth: Depth,
    /// In JSON a text: a seed may be any number below 2^64.
    #[serde(with = "seed_text")]
    pub seed: Seed,
    /// What the player typed for the seed, if that was more than its number.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "clean_word")]
    pub word: Option<String>,
    /// As [`outcome_name`] has it.
    #[serde(deserialize_with = "clean_text")]
    pub outcome: String,
    /// Whether dawn came while the player was on the floor, which the outcome calls clocked out,
    /// too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub overtaken: bool,
    #[serde(with = "grade_character")]
    pub grade: Letter,
    pub score: u32,
    /// The clock at its end, with the raid.
    #[serde(rename = "turns")]
    pub clock: Turns,
    /// The turns that the player worked, without the raid.
    #[serde(rename = "worked_turns")]
    pub turns: Turns,
    pub commands: u32,
    /// Whether it counts in rankings.
    pub ranked: bool,
    /// Whether the run was played again and is true. Never read from a file: all else is the claim
    /// of who wrote it.
    #[serde(skip_deserializing)]
    pub verified: bool,
    /// What it is measured by in each category that it is ranked in, by the category's id; empty
    /// unless it is verified.
    #[serde(skip_deserializing)]
    pub categories: BTreeMap<String, u32>,
    /// The last link of the run's chain, sixteen hex digits.
    #[serde(deserialize_with = "clean_text")]
    pub digest: String,
    pub run: RunId,
    /// When it ended, in seconds since 1970.
    pub when: u64,
}

impl Score {
    /// The score of a run that has ended with the clock at `clock`, after `turns` of work; `when`
    /// in seconds since 1970.
    pub fn new(
        header: &RunHeader,
        ending: &RunEnding,
        clock: Turns,
        turns: Turns,
        run: RunId,
        when: u64,
    ) -> Score {
        let mode = &header.setup.mode;
        Score {
            name: header.name.clone(),
            mode: mode.name().to_owned(),
            day: mode.day(),
            kind: mode.kind().to_owned(),
            depth: mode.depth(),
            seed: header.setup.seed,
            word: header.word.clone(),
            outcome: outcome_name(RunStatus::Over(ending.outcome)).to_owned(),
            overtaken: ending.outcome == End::Dawn,
            grade: ending.letter,
            score: ending.score,
            clock,
            turns,
            commands: ending.commands,
            ranked: header.unranked_reason().is_none(),
            verified: false,
            categories: BTreeMap::new(),
            digest: ending.chain.digest().to_string(),
            run,
            when,
        }
    }

    /// Whether it has a place in the list by points: it is verified and ranked, and no journey that
    /// was given up.
    pub fn has_place(&self) -> bool {
        let is_given_up = self.mode == Mode::Campaign.name()
            && self.outcome == outcome_name(RunStatus::Over(End::Abandoned));
        self.verified && self.ranked && !is_given_up
    }

    /// The day it ended, in UTC: "2026-11-20".
    pub fn date(&self) -> String {
        Day::of_seconds(self.when).to_string()
    }

    /// The outcome in words: "clocked out".
    pub fn outcome_in_words(&self) -> String {
        if self.overtaken {
            return outcome_words(RunStatus::Over(End::Dawn)).to_owned();
        }
        self.outcome.replace('_', " ")
    }
}

/// The longest text of a score that is read, in characters; the longest that is written is a word.
const MAX_TEXT_CHARS: usize = RunHeader::MAX_WORD_CHARS;

/// A text that anybody may have written, without what a terminal obeys.
fn clean_text<'de, D: Deserializer<'de>>(reader: D) -> Result<String, D::Error> {
    let text = sanitize(&String::deserialize(reader)?);
    Ok(text.chars().take(MAX_TEXT_CHARS).collect())
}

fn clean_word<'de, D: Deserializer<'de>>(reader: D) -> Result<Option<String>, D::Error> {
    clean_text(reader).map(Some)
}

/// A seed as a decimal text.
mod seed_text {
    use serde::{Deserialize, Deserializer, Serializer};

    use base::Seed;

    pub(super) fn serialize<S: Serializer>(seed: &Seed, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(seed)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(reader: D) -> Result<Seed, D::Error> {
        Ok(Seed::from_text(&String::deserialize(reader)?))
    }
}

/// A grade as its letter.
mod grade_character {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serializer};

    use engine::sim::Letter;

    pub(super) fn serialize<S: Serializer>(
        letter: &Letter,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(letter.character())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(reader: D) -> Result<Letter, D::Error> {
        let character = char::deserialize(reader)?;
        let letter = Letter::ALL.into_iter().find(|letter| letter.character() == character);
        letter.ok_or_else(|| D::Error::custom(format!("there is no grade {character}")))
    }
}

#[derive(Serialize)]
pub struct ScoreLine<'a> {
    schema: &'static str,
    /// Among the verified and ranked ones; null where it is not one of them.
    place: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<&'a str>,
    /// By which the category ranks it.
    #[serde(skip_serializing_if = "Option::is_none")]
    measure: Option<u32>,
    #[serde(flatten)]
    score: &'a Score,
}

impl<'a> ScoreLine<'a> {
    /// A score, by points.
    pub fn new(place: Option<usize>, score: &'a Score) -> ScoreLine<'a> {
        ScoreLine { schema: "upkeeper.score/1", place, category: None, measure: None, score }
    }

    /// The same as it is ranked in a category.
    pub fn of_category(self, category: &'a str, measure: u32) -> ScoreLine<'a> {
        ScoreLine { category: Some(category), measure: Some(measure), ..self }
    }
}

/// The line of a score in text; `measure` is what it is ranked by, and `seed` the seed in words.
pub fn score_text(place: Option<usize>, measure: &str, seed: &str, score: &Score) -> String {
    let Score { kind, depth, grade, turns, .. } = score;
    let place = place.map_or("   –".to_owned(), |place| format!("{place:>3}."));
    let (name, grade) = (sanitize(&score.name), grade.character());
    let outcome = score.outcome_in_words();
    let standing = match (score.verified, score.ranked) {
        (true, true) => "",
        (true, false) => ", unranked",
        (false, _) => ", claimed",
    };
    let daily = score.day.map_or(String::new(), |day| format!("daily of {day}, "));
    let what = place_of_run(kind, *depth);
    format!(
        "{place} {measure} {grade}  {name}: {daily}{what}, {seed}; \
         {outcome} at turn {turns}{standing}"
    )
}
