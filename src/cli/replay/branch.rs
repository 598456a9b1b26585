//! `upkeeper replay branch`: another run from a turn of this one.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use crate::cli::place::{Place, keep_apart, reach_whole};
use crate::cli::{Answer, Failure, Invocation};
use crate::save;

#[derive(Debug, Args)]
pub struct BranchArgs {
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    place: Place,
    /// The run file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub fn run(args: &BranchArgs, invocation: &Invocation) -> Result<Answer, Failure> {
    if args.place.is_end() {
        return Err(Failure::usage(&"branch where? Say --turn N or --command N"));
    }
    keep_apart(&args.file, &args.out)?;
    let catalog = invocation.catalog()?;
    let replay = reach_whole(&args.file, args.place, &catalog)?;
    let (commands, turn) = (replay.at(), replay.turn());
    let mut session =
        save::write_branch(&mut replay.into_recording(), commands, &catalog, &args.out)?;
    session.sink_mut().sync()?;
    let out = args.out.display();
    writeln!(io::stdout(), "{out}: the same run up to turn {turn}, {commands} commands; unranked")?;
    Ok(Answer::Yes)
}
