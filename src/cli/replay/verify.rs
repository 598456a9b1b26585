//! `upkeeper replay verify`: plays runs again and compares every recorded claim.

use std::fmt;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use serde::Serialize;

use crate::cli::failure::WorstAnswer;
use crate::cli::progress::Interruption;
use crate::cli::run_files::warn_torn;
use crate::cli::run_report::{VerifiedReport, setup_words};
use crate::cli::workers::{Batch, Jobs};
use crate::cli::{Answer, Call, Content, Failure, Format, Report, inputs};
use base::{path_text, sanitize};
use engine::sim::{End, RunStatus};
use runs::record::{Mismatch, RunHeader, Verification, VerifyLimits, outcome_words, verify};
use runs::save::{self, RunSource, Torn};

#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// Run files, and folders of run files; `-` is the standard input
    #[arg(required_unless_present = "files_from", value_name = "FILE",
        value_hint = ValueHint::AnyPath)]
    files: Vec<PathBuf>,
    /// Reads the names of more files from a file, one a line or with zero bytes between them; `-`
    /// is the standard input
    #[arg(long, value_name = "LIST", value_hint = ValueHint::FilePath)]
    files_from: Option<PathBuf>,
    /// Asks whether they count in rankings: whole, true, from their own start, on the built-in
    /// content, by no bot
    #[arg(long)]
    ranked: bool,
    /// Gives a run up that has more commands than this
    #[arg(long, value_name = "N", default_value_t = VerifyLimits::default().commands)]
    max_commands: u32,
    #[command(flatten)]
    jobs: Jobs,
    /// How to print: a line a run, or one object a run
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Serialize)]
struct VerifyReport<'a> {
    file: String,
    ok: bool,
    ruleset: String,
    #[serde(flatten)]
    run: VerifiedReport<'a>,
    /// Whether dawn came while the player was on the floor; the outcome is `clocked_out` then, too.
    overtaken: bool,
    /// The digest of the last state, as `save dump` has it.
    state: String,
    mismatch: Option<MismatchReport<'a>>,
    modded: bool,
    ranked: bool,
    /// Why it is not ranked.
    reason: Option<String>,
    #[serde(skip)]
    verified: &'a Verified,
}

#[derive(Serialize)]
struct MismatchReport<'a> {
    turn: u32,
    component: &'static str,
    actor: Option<u32>,
    expected: &'a str,
    found: &'a str,
}

struct Verified {
    header: RunHeader,
    verdict: Verification,
    torn: Option<Torn>,
}

pub(super) fn run(args: &VerifyArgs, call: &mut Call<'_>) -> Result<Answer, Failure> {
    let invocation = call.invocation;
    let content = invocation.content()?;
    let files = inputs::run_files(&args.files, args.files_from.as_deref(), invocation)?;
    // Read now: while it is waited for, an interruption ends the process.
    let is_piped =
        |file: &Result<PathBuf, _>| file.as_ref().is_ok_and(|file| inputs::is_standard_input(file));
    let piped = files
        .iter()
        .any(is_piped)
        .then(|| inputs::open(Path::new(inputs::STANDARD_INPUT), invocation));
    let piped = piped.transpose()?;
    let interruption = Interruption::by_signals();
    let count = files.len() as u64;
    let batch = Batch::new(count, "runs", args.jobs.count(), interruption, invocation);
    let mut worst = WorstAnswer::default();
    batch.for_each(
        |place| {
            let examined =
                files[place as usize].as_ref().map_err(Failure::clone).and_then(|file| {
                    let source = match &piped {
                        Some(piped) if inputs::is_standard_input(file) => piped.clone(),
                        _ => inputs::open(file, invocation)?,
                    };
                    let run = examine(&source, &content, args.max_commands, &batch.interruption)?;
                    Ok(run.map(|run| (file, run)))
                });
            examined.transpose()
        },
        |_, examined| match examined {
            Ok((file, run)) => {
                warn_torn(&path_text(file), run.torn);
                let is_unranked = args.ranked && run.verdict.unranked.is_some();
                if !run.verdict.is_true() || is_unranked {
                    worst.no();
                }
                call.out.report(args.format, &VerifyReport::of(file, &run)).map(drop)
            }
            Err(failure) => {
                call.out.flush()?;
                worst.fail(&failure);
                Ok(())
            }
        },
    )?;
    call.out.flush()?;
    match batch.answer("runs") {
        Answer::Yes => worst.result(),
        stopped => Ok(stopped),
    }
}

/// Plays a run again; none if that was interrupted.
fn examine(
    source: &RunSource,
    content: &Content,
    max_commands: u32,
    interruption: &Interruption,
) -> Result<Option<Verified>, Failure> {
    let mut reader = source.reader()?;
    let header = reader.header().run.clone();
    let limits = VerifyLimits::of_commands(max_commands);
    let mut is_interrupted = false;
    let frames = reader.by_ref().take_while(|_| {
        is_interrupted = interruption.is_set();
        !is_interrupted
    });
    let verdict = verify(&header, &content.catalog, content.modded, limits, frames);
    if is_interrupted {
        return Ok(None);
    }
    let verdict = verdict.map_err(|error| save::verify_error(source.name(), error))?;
    Ok(Some(Verified { header, verdict, torn: reader.torn() }))
}

impl VerifyReport<'_> {
    fn of<'a>(path: &Path, verified: &'a Verified) -> VerifyReport<'a> {
        let Verified { header, verdict, .. } = verified;
        let reason = match verdict.exceeded {
            Some(limit) => Some(format!("{limit}; --max-commands raises the limit")),
            None => verdict.unranked.map(|reason| reason.to_string()),
        };
        VerifyReport {
            file: path.display().to_string(),
            ok: verdict.is_true(),
            ruleset: header.ruleset.to_string(),
            run: VerifiedReport::of(header, verdict),
            overtaken: verdict.status == RunStatus::Over(End::Dawn),
            state: verdict.state.to_string(),
            mismatch: verdict.mismatch.as_ref().map(|mismatch| MismatchReport {
                turn: mismatch.turn.0,
                component: mismatch.component,
                actor: mismatch.actor,
                expected: &mismatch.expected,
                found: &mismatch.found,
            }),
            modded: header.setup.options.modded,
            ranked: reason.is_none(),
            reason,
            verified,
        }
    }
}

impl Report for VerifyReport<'_> {
    const SCHEMA: &'static str = "upkeeper.verify/1";

    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verified { header, verdict, .. } = self.verified;
        let path = sanitize(&self.file);
        if let Some(Mismatch { turn, command, component, actor, expected, found }) =
            &verdict.mismatch
        {
            let actor = actor.map_or(String::new(), |actor| format!(", actor {actor}"));
            return writeln!(
                f,
                "{path}: not true from turn {turn}, command {command}: {component}{actor}: \
                 recorded {expected}, found {found}"
            );
        }
        let reason = self.reason.as_deref();
        if verdict.exceeded.is_some() {
            return writeln!(f, "{path}: not known to be true: {}", reason.unwrap_or_default());
        }
        let rank = reason.map_or("ranked".to_owned(), |why| format!("unranked: {why}"));
        let (setup, outcome) = (setup_words(header), outcome_words(verdict.status));
        let Verification { turns, worked_turns, commands, score, digest, .. } = verdict;
        let resumes = match verdict.resumes {
            0 => String::new(),
            1 => ", taken up again once".to_owned(),
            times => format!(", taken up again {times} times"),
        };
        let origin = header.origin.words();
        writeln!(
            f,
            "{path}: true; {setup}; {outcome}, score {score}, {turns} turns, {worked_turns} of \
             them worked, {commands} commands{resumes}; {origin}; {rank}; digest {digest}"
        )
    }
}
