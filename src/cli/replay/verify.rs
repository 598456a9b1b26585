//! `upkeeper replay verify`: plays runs again and compares every recorded claim.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use serde::Serialize;

use crate::base::path_text;
use crate::cli::failure::WorstAnswer;
use crate::cli::state_selector::warn_torn;
use crate::cli::{Answer, Content, Failure, Format, Invocation, Output, inputs};
use crate::content::Depth;
use crate::record::{
    Mismatch, RunHeader, Verification, VerifyLimits, outcome_name, outcome_words, verify,
};
use crate::save::{self, RunSource};
use crate::sim::{End, RunStatus};

#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// Run files, and folders of run files; `-` is the standard input
    #[arg(required_unless_present = "files_from", value_name = "FILE", value_hint = ValueHint::AnyPath)]
    files: Vec<PathBuf>,
    /// Reads the names of more files from a file, one a line or with zero bytes between them; `-` is the standard input
    #[arg(long, value_name = "LIST", value_hint = ValueHint::FilePath)]
    files_from: Option<PathBuf>,
    /// Asks whether they count in rankings: whole, true, from their own start, on the built-in content, by no bot
    #[arg(long)]
    ranked: bool,
    /// Gives a run up that has more commands than this
    #[arg(long, value_name = "N", default_value_t = VerifyLimits::default().commands)]
    max_commands: u32,
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
    worked_turns: u32,
    commands: u32,
    outcome: &'static str,
    /// Whether dawn came while the player was on the floor; the outcome is `clocked_out` then, too.
    overtaken: bool,
    /// Null while the run is not over.
    grade: Option<char>,
    score: u32,
    /// The last link of the chain over header, states and marks.
    digest: String,
    /// The digest of the last state, as `save dump` has it.
    state: String,
    mismatch: Option<MismatchReport<'a>>,
    mode: &'static str,
    kind: &'a str,
    depth: Depth,
    seed: String,
    /// The text that was typed for the seed, if that was more than its number.
    word: Option<&'a str>,
    /// Who played, as the file has it: no run can prove that.
    name: &'a str,
    bot: Option<&'a str>,
    origin: &'static str,
    modded: bool,
    /// How often it was taken up again.
    resumes: u32,
    ranked: bool,
    /// Why it is not ranked.
    reason: Option<String>,
}

#[derive(Serialize)]
struct MismatchReport<'a> {
    turn: u32,
    component: &'static str,
    actor: Option<u32>,
    expected: &'a str,
    found: &'a str,
}

/// A run file that was played again.
struct Verified {
    header: RunHeader,
    verdict: Verification,
}

pub(super) fn run(
    args: &VerifyArgs,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    let content = invocation.content()?;
    let mut worst = WorstAnswer::default();
    for file in inputs::run_files(&args.files, args.files_from.as_deref(), invocation)? {
        let examined = file.and_then(|file| {
            let source = inputs::open(&file, invocation)?;
            Ok((examine(&source, &content, args.max_commands)?, file))
        });
        let (run, file) = match examined {
            Ok(examined) => examined,
            Err(failure) => {
                out.flush()?;
                worst.fail(&failure);
                continue;
            }
        };
        if !run.verdict.is_true() || args.ranked && run.verdict.unranked.is_some() {
            worst.no();
        }
        match args.format {
            Format::Json => write_json(&file, &run, out)?,
            Format::Text => write_text(&file, &run, out)?,
        }
    }
    worst.result()
}

fn examine(source: &RunSource, content: &Content, max_commands: u32) -> Result<Verified, Failure> {
    let mut reader = source.reader()?;
    let header = reader.header().run.clone();
    let limits = VerifyLimits::of_commands(max_commands);
    let verdict = verify(&header, &content.catalog, content.modded, limits, &mut reader);
    let verdict = verdict.map_err(|error| save::verify_error(source.name(), error))?;
    warn_torn(source.name(), reader.torn());
    Ok(Verified { header, verdict })
}

/// Why a run is not ranked, or not known to be true.
fn reason(verdict: &Verification) -> Option<String> {
    match verdict.exceeded {
        Some(limit) => Some(format!("{limit}; --max-commands raises the limit")),
        None => verdict.unranked.map(|reason| reason.to_string()),
    }
}

fn write_json(path: &Path, run: &Verified, out: &mut Output) -> Result<(), Failure> {
    let Verified { header, verdict } = run;
    let (mode, reason) = (&header.setup.mode, reason(verdict));
    let is_over = matches!(verdict.status, RunStatus::Over(_));
    let report = VerifyReport {
        schema: "upkeeper.verify/1",
        file: path.display().to_string(),
        ok: verdict.is_true(),
        ruleset: header.ruleset.to_string(),
        turns: verdict.turns.0,
        worked_turns: verdict.worked_turns.0,
        commands: verdict.commands,
        outcome: outcome_name(verdict.status),
        overtaken: verdict.status == RunStatus::Over(End::Dawn),
        grade: is_over.then(|| verdict.grade.character()),
        score: verdict.score,
        digest: verdict.digest.to_string(),
        state: verdict.state.to_string(),
        mismatch: verdict.mismatch.as_ref().map(|mismatch| MismatchReport {
            turn: mismatch.turn.0,
            component: mismatch.component,
            actor: mismatch.actor,
            expected: &mismatch.expected,
            found: &mismatch.found,
        }),
        mode: mode.name(),
        kind: mode.kind(),
        depth: mode.depth(),
        seed: header.setup.seed.to_string(),
        word: header.word.as_deref(),
        name: &header.name,
        bot: header.bot.as_deref(),
        origin: header.origin.name(),
        modded: header.setup.options.modded,
        resumes: verdict.resumes,
        ranked: reason.is_none(),
        reason,
    };
    out.json(&report)
}

fn write_text(path: &Path, run: &Verified, out: &mut impl Write) -> io::Result<()> {
    let Verified { header, verdict } = run;
    let path = path_text(path);
    if let Some(Mismatch { turn, command, component, actor, expected, found }) = &verdict.mismatch {
        let actor = actor.map_or(String::new(), |actor| format!(", actor {actor}"));
        return writeln!(
            out,
            "{path}: not true from turn {turn}, command {command}: {component}{actor}: \
             recorded {expected}, found {found}"
        );
    }
    let reason = reason(verdict);
    if verdict.exceeded.is_some() {
        return writeln!(out, "{path}: not known to be true: {}", reason.unwrap_or_default());
    }
    let rank = match reason {
        None => "ranked".to_owned(),
        Some(why) => format!("unranked: {why}"),
    };
    let (mode, outcome) = (&header.setup.mode, outcome_words(verdict.status));
    let seed = header.setup.seed.with_word(header.word.as_deref());
    let Verification { turns, worked_turns, commands, score, digest, .. } = verdict;
    let resumes = match verdict.resumes {
        0 => String::new(),
        1 => ", taken up again once".to_owned(),
        times => format!(", taken up again {times} times"),
    };
    writeln!(
        out,
        "{path}: true; {} {}, depth {}, seed {seed}; {outcome}, score {score}, {turns} turns, \
         {worked_turns} of them worked, {commands} commands{resumes}; {}; {rank}; digest {digest}",
        mode.name(),
        mode.kind(),
        mode.depth(),
        header.origin.words(),
    )
}
