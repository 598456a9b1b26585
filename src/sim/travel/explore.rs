//! Exploring: steps to the nearest unknown part of the floor.

use crate::base::{Bits, Pos};

use crate::sim::interruption::{Interruption, Obstacle};
use crate::sim::rules::action::Action;
use crate::sim::state::fixture::Fixture;
use crate::sim::state::world::World;
use crate::sim::travel::{gates, walk};

/// A step to the nearest cell worth a look: one not seen yet, one beside what is not known yet, or
/// one with something to pick up.
pub(super) fn explore(world: &World) -> Result<Action, Interruption> {
    let here = world.player_pos();
    if is_worth_taking(world, here) {
        return Ok(Action::Get);
    }
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
    goals.remove(here);
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
