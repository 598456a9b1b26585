//! What every intent comes to: a command that is submitted, or a refusal that is logged.

use crate::{ActiveRun, CommandRefusal, Context, Transition};
use engine::sim::{Command, Reject};

pub(super) fn submit(command: Command, run: &mut ActiveRun, context: &Context) -> Transition {
    run.submit(command, &context.settings);
    Transition::Stay
}

pub(super) fn refuse(reject: Reject, run: &mut ActiveRun, context: &Context) -> Transition {
    run.log.decide();
    run.refuse(&CommandRefusal::Rules(reject), &context.settings);
    Transition::Stay
}
