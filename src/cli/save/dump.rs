//! `upkeeper save dump`: the whole state at a place of a run.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::cli::state_selector::{StateSelector, reach_whole};
use crate::cli::{Answer, Failure, Invocation, Output, inputs};
use runs::record::Dump;

#[derive(Debug, Args)]
pub(crate) struct DumpArgs {
    /// A run file; `-` is the standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,
    #[command(flatten)]
    place: StateSelector,
}

pub(super) fn run(
    args: &DumpArgs,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    let source = inputs::open(&args.file, invocation)?;
    let replay = reach_whole(&source, args.place, &invocation.catalog()?)?;
    let dump = Dump::new(replay.recording().header(), replay.game(), replay.at());
    out.json_document(&dump.to_json()?)?;
    Ok(Answer::Yes)
}
