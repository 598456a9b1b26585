use crate::base::Pos;

use super::{Stop, way};
use crate::sim::action::Action;
use crate::sim::world::World;

/// A step to the nearest cell worth a look: one not seen yet, one beside what is not known yet, or
/// one with something to pick up.
pub(super) fn explore(world: &World) -> Result<Action, Stop> {
    let here = world.player_pos();
    if is_worth_taking(world, here) {
        return Ok(Action::Get);
    }
    let goals = world
        .floor
        .passable()
        .iter()
        .filter(|&pos| pos != here && (is_frontier(world, pos) || is_worth_taking(world, pos)));
    way::walk(world, goals, Stop::Explored).map_err(|_| Stop::Explored)
}

fn is_frontier(world: &World, pos: Pos) -> bool {
    let known = world.floor.known(pos);
    if !known.seen {
        return known.plan;
    }
    pos.neighbours().any(|next| world.floor.contains(next) && !world.floor.known(next).plan)
}

fn is_worth_taking(world: &World, pos: Pos) -> bool {
    world.floor.known(pos).item.is_some_and(|kind| {
        world.discarded.binary_search(&pos).is_err()
            && world.with_belongings(|own| own.has_room(kind, &world.catalog))
    })
}
