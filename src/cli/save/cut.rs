//! `upkeeper save cut`: a state of a run as a run file that can be played on.

use clap::Args;

use crate::cli::outputs::{ReportFormat, WrittenRun};
use crate::cli::state_selector::{InAndOut, StateSelector, reach, warn_damage};
use crate::cli::{Answer, Failure, Invocation, Output};
use runs::save;

#[derive(Debug, Args)]
pub(crate) struct CutArgs {
    #[command(flatten)]
    files: InAndOut,
    #[command(flatten)]
    place: StateSelector,
    #[command(flatten)]
    format: ReportFormat,
}

pub(super) fn run(
    args: &CutArgs,
    invocation: &Invocation,
    printed: &mut Output,
) -> Result<Answer, Failure> {
    let (source, out) = (args.files.open(invocation)?, &args.files.out);
    let catalog = invocation.catalog()?;
    let (replay, damage) = reach(&source, args.place, &catalog)?;
    warn_damage(damage.as_ref());
    let mut session = save::write_cut(&replay, &catalog, &out.path, out.overwrite())?;
    session.sink_mut().sync()?;
    let (out, turn) = (out.name(), replay.turn());
    let words = format!("{out}: the state at turn {turn}; unranked");
    args.format.report(&WrittenRun::of(&session), &words, printed)?;
    Ok(Answer::Yes)
}
