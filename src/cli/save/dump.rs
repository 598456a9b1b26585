//! `upkeeper save dump`: the whole state at a place of a run.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use clap::Args;

use crate::cli::state_selector::{StateSelector, reach_whole};
use crate::cli::{Answer, Failure, Invocation};
use crate::record::Dump;

#[derive(Debug, Args)]
pub struct DumpArgs {
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    place: StateSelector,
}

pub(super) fn run(args: &DumpArgs, invocation: &Invocation) -> Result<Answer, Failure> {
    let replay = reach_whole(&args.file, args.place, &invocation.catalog()?)?;
    let dump = Dump::new(replay.recording().header(), replay.game(), replay.at());
    let mut out = BufWriter::new(io::stdout().lock());
    serde_json::to_writer_pretty(&mut out, &dump)?;
    writeln!(out)?;
    out.flush()?;
    Ok(Answer::Yes)
}
