//! Going to see what made an actor curious: a noise, or the place where it lost sight of an enemy.

use crate::sim::ai::pathing::{self, NextStep};
use crate::sim::prelude::*;
use crate::sim::rules::action::Action;

/// A step towards the cell that made an actor curious; if no path leads there, it becomes idle.
pub(super) fn go_and_look(world: &mut World, actor: &ActorRef, goal: Pos) -> Option<Action> {
    match pathing::find(world, actor, goal) {
        NextStep::Step(action) => return Some(action),
        NextStep::Unreachable => world.set_ai_state(actor, AiState::Idle),
        NextStep::Blocked => {}
    }
    None
}
