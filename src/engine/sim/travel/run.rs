//! Runs: straight ahead, and round the bends of a passage, until something is worth a stop.

use crate::sim::prelude::*;

/// The direction of the next step of a run whose last step had this direction, or why the run ends.
pub(crate) fn next(world: &World, heading: Dir) -> Result<Dir, Interruption> {
    let here = world.player_pos();
    let before = here + heading.opposite();
    let safe = world.known_safe_ground();
    if is_notable(world, here) || appears_beside(world, here, before) {
        return Err(Interruption::Beside);
    }
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
    let Pos { x, y } = dir.offset();
    let squeezes = || {
        dir.is_diagonal()
            && !(safe.contains(from + Pos::new(x, 0)) && safe.contains(from + Pos::new(0, y)))
    };
    safe.contains(from + dir) && !squeezes()
}

/// Whether there is something notable beside a cell that was not beside the cell before.
fn appears_beside(world: &World, here: Pos, before: Pos) -> bool {
    here.neighbours().any(|pos| {
        pos.steps_to(before) > 1
            && (is_notable(world, pos)
                || (world.is_occupied(pos) && world.sight.visible.contains(pos)))
    })
}

/// Whether the player knows of something on a cell that a run stops for: an item, a job other than a stain, a door, a
/// fixture that is good for something.
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
