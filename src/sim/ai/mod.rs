//! How everybody but the player decides: what it perceives changes its mind, its mind says what
//! to do. It knows what it has seen and heard, and nothing else.

mod flee;
mod guard;
mod hunt;
mod idle;
mod perceive;
mod raider;
mod way;

use super::action::Action;
use super::components::{Duty, Mind};
use super::world::{Spot, World};

/// What an actor does with its turn.
pub(super) fn decide(world: &mut World, actor: &Spot) -> Action {
    if world.kind(actor).raider.is_some()
        && let Duty::Raider(own) = world.duty(actor.entity)
    {
        return raider::decide(world, actor, own).unwrap_or(Action::Wait);
    }
    let mind = perceive::perceive(world, actor);
    let action = match mind {
        Mind::Idle => match world.duty(actor.entity) {
            Duty::Guard { post } => guard::keep(world, actor, post),
            Duty::Stray { .. } | Duty::Raider(_) | Duty::None => idle::idle(world, actor),
        },
        Mind::Curious { goal, .. } => way::towards(world, actor, goal).or_else(|| {
            // There, or in the way of others, or on the wrong side of a door: not worth another thought.
            world.set_mind(actor, Mind::Idle);
            None
        }),
        Mind::Hunting { quarry, last_seen, .. } => hunt::hunt(world, actor, quarry, last_seen),
        Mind::Fleeing { from, patience } => flee::flee(world, actor, from, patience),
    };
    action.unwrap_or(Action::Wait)
}
