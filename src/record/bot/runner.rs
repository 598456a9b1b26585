//! The bot that is in a hurry.

use crate::sim::{Command, Status};
use crate::view::View;

use super::{Bot, eyes, gates};

/// In at the start, out at the exit, and as little as possible in between.
pub struct Runner;

impl Bot for Runner {
    fn decide(&mut self, view: &View<'_>) -> Command {
        if view.status() == Status::Busy {
            return Command::Continue;
        }
        eyes::or_wait(view, leave(view))
    }
}

/// Clocks out, or gets nearer to doing so.
pub(super) fn leave(view: &View<'_>) -> Command {
    let player = view.player();
    if player.pos == view.exit() {
        return Command::ClockOut;
    }
    if let Some(out) = eyes::leave_danger(view) {
        return out;
    }
    let wounded = player.health * 2 < player.most;
    if wounded && let Some(drink) = eyes::remedy(view) {
        return drink;
    }
    if let Some(step) = gates::step_down(view) {
        return step;
    }
    let knows_way = eyes::steps_to(view, [view.exit()]).is_some();
    if knows_way && view.refusal(&Command::TravelToExit).is_none() {
        return Command::TravelToExit;
    }
    if view.refusal(&Command::Explore).is_none() {
        return Command::Explore;
    }
    let through = || gates::open(view).or_else(|| gates::jump(view));
    if let Some(through) = (!knows_way).then(through).flatten() {
        return through;
    }
    if let Some(dir) = eyes::step_towards(view, [view.exit()]) {
        return Command::Step(dir);
    }
    eyes::fight(view, &eyes::menaces(view)).or_else(|| eyes::advance(view)).unwrap_or(Command::Wait)
}
