//! A run as one object of JSON: every command, with its digest where one was recorded.

use serde::Serialize;

use crate::base::Day;
use crate::content::Depth;
use crate::record::{Recording, Scripted, outcome_name};
use crate::sim::RunStatus;

#[derive(Serialize)]
pub(super) struct Export<'a> {
    schema: &'static str,
    /// Whether the run verifies: all else is what the file claims. Null if it is of rules that are not known here.
    ok: Option<bool>,
    ruleset: String,
    name: &'a str,
    mode: &'static str,
    /// Of a daily shift.
    day: Option<Day>,
    kind: &'a str,
    depth: Depth,
    seed: String,
    /// What was typed for the seed, if that was more than its number.
    word: Option<&'a str>,
    origin: &'static str,
    commands: Vec<EntryLine>,
    end: Option<End>,
}

#[derive(Serialize)]
struct EntryLine {
    number: u32,
    command: String,
    /// The digest of the state after the command, if one was recorded.
    digest: Option<String>,
}

#[derive(Serialize)]
struct End {
    outcome: &'static str,
    grade: char,
    score: u32,
    digest: String,
}

pub(super) fn export(recording: &Recording, ok: Option<bool>) -> Export<'_> {
    let header = recording.header();
    let mode = &header.setup.mode;
    Export {
        schema: "upkeeper.replay/1",
        ok,
        ruleset: header.ruleset.to_string(),
        name: &header.name,
        mode: mode.name(),
        day: mode.day(),
        kind: mode.kind(),
        depth: mode.depth(),
        seed: header.setup.seed.to_string(),
        word: header.word.as_deref(),
        origin: header.origin.name(),
        commands: (1..)
            .zip(recording.commands())
            .map(|(number, &command)| EntryLine {
                number,
                command: Scripted(command).to_string(),
                digest: recording.digest(number).map(|digest| digest.to_string()),
            })
            .collect(),
        end: recording.end().map(|end| End {
            outcome: outcome_name(RunStatus::Over(end.outcome)),
            grade: end.letter.character(),
            score: end.score,
            digest: end.chain.digest().to_string(),
        }),
    }
}
