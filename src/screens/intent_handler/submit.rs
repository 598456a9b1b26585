//! What every intent comes to: a command that is submitted, or a refusal that is logged.

use crate::{ActiveRun, CommandRefusal, Context, RunTransition};
use engine::sim::{Command, Reject};

pub(super) fn submit(command: Command, run: &mut ActiveRun, context: &Context) -> RunTransition {
    run.submit(command, &context.settings);
    RunTransition::Stay
}

pub(super) fn refuse(reject: Reject, run: &mut ActiveRun, context: &Context) -> RunTransition {
    run.log.decide();
    run.refuse(&CommandRefusal::Rules(reject), &context.settings);
    RunTransition::Stay
}
