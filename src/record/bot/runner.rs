use crate::sim::{Command, Status};
use crate::view::View;

use super::{Bot, eyes};

/// In at the start, out at the exit, and as little as possible in between.
pub struct Runner;

impl Bot for Runner {
    fn decide(&mut self, view: &View<'_>) -> Command {
        if view.status() == Status::Busy {
            return Command::Continue;
        }
        leave(view)
    }
}

/// Clocks out, or gets nearer to doing so.
pub(super) fn leave(view: &View<'_>) -> Command {
    let player = view.player();
    if player.pos == view.exit() {
        return Command::ClockOut;
    }
    if let Some(out) = eyes::leave_gas(view) {
        return out;
    }
    let wounded = player.health * 2 < player.most;
    if wounded && let Some(drink) = eyes::remedy(view) {
        return drink;
    }
    for command in [Command::TravelToExit, Command::Explore] {
        if view.refusal(&command).is_none() {
            return command;
        }
    }
    if let Some(dir) = eyes::step_towards(view, [view.exit()]) {
        return Command::Step(dir);
    }
    eyes::fight(view, &eyes::menaces(view)).unwrap_or(Command::Wait)
}
