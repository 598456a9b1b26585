//! `upkeeper save compact`: a run without its keyframes.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use crate::cli::place::{keep_apart, tell_torn};
use crate::cli::{Answer, Failure};
use crate::save;

#[derive(Debug, Args)]
pub struct CompactArgs {
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The run file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub fn run(args: &CompactArgs) -> Result<Answer, Failure> {
    keep_apart(&args.file, &args.out)?;
    // Read to its end first, so that damage leaves no file behind.
    let loaded = save::load(&args.file)?;
    tell_torn(&args.file, loaded.torn);
    let after = save::compact(&args.file, &args.out)?;
    let (out, before, commands) = (args.out.display(), loaded.length(), loaded.total);
    writeln!(io::stdout(), "{out}: {commands} commands in {after} bytes; {before} before")?;
    Ok(Answer::Yes)
}
