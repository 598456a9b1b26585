//! Walks over what is known: to the nearest goal, past whoever stands there, and what danger bars the way.

use crate::base::{Bits, Field, Moves, Pos};

use super::Stop;
use crate::sim::Fixture;
use crate::sim::action::Action;
use crate::sim::components::Mind;
use crate::sim::world::World;

/// So near the next goal mostly is, in steps: looked for there first.
const NEAR: u16 = 8;

/// A step on the shortest safe known way to the nearest of some goals; `there` once on one.
pub(super) fn walk(
    world: &World,
    goals: impl IntoIterator<Item = Pos> + Clone,
    there: Stop,
) -> Result<Action, Stop> {
    let here = world.player_pos();
    let safe = safe_known(world);
    let field = &mut world.scratch.borrow_mut().way;
    // From a ledge there is one way only.
    if let Some(Fixture::Drop(down)) = world.floor.fixture(here) {
        let below = here + down;
        field.spread_until(&safe, goals, Moves::Eight, below).ok_or(Stop::NoWay)?;
        return if safe.contains(below) { Ok(Action::Step(down)) } else { Err(Stop::NoWay) };
    }
    let is_near = field.spread_until_near(&safe, goals.clone(), Moves::Eight, here, NEAR).is_some();
    if !is_near && field.spread_until(&safe, goals.clone(), Moves::Eight, here).is_none() {
        let crowded = with_those_in_the_way(world, safe);
        field.spread_until(&crowded, goals, Moves::Eight, here).ok_or(Stop::NoWay)?;
        return after(world, field);
    }
    field.step_down(here).map(Action::Step).ok_or(there)
}

/// On a way on which somebody stands: after whoever goes the same way, and up to whoever does not.
fn after(world: &World, field: &Field) -> Result<Action, Stop> {
    let mut at = world.player_pos();
    let mut first = None;
    while let Some(dir) = field.step_down(at) {
        at = at + dir;
        first = first.or(Some(dir));
        let Some(spot) = world.spot_at(at).filter(|_| world.sight.visible.contains(at)) else {
            continue;
        };
        let goes_on = matches!(world.mind(spot.entity), Mind::Fleeing { .. })
            || !world.are_hostile(&world.roster[0], spot);
        let is_far = !at.is_beside(world.player_pos());
        return first
            .filter(|_| goes_on && is_far)
            .map(Action::Step)
            .ok_or(Stop::Crowded(spot.kind));
    }
    Err(Stop::NoWay)
}

/// The first armed trap known on the shortest way to some goals that would be safe without it; else that there is
/// no way.
pub(super) fn trap_in_the_way(world: &World, goals: impl IntoIterator<Item = Pos>) -> Stop {
    let here = world.player_pos();
    let mut open = safe_known(world);
    let mut traps = world.floor.feared().clone();
    traps.intersect(world.floor.planned());
    open.union(&traps);
    let field = &mut world.scratch.borrow_mut().way;
    if field.spread_until(&open, goals, Moves::Eight, here).is_none() {
        return Stop::NoWay;
    }
    let mut at = here;
    while let Some(dir) = field.step_down(at) {
        at = at + dir;
        if let Some(Fixture::Trap { kind, armed: true }) = world.floor.known(at).fixture {
            return Stop::Trapped { trap: kind, at };
        }
    }
    Stop::NoWay
}

/// The same cells, and those on which somebody stands whom one could wait for to go away.
fn with_those_in_the_way(world: &World, mut safe: Bits) -> Bits {
    let ground = world.ground(&world.roster[0]);
    for spot in &world.roster[1..] {
        let is_safe = ground.contains(spot.pos) && !world.floor.feared().contains(spot.pos);
        if is_safe && world.sight.visible.contains(spot.pos) {
            safe.insert(spot.pos);
        }
    }
    safe
}

/// The cells that the player knows and would set foot on without asking.
pub(super) fn safe_known(world: &World) -> Bits {
    let floor = &world.floor;
    let mut safe = world.ground(&world.roster[0]);
    safe.intersect(floor.planned());
    safe.subtract(floor.feared());
    for &pos in floor.gassy().iter().chain(floor.burning()) {
        if world.sight.visible.contains(pos) {
            safe.remove(pos);
        }
    }
    // Whoever laid the bar wants to be asked before it is lifted.
    for pos in floor.shut().iter().filter(|&pos| world.is_barred(pos)) {
        safe.remove(pos);
    }
    for spot in &world.roster[1..] {
        let is_in_the_way =
            world.are_hostile(&world.roster[0], spot) || !world.makes_way(spot, world.player_pos());
        if is_in_the_way && world.sight.visible.contains(spot.pos) {
            safe.remove(spot.pos);
        }
    }
    safe.insert(world.player_pos());
    safe
}
