//! `upkeeper save compact`: a run file without keyframes and with few digests.

use std::io::Write as _;

use clap::Args;
use serde::Serialize;

use crate::cli::outputs::ReportFormat;
use crate::cli::state_selector::{InAndOut, warn_torn};
use crate::cli::{Answer, Failure, Invocation, Output};
use runs::save;

#[derive(Debug, Args)]
pub(crate) struct CompactArgs {
    #[command(flatten)]
    files: InAndOut,
    #[command(flatten)]
    format: ReportFormat,
}

#[derive(Serialize)]
struct CompactReport {
    schema: &'static str,
    file: String,
    commands: u32,
    bytes: u64,
    /// The length of the file that was read.
    bytes_before: u64,
}

pub(super) fn run(
    args: &CompactArgs,
    invocation: &Invocation,
    printed: &mut Output,
) -> Result<Answer, Failure> {
    let (source, out) = (args.files.open(invocation)?, &args.files.out);
    // Read to its end first, so that damage leaves no file behind.
    let loaded = source.load()?;
    warn_torn(source.name(), loaded.torn);
    let after = save::compact(&source, &out.path, out.overwrite())?;
    let (before, commands) = (loaded.length(), loaded.total);
    if args.format.is_json() {
        printed.json(&CompactReport {
            schema: "upkeeper.compact/1",
            file: out.path.display().to_string(),
            commands,
            bytes: after,
            bytes_before: before,
        })?;
    } else {
        let out = out.name();
        writeln!(printed, "{out}: {commands} commands in {after} bytes; {before} before")?;
    }
    Ok(Answer::Yes)
}
