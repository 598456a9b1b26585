//! `upkeeper save compact`: a run file without keyframes and with few digests.

use std::io::Write as _;

use clap::Args;

use crate::base::path_text;
use crate::cli::state_selector::{InAndOut, warn_torn};
use crate::cli::{Answer, Failure, Output};
use crate::save;

#[derive(Debug, Args)]
pub struct CompactArgs {
    #[command(flatten)]
    files: InAndOut,
}

pub(super) fn run(args: &CompactArgs, printed: &mut Output) -> Result<Answer, Failure> {
    args.files.check()?;
    let InAndOut { file, out } = &args.files;
    // Read to its end first, so that damage leaves no file behind.
    let loaded = save::load(file)?;
    warn_torn(file, loaded.torn);
    let after = save::compact(file, out)?;
    let (out, before, commands) = (path_text(out), loaded.length(), loaded.total);
    writeln!(printed, "{out}: {commands} commands in {after} bytes; {before} before")?;
    Ok(Answer::Yes)
}
