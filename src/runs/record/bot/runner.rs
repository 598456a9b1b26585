//! A bot that goes straight to the exit.

use engine::sim::{Command, RunStatus};
use engine::view::View;

use super::{Bot, gates, perception, reflexes};

/// Goes to the exit and clocks out; does no work.
pub struct Runner;

impl Bot for Runner {
    fn decide(&mut self, view: &View<'_>) -> Command {
        if view.status() == RunStatus::Busy {
            return Command::Continue;
        }
        reflexes::or_wait(view, leave(view))
    }
}

/// Clocks out at the exit, or the next command on the way there.
pub(super) fn leave(view: &View<'_>) -> Command {
    let player = view.player();
    if player.pos == view.exit() {
        return Command::ClockOut;
    }
    if let Some(out) = reflexes::leave_danger(view) {
        return out;
    }
    let wounded = player.health * 2 < player.max_health;
    if wounded && let Some(drink) = reflexes::heal(view) {
        return drink;
    }
    if let Some(step) = gates::step_down(view) {
        return step;
    }
    let knows_way = perception::steps_to(view, [view.exit()]).is_some();
    if knows_way && view.refusal(&Command::TravelToExit).is_none() {
        return Command::TravelToExit;
    }
    if !knows_way && let Some(through) = gates::open_boss_door(view) {
        return through;
    }
    if view.refusal(&Command::Explore).is_none() {
        return Command::Explore;
    }
    let through =
        || gates::open(view).or_else(|| gates::jump(view)).or_else(|| gates::open_boss_door(view));
    if let Some(through) = (!knows_way).then(through).flatten() {
        return through;
    }
    if let Some(dir) = perception::step_towards(view, [view.exit()]) {
        return Command::Step(dir);
    }
    reflexes::fight(view, &perception::threats(view))
        .or_else(|| reflexes::attack_nearest(view))
        .unwrap_or(Command::Wait)
}
