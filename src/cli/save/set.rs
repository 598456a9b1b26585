//! `upkeeper save set`: a state with some of its values changed.

use clap::Args;

use super::made;
use crate::cli::outputs::ReportFormat;
use crate::cli::state_selector::{InAndOut, StateSelector, reach_whole};
use crate::cli::{Answer, Failure, Invocation, Output};
use runs::record::{Assignment, Dump};

#[derive(Debug, Args)]
pub(crate) struct SetArgs {
    #[command(flatten)]
    place: StateSelector,
    #[command(flatten)]
    files: InAndOut,
    /// What to change: a path as in the dump, and a JSON value or a word: shift.clock=5,
    /// actors[id=7].vitals.health=3, 'floor.tiles[3,4]=#'; null takes an entry of a list away
    #[allow(rustdoc::broken_intra_doc_links, reason = "the text is the option's help")]
    #[arg(required = true, value_name = "PATH=VALUE")]
    assignments: Vec<Assignment>,
    #[command(flatten)]
    format: ReportFormat,
}

pub(super) fn run(
    args: &SetArgs,
    invocation: &Invocation,
    printed: &mut Output,
) -> Result<Answer, Failure> {
    let source = args.files.open(invocation)?;
    let content = invocation.content()?;
    let replay = reach_whole(&source, args.place, &content.catalog)?;
    let dump = Dump::new(replay.recording().header(), replay.game(), replay.at());
    let mut dump = dump.to_value()?;
    for assignment in &args.assignments {
        let set = assignment.apply(&mut dump);
        set.map_err(|error| Failure { code: 65, message: error.to_string() })?;
    }
    made::write(&dump, source.name(), &content, &args.files.out, args.format, printed)
}
