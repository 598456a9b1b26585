//! A run as one object of JSON: every command, with its digest where one was recorded.

use serde::Serialize;

use crate::cli::run_report::SetupReport;
use engine::sim::RunStatus;
use runs::record::{Recording, Scripted, outcome_name};

#[derive(Serialize)]
pub(super) struct Export<'a> {
    schema: &'static str,
    /// Whether the run verifies: all else is what the file claims. Null if it is of rules that are not known here.
    ok: Option<bool>,
    ruleset: String,
    name: &'a str,
    #[serde(flatten)]
    setup: SetupReport<'a>,
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
    Export {
        schema: "upkeeper.replay/1",
        ok,
        ruleset: header.ruleset.to_string(),
        name: &header.name,
        setup: SetupReport::of(header),
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
