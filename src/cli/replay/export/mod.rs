//! `upkeeper replay export`: a run for other programs, one exporter a file.

#[cfg(feature = "tui")]
mod cast;
mod code;
mod commands;
mod json;
mod lss;

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use super::timed::{self, CategoryArg};
use crate::cli::failure::warn;
use crate::cli::state_selector::warn_torn;
use crate::cli::{Answer, Failure, Invocation, Output, inputs};
use runs::record::{Recording, TimedRun, VerifyLimits};
use runs::save::RunSource;

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
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Target {
    /// A script, as `save step --commands` reads it
    Commands,
    /// One object with every command and digest, and whether the run verifies
    Json,
    /// A line of text to paste, which `replay import` makes a run file of; of a run from its own start that verifies
    Code,
    /// LiveSplit's splits, with the run as personal best; of a run that verifies and qualifies for the category
    Lss,
    /// A recording of a terminal on which the run is shown, as asciinema plays it (asciicast 2); of a run that verifies
    #[cfg(feature = "tui")]
    Cast,
}

pub(super) fn run(
    args: &ExportArgs,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    args.check()?;
    let source = inputs::open(&args.file, invocation)?;
    let timed = || timed::time(&source, &invocation.content()?, VerifyLimits::default());
    match args.to {
        Target::Commands => commands::write(&recording(&source)?, out)?,
        Target::Json => {
            let recording = recording(&source)?;
            let ok = is_true(timed())?;
            out.json(&json::export(&recording, ok))?;
        }
        Target::Code => code::write(source.name(), &timed()?, out)?,
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
