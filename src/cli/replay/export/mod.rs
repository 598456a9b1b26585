//! `upkeeper replay export`: a run for other programs.

#[cfg(feature = "tui")]
mod cast;
mod lss;
#[cfg(feature = "tui")]
mod picture;

use std::io::Write as _;
use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use serde::Serialize;

use super::splits::{CategoryArg, verified};
use crate::cli::failure::warn;
use crate::cli::run_files::warn_torn;
use crate::cli::run_report::SetupReport;
use crate::cli::{Answer, Call, Failure, Output, inputs};
use engine::sim::RunStatus;
use runs::record::{Recording, Scripted, TimedRun, outcome_name};
use runs::save::{CodeEnd, RunCode, RunCodeError, RunSource};

#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// A run file
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,
    /// What to make of it
    #[arg(long, value_enum)]
    to: Target,
    #[command(flatten)]
    category: CategoryArg,
    #[cfg(feature = "tui")]
    #[command(flatten)]
    cast: cast::CastArgs,
    #[cfg(feature = "tui")]
    #[command(flatten)]
    picture: picture::PictureArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Target {
    /// A script, as `save step --commands` reads it
    Commands,
    /// One object with every command and digest, and whether the run verifies
    Json,
    /// A line of text to paste, which `replay import` makes a run file of; of a run from its own
    /// start that verifies
    Code,
    /// LiveSplit's splits, with the run as personal best; of a run that verifies and qualifies for
    /// the category
    Lss,
    /// A recording of a terminal on which the run is shown, as asciinema plays it (asciicast 2); of
    /// a run that verifies
    #[cfg(feature = "tui")]
    Cast,
    /// A picture of the screen at a turn; of a run that verifies
    #[cfg(feature = "tui")]
    Svg,
    /// The same in pixels, from a program that is built with the feature `pictures`
    #[cfg(feature = "tui")]
    Png,
}

pub(super) fn run(args: &ExportArgs, call: &mut Call<'_>) -> Result<Answer, Failure> {
    args.check()?;
    let Call { invocation, out } = call;
    let source = inputs::open(&args.file, invocation)?;
    let timed = || verified(&source, &invocation.content()?);
    match args.to {
        Target::Commands => {
            for &command in recording(&source)?.commands() {
                writeln!(out, "{}", Scripted(command))?;
            }
        }
        Target::Json => {
            let recording = recording(&source)?;
            let ok = is_true(timed())?;
            out.json(&Export::of(&recording, ok))?;
        }
        Target::Code => write_code(source.name(), &timed()?, out)?,
        Target::Lss => {
            let catalog = invocation.catalog()?;
            args.category.check(&catalog)?;
            let run = timed()?;
            let category = args.category.find(&catalog, &run.header.setup.mode)?;
            lss::write(source.name(), &run, category, out)?;
        }
        #[cfg(feature = "tui")]
        Target::Cast => {
            let (run, recording) = (timed()?, recording(&source)?);
            cast::write(source.name(), &run, recording, &args.cast, invocation, out)?;
        }
        #[cfg(feature = "tui")]
        Target::Svg | Target::Png => {
            let (run, recording) = (timed()?, recording(&source)?);
            let svg = picture::draw(source.name(), &run, recording, &args.picture, invocation)?;
            #[cfg(feature = "pictures")]
            if args.to == Target::Png {
                out.raw().write_all(&args.picture.pixels(&svg)?)?;
                return Ok(Answer::Yes);
            }
            out.raw().write_all(svg.as_bytes())?;
        }
    }
    Ok(Answer::Yes)
}

impl ExportArgs {
    /// Refuses options of another target than the one that is given.
    fn check(&self) -> Result<(), Failure> {
        if self.category.is_given() && self.to != Target::Lss {
            return Err(Failure::usage(&"--category goes with --to lss"));
        }
        #[cfg(feature = "tui")]
        if self.cast.is_given() && self.to != Target::Cast {
            let options = "--width, --height, --pace, --turns-per-second and --idle-limit";
            return Err(Failure::usage(&format!("{options} go with --to cast")));
        }
        #[cfg(feature = "tui")]
        self.picture.check(self.to == Target::Svg, self.to == Target::Png)?;
        Ok(())
    }
}

/// Whether a run verifies; `None` if it is of rules that are not known here.
fn is_true(timed: Result<TimedRun, Failure>) -> Result<Option<bool>, Failure> {
    match timed {
        Ok(_) => Ok(Some(true)),
        Err(failure) if failure.code == 1 => {
            warn(&failure.message);
            Ok(Some(false))
        }
        Err(failure) if failure.code == 69 => Ok(None),
        Err(failure) => Err(failure),
    }
}

fn recording(source: &RunSource) -> Result<Recording, Failure> {
    let opened = source.recording()?;
    warn_torn(source.name(), opened.torn);
    Ok(opened.whole()?)
}

/// A run as one object of JSON: every command, with its digest where one was recorded.
#[derive(Serialize)]
struct Export<'a> {
    schema: &'static str,
    /// Whether the run verifies: all else is what the file claims. Null if it is of rules that are
    /// not known here.
    ok: Option<bool>,
    ruleset: String,
    name: &'a str,
    #[serde(flatten)]
    setup: SetupReport,
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

impl Export<'_> {
    fn of(recording: &Recording, ok: Option<bool>) -> Export<'_> {
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
}

/// Prints a run as a line of text to paste.
fn write_code(name: &str, run: &TimedRun, out: &mut Output) -> Result<(), Failure> {
    let end = match run.ending() {
        Some(ending) => CodeEnd::Over(*ending),
        None => CodeEnd::Open(run.verification.digest),
    };
    let code = RunCode { header: run.header.clone(), entries: run.entries.clone(), end };
    let text = code.to_text().map_err(|error| {
        let code = if matches!(error, RunCodeError::Origin(_)) { 2 } else { 65 };
        Failure { code, message: format!("{name}: {error}") }
    })?;
    // Longer than lines of text may be, and nothing but letters, digits, - and _.
    writeln!(out.raw(), "{text}")?;
    Ok(())
}
