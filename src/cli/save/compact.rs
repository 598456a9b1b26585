//! `upkeeper save compact`: a run file without keyframes and with few digests.

use std::io::Write as _;

use clap::Args;

use crate::cli::state_selector::{InAndOut, warn_torn};
use crate::cli::{Answer, Failure, Invocation, Output};
use crate::save;

#[derive(Debug, Args)]
pub struct CompactArgs {
    #[command(flatten)]
    files: InAndOut,
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
    let (out, before, commands) = (out.name(), loaded.length(), loaded.total);
    writeln!(printed, "{out}: {commands} commands in {after} bytes; {before} before")?;
    Ok(Answer::Yes)
}
