//! `upkeeper replay verify`: plays runs again and compares every recorded claim.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use serde::Serialize;

use crate::base::path_text;
use crate::cli::failure::WorstAnswer;
use crate::cli::state_selector::warn_torn;
use crate::cli::{Answer, Failure, Format, Invocation, Output};
use crate::content::Catalog;
use crate::record::{
    Mismatch, OtherRuleset, Verification, VerifyError, outcome_name, outcome_words, verify,
};
use crate::save::{RunReader, SaveError};
use crate::sim::{End, RunStatus};

#[derive(Debug, Args)]
pub struct VerifyArgs {
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Serialize)]
struct VerifyReport<'a> {
    schema: &'static str,
    file: String,
    ok: bool,
    ruleset: String,
    turns: u32,
    commands: u32,
    outcome: &'static str,
    /// Whether dawn came while the player was on the floor; the outcome is `clocked_out` then, too.
    overtaken: bool,
    score: u32,
    digest: String,
    mismatch: Option<MismatchReport<'a>>,
}

#[derive(Serialize)]
struct MismatchReport<'a> {
    turn: u32,
    component: &'static str,
    actor: Option<u32>,
    expected: &'a str,
    found: &'a str,
}

pub(super) fn run(
    args: &VerifyArgs,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    let catalog = invocation.catalog()?;
    let mut worst = WorstAnswer::default();
    for file in &args.files {
        let (ruleset, verdict) = match examine(file, &catalog) {
            Ok(examined) => examined,
            Err(failure) => {
                out.flush()?;
                worst.fail(&failure);
                continue;
            }
        };
        if verdict.mismatch.is_some() {
            worst.no();
        }
        match args.format {
            Format::Json => write_json(file, ruleset, &verdict, out)?,
            Format::Text => write_text(file, &verdict, out)?,
        }
    }
    worst.result()
}

fn examine(path: &Path, catalog: &Arc<Catalog>) -> Result<(String, Verification), Failure> {
    let mut reader = RunReader::open(path)?;
    let header = reader.header().run.clone();
    let verdict = verify(&header, catalog, &mut reader).map_err(|error| match error {
        VerifyError::Frames(error) => error,
        VerifyError::Ruleset(OtherRuleset { recorded, known }) => {
            SaveError::UnknownRuleset { name: path_text(path), recorded, known }
        }
        VerifyError::NoFirstState => {
            SaveError::Unplayable { name: path_text(path), why: error.to_string() }
        }
    })?;
    warn_torn(path, reader.torn());
    Ok((header.ruleset.to_string(), verdict))
}

fn write_json(
    path: &Path,
    ruleset: String,
    verdict: &Verification,
    out: &mut Output,
) -> Result<(), Failure> {
    let report = VerifyReport {
        schema: "upkeeper.verify/1",
        file: path.display().to_string(),
        ok: verdict.mismatch.is_none(),
        ruleset,
        turns: verdict.turns.0,
        commands: verdict.commands,
        outcome: outcome_name(verdict.status),
        overtaken: verdict.status == RunStatus::Over(End::Dawn),
        score: verdict.score,
        digest: verdict.digest.to_string(),
        mismatch: verdict.mismatch.as_ref().map(|mismatch| MismatchReport {
            turn: mismatch.turn.0,
            component: mismatch.component,
            actor: mismatch.actor,
            expected: &mismatch.expected,
            found: &mismatch.found,
        }),
    };
    out.json(&report)
}

fn write_text(path: &Path, verdict: &Verification, out: &mut impl Write) -> io::Result<()> {
    let path = path_text(path);
    match &verdict.mismatch {
        None => {
            let outcome = outcome_words(verdict.status);
            let Verification { turns, commands, score, digest, .. } = verdict;
            writeln!(
                out,
                "{path}: true; {turns} turns, {commands} commands, {outcome}, score {score}, \
                 digest {digest}"
            )
        }
        Some(Mismatch { turn, command, component, actor, expected, found }) => {
            let actor = actor.map_or(String::new(), |actor| format!(", actor {actor}"));
            writeln!(
                out,
                "{path}: not true from turn {turn}, command {command}: {component}{actor}: \
                 recorded {expected}, found {found}"
            )
        }
    }
}
