//! `upkeeper replay branch`: a new run that takes over the first turns of another one.

use clap::Args;

use crate::cli::outputs::{ReportFormat, WrittenRun};
use crate::cli::state_selector::{InAndOut, StateSelector, reach_whole};
use crate::cli::{Answer, Failure, Invocation, Output};

#[derive(Debug, Args)]
pub(crate) struct BranchArgs {
    #[command(flatten)]
    files: InAndOut,
    #[command(flatten)]
    place: StateSelector,
    #[command(flatten)]
    format: ReportFormat,
}

pub(super) fn run(
    args: &BranchArgs,
    invocation: &Invocation,
    printed: &mut Output,
) -> Result<Answer, Failure> {
    if args.place.is_end() {
        return Err(Failure::usage(&"branch where? Say --turn N or --command N"));
    }
    let (source, out) = (args.files.open(invocation)?, &args.files.out);
    let catalog = invocation.catalog()?;
    let replay = reach_whole(&source, args.place, &catalog)?;
    let (commands, turn) = (replay.at(), replay.turn());
    let mut session = out.write_branch(replay, &catalog)?;
    session.sink_mut().sync()?;
    let out = out.name();
    let words = format!("{out}: the same run up to turn {turn}, {commands} commands; unranked");
    args.format.report(&WrittenRun::of(&session), &words, printed)?;
    Ok(Answer::Yes)
}
