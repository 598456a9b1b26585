//! `upkeeper replay export`: a run for other programs, one exporter a file.

mod code;
mod commands;
mod json;
mod lss;

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::timed::{self, CategoryArg};
use crate::cli::state_selector::warn_torn;
use crate::cli::{Answer, Failure, Invocation, Output, inputs};
use crate::record::{Recording, VerifyLimits};
use crate::save::RunSource;

#[derive(Debug, Args)]
pub struct ExportArgs {
    /// A run file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// What to make of it
    #[arg(long, value_enum)]
    to: Target,
    /// For lss
    #[command(flatten)]
    category: CategoryArg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Target {
    /// A script, as `save step --commands` reads it
    Commands,
    /// One object with every command and digest
    Json,
    /// A line of text to paste, which `replay import` makes a run file of; of a run from its own start that verifies
    Code,
    /// LiveSplit's splits, with the run as personal best; of a run that verifies and qualifies for the category
    Lss,
}

pub(super) fn run(
    args: &ExportArgs,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    let source = inputs::open(&args.file, invocation)?;
    let timed = || timed::time(&source, &invocation.content()?, VerifyLimits::default());
    match args.to {
        Target::Commands => commands::write(&recording(&source)?, out)?,
        Target::Json => out.json(&json::export(&recording(&source)?))?,
        Target::Code => code::write(source.name(), &timed()?, out)?,
        Target::Lss => {
            let catalog = invocation.catalog()?;
            lss::write(source.name(), &timed()?, args.category.find(&catalog)?, out)?;
        }
    }
    Ok(Answer::Yes)
}

fn recording(source: &RunSource) -> Result<Recording, Failure> {
    let opened = source.recording()?;
    warn_torn(source.name(), opened.torn);
    Ok(opened.whole()?)
}
