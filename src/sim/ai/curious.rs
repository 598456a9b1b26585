//! Going to see what made an actor curious: a noise, or the place where it lost sight of an enemy.

use crate::base::Pos;
use crate::sim::ai::way::{self, Way};
use crate::sim::rules::action::Action;
use crate::sim::state::components::AiState;
use crate::sim::state::world::{ActorRef, World};

/// A step towards the cell that made an actor curious; if no way leads there, its mind becomes idle.
pub(super) fn go_and_look(world: &mut World, actor: &ActorRef, goal: Pos) -> Option<Action> {
    match way::find(world, actor, goal) {
        Way::Step(action) => return Some(action),
        Way::None => world.set_mind(actor, AiState::Idle),
        Way::Blocked => {}
    }
    None
}
