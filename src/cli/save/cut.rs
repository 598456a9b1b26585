//! `upkeeper save cut`: a place of a run as a snapshot to play on from.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use crate::cli::place::{Place, keep_apart, reach, tell_damage};
use crate::cli::{Answer, Failure, Invocation};
use crate::save;

#[derive(Debug, Args)]
pub struct CutArgs {
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    place: Place,
    /// The run file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub fn run(args: &CutArgs, invocation: &Invocation) -> Result<Answer, Failure> {
    keep_apart(&args.file, &args.out)?;
    let catalog = invocation.catalog()?;
    let (replay, damage) = reach(&args.file, args.place, &catalog)?;
    tell_damage(damage.as_ref());
    let mut session = save::write_cut(&replay, &catalog, &args.out)?;
    session.sink_mut().sync()?;
    let (out, turn) = (args.out.display(), replay.turn());
    writeln!(io::stdout(), "{out}: the state at turn {turn}; unranked")?;
    Ok(Answer::Yes)
}
