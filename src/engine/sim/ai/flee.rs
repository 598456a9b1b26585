//! Fleeing from a danger.

use crate::sim::ai::{guard, pathing};
use crate::sim::prelude::*;
use crate::sim::rules::action::Action;

/// An actor stops fleeing at this many cells more than the turns that it would still flee.
const SAFE_MARGIN_CELLS: i32 = 4;

/// A step away from the danger; a blow at it where there is none. An actor that can do neither regains health.
pub(super) fn flee(world: &mut World, actor: &ActorRef, from: Pos, patience: u8) -> Option<Action> {
    if actor.pos.steps_to(from) > i32::from(patience) + SAFE_MARGIN_CELLS {
        return None;
    }
    let action = away(world, actor, from).or_else(|| bite(world, actor, from));
    if action.is_none() {
        guard::catch_breath(world, actor);
    }
    action
}

/// A blow at the enemy on a cell beside, unless the actor is frightened by a status.
fn bite(world: &World, actor: &ActorRef, at: Pos) -> Option<Action> {
    if world.has_status(actor.entity, Status::Frightened) {
        return None;
    }
    let cornered_by = world.actor_at(at).filter(|other| world.are_hostile(actor, other))?;
    let dir = Dir::between(actor.pos, at)?;
    (!world.cuts_corner(actor, dir)).then_some(Action::Attack(cornered_by.id))
}

/// The step that leads farthest away from a cell; `None` if no step leads away.
pub(super) fn away(world: &World, actor: &ActorRef, from: Pos) -> Option<Action> {
    Dir::ALL
        .into_iter()
        .filter(|&dir| pathing::is_open(world, actor, dir, false))
        .map(|dir| ((actor.pos + dir).squared(from), dir))
        .filter(|&(squared, _)| squared > actor.pos.squared(from))
        .max_by_key(|&(squared, dir)| (squared, std::cmp::Reverse(dir)))
        .map(|(_, dir)| Action::Step(dir))
}
