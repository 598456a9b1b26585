//! How everybody but the player decides: what it perceives changes its mind, its mind says what
//! to do. It knows what it has seen and heard, and nothing else.

mod bait;
mod boss;
mod flee;
mod guard;
mod hunt;
mod idle;
pub(super) mod perceive;
mod raider;
mod way;

use super::action::Action;
use super::components::{Duty, Mind};
use super::world::{Spot, World};

/// What an actor does with its turn.
pub(super) fn decide(world: &mut World, actor: &Spot) -> Action {
    if let Some(action) = bait::follow(world, actor) {
        return action;
    }
    let mind = perceive::perceive(world, actor);
    let action = match (mind, world.duty(actor.entity)) {
        _ if way::is_in_fire(world, actor) => way::out_of_fire(world, actor),
        (mind, Duty::Boss(own)) => boss::decide(world, actor, own, mind),
        (Mind::Idle, Duty::Raider(_)) => raider::advance(world, actor),
        (Mind::Idle, Duty::Guard { post }) => guard::keep(world, actor, post),
        (Mind::Idle, Duty::Stray { .. } | Duty::None) => idle::idle(world, actor),
        (Mind::Curious { goal, .. }, _) => way::towards(world, actor, goal),
        (Mind::Hunting { quarry, last_seen, .. }, _) => hunt::hunt(world, actor, quarry, last_seen),
        (Mind::Fleeing { from, patience }, _) => flee::flee(world, actor, from, patience),
    };
    action.unwrap_or(Action::Wait)
}
