//! `upkeeper save cut`: a state of a run as a run file that can be played on.

use std::io::Write as _;

use clap::Args;

use crate::base::path_text;
use crate::cli::state_selector::{InAndOut, StateSelector, reach, warn_damage};
use crate::cli::{Answer, Failure, Invocation, Output};
use crate::save;

#[derive(Debug, Args)]
pub struct CutArgs {
    #[command(flatten)]
    files: InAndOut,
    #[command(flatten)]
    place: StateSelector,
}

pub(super) fn run(
    args: &CutArgs,
    invocation: &Invocation,
    printed: &mut Output,
) -> Result<Answer, Failure> {
    args.files.check()?;
    let InAndOut { file, out } = &args.files;
    let catalog = invocation.catalog()?;
    let (replay, damage) = reach(file, args.place, &catalog)?;
    warn_damage(damage.as_ref());
    let mut session = save::write_cut(&replay, &catalog, out)?;
    session.sink_mut().sync()?;
    let (out, turn) = (path_text(out), replay.turn());
    writeln!(printed, "{out}: the state at turn {turn}; unranked")?;
    Ok(Answer::Yes)
}
