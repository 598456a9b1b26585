//! How everybody but the player decides: what it perceives changes its mind, its mind says what
//! to do. It knows what it has seen and heard, and nothing else.

mod bait;
mod flee;
mod hunt;
mod idle;
mod perceive;
mod way;

use super::action::Action;
use super::components::Mind;
use super::world::{Spot, World};

/// What an actor does with its turn.
pub(super) fn decide(world: &mut World, actor: &Spot) -> Action {
    if let Some(action) = bait::follow(world, actor) {
        return action;
    }
    let mind = perceive::perceive(world, actor);
    let action = match mind {
        Mind::Idle => idle::idle(world, actor),
        Mind::Curious { goal, .. } => way::towards(world, actor, goal),
        Mind::Hunting { quarry, last_seen, .. } => hunt::hunt(world, actor, quarry, last_seen),
        Mind::Fleeing { from, patience } => flee::flee(world, actor, from, patience),
    };
    action.unwrap_or(Action::Wait)
}
