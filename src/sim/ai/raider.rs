use super::way;
use crate::sim::action::Action;
use crate::sim::world::{Spot, World};

/// What a raider does while nobody is in the way: on towards the exit, and out.
pub(super) fn advance(world: &mut World, actor: &Spot) -> Option<Action> {
    let exit = world.floor.exit;
    if actor.pos == exit { Some(Action::Leave) } else { way::towards(world, actor, exit) }
}
