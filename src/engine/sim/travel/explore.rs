//! Exploring, and runs along passages.

use crate::sim::action::Action;
use crate::sim::prelude::*;
use crate::sim::reject::Obstacle;
use crate::sim::travel::walk;

/// A step to the nearest cell worth a look: one not seen yet, one beside what is not known yet, or
/// one with something to pick up.
pub(crate) fn explore(world: &World) -> Result<Action, Interruption> {
    if is_worth_taking(world, world.player_pos()) {
        return Ok(Action::Get);
    }
    let goals = unexplored(world);
    fail_if(goals.is_empty(), Interruption::Explored)?;
    walk::where_no_way(walk::walk(world, goals.iter(), Interruption::NoWay), || {
        let gated = walk::seek_gate(world, |pos| goals.contains(pos), Interruption::Explored);
        gated.map_err(|why| match why {
            Interruption::Gated(_) | Interruption::Explored => what_ends_it(world, &goals, why),
            _ => why,
        })
    })
}

/// A step of the search for work: as [`explore`] does to the nearest unknown part, or before a
/// locked door that the player has a key for, if that is nearer.
pub(crate) fn seek_job(world: &World) -> Result<Action, Interruption> {
    if is_worth_taking(world, world.player_pos()) {
        return Ok(Action::Get);
    }
    fail_if(door_to_unlock(world).is_some(), Interruption::Barred(Gate::LockedDoor))?;
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
    for pos in world.floor.remembered.iter() {
        if world.floor.known(pos).fixture.is_some_and(Fixture::hides) {
            goals.remove(pos);
        }
    }
    for pos in world.floor.remembered.iter() {
        if is_worth_taking(world, pos) {
            goals.insert(pos);
        }
    }
    goals.remove(world.player_pos());
    goals
}

/// Why exploring ends: the obstacle that lies in the way of the goals, or else the reason found
/// before. A bar is named rather than a gate, because it can be lifted at once.
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
        world.shift.discarded.binary_search(&pos).is_err()
            && !world.is_for_sale(pos)
            && world.belongings().has_room(kind, &world.catalog)
    })
}

/// The direction of the next step of a run whose last step had this direction, or why the run ends.
pub(crate) fn next(world: &World, heading: Dir) -> Result<Dir, Interruption> {
    let here = world.player_pos();
    let before = here + heading.opposite();
    let safe = world.known_safe_ground();
    fail_if(is_notable(world, here) || appears_beside(world, here, before), Interruption::Beside)?;
    if leads(&safe, here, heading) && !world.is_closed_door(here + heading) {
        let opens = sides(heading)
            .into_iter()
            .any(|side| leads(&safe, here, side) && !leads(&safe, before, side));
        return if opens { Err(Interruption::Fork) } else { Ok(heading) };
    }
    bend(world, &safe, here, before)
}

/// The only way on from a cell, apart from the way that leads back.
fn bend(world: &World, safe: &Bits, here: Pos, before: Pos) -> Result<Dir, Interruption> {
    let is_new = |dir: &Dir| {
        let to = here + *dir;
        let is_reached_before =
            to == before || Dir::between(before, to).is_some_and(|dir| leads(safe, before, dir));
        leads(safe, here, *dir) && !is_reached_before
    };
    let mut ways: Vec<Dir> = Dir::CARDINAL.into_iter().filter(is_new).collect();
    if ways.is_empty() {
        ways = Dir::ALL.into_iter().filter(is_new).collect();
    }
    match ways[..] {
        [only] if !world.is_closed_door(here + only) => Ok(only),
        _ => Err(Interruption::Fork),
    }
}

/// The directions to the left and to the right of a heading.
fn sides(heading: Dir) -> [Dir; 2] {
    [2, 6].map(|turn| Dir::ALL[(heading as usize + turn) % Dir::ALL.len()])
}

/// Whether a step in a direction stays on safe ground and cuts no corner of it.
fn leads(safe: &Bits, from: Pos, dir: Dir) -> bool {
    safe.contains(from + dir) && !safe.cuts_corner(from, dir)
}

/// Whether there is something notable beside a cell that was not beside the cell before.
fn appears_beside(world: &World, here: Pos, before: Pos) -> bool {
    here.neighbours().any(|pos| {
        pos.steps_to(before) > 1
            && (is_notable(world, pos)
                || (world.is_occupied(pos) && world.sight.visible.contains(pos)))
    })
}

/// Whether the player knows of something on a cell that a run stops for: an item, a job other than
/// a stain, a door, a fixture that is good for something.
fn is_notable(world: &World, pos: Pos) -> bool {
    let known = world.floor.known(pos);
    let has_job = || world.known_job_at(pos).is_some_and(|job| job != JobKind::Stain);
    known.item.is_some()
        || has_job()
        || match known.fixture {
            Some(Fixture::Door(door)) => door != Door::Broken,
            Some(
                Fixture::Trap { armed: true, .. }
                | Fixture::Chest { .. }
                | Fixture::Closet
                | Fixture::Chute
                | Fixture::Well
                | Fixture::Wardrobe
                | Fixture::Alcove
                | Fixture::Drop(_),
            ) => true,
            _ => known.plan && pos == world.floor.exit,
        }
}
