//! Exploring: steps to the nearest unknown part of the floor.

use crate::sim::interruption::Obstacle;
use crate::sim::prelude::*;
use crate::sim::rules::action::Action;
use crate::sim::travel::{gates, walk};

/// A step to the nearest cell worth a look: one not seen yet, one beside what is not known yet, or
/// one with something to pick up.
pub(super) fn explore(world: &World) -> Result<Action, Interruption> {
    if is_worth_taking(world, world.player_pos()) {
        return Ok(Action::Get);
    }
    let goals = unexplored(world);
    if goals.is_empty() {
        return Err(Interruption::Explored);
    }
    match walk::walk(world, goals.iter(), Interruption::Explored) {
        Err(Interruption::NoWay | Interruption::Explored) => {
            match gates::seek(world, &goals, Interruption::Explored) {
                Err(why @ (Interruption::Gated(_) | Interruption::Explored)) => {
                    Err(what_ends_it(world, &goals, why))
                }
                result => result,
            }
        }
        result => result,
    }
}

/// A step of the search for work: as [`explore`] does to the nearest unknown part, or before a locked door that the player
/// has a key for, if that is nearer.
pub(super) fn seek_job(world: &World) -> Result<Action, Interruption> {
    if is_worth_taking(world, world.player_pos()) {
        return Ok(Action::Get);
    }
    if door_to_unlock(world).is_some() {
        return Err(Interruption::Barred(Gate::LockedDoor));
    }
    let mut goals = unexplored(world);
    for door in world.known_gates().iter().filter(|&door| is_to_unlock(world, door)) {
        for beside in door.cardinals() {
            goals.insert(beside);
        }
    }
    walk::walk(world, goals.iter(), Interruption::Explored).or_else(|_| explore(world))
}

/// The direction of a locked door beside the player, who has a key for it.
pub(crate) fn door_to_unlock(world: &World) -> Option<Dir> {
    Dir::CARDINAL.into_iter().find(|&dir| is_to_unlock(world, world.player_pos() + dir))
}

fn is_to_unlock(world: &World, at: Pos) -> bool {
    world.known_gate_at(at) == Some(Gate::LockedDoor) && world.opens(Gate::LockedDoor)
}

/// The cells worth a look.
fn unexplored(world: &World) -> Bits {
    let mut goals = world.known_frontier();
    // Nobody gets into a wardrobe to see what it is like inside.
    for pos in world.floor.remembered().iter() {
        if world.floor.known(pos).fixture.is_some_and(Fixture::hides) {
            goals.remove(pos);
        }
    }
    for pos in world.floor.remembered().iter() {
        if is_worth_taking(world, pos) {
            goals.insert(pos);
        }
    }
    goals.remove(world.player_pos());
    goals
}

/// Why exploring ends: the obstacle that lies in the way of the goals, or else the reason found before. A bar is named
/// rather than a gate, because it can be lifted at once.
fn what_ends_it(world: &World, goals: &Bits, otherwise: Interruption) -> Interruption {
    let goals: Vec<Pos> = goals.iter().collect();
    match (walk::what_is_in_the_way(world, &goals), otherwise) {
        (Interruption::Blocked { by: Obstacle::Trap(_), .. }, Interruption::Gated(_)) => otherwise,
        (Interruption::Blocked { by, at }, _) => Interruption::Fenced { by, at },
        _ => otherwise,
    }
}

fn is_worth_taking(world: &World, pos: Pos) -> bool {
    world.floor.known(pos).item.is_some_and(|kind| {
        world.shift().discarded.binary_search(&pos).is_err()
            && !world.is_for_sale(pos)
            && world.belongings().has_room(kind, &world.catalog)
    })
}
