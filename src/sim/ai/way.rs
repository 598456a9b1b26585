//! Where an actor's feet will take it.

use crate::base::{Dir, Line, Pos, Tie, sees};

use crate::sim::action::Action;
use crate::sim::world::{Spot, World};

/// What a cell costs somebody who would rather not: others in the way, gas, fire, a barred door.
const RELUCTANCE: u8 = 8;

/// Whether it would take this step. At leisure, who lives here minds the traps; in a chase only
/// the wary do. Raiders never know better.
pub(super) fn is_open(world: &World, actor: &Spot, dir: Dir, at_leisure: bool) -> bool {
    let to = actor.pos + dir;
    world.bears(actor, to)
        && !world.cuts_corner(actor, dir)
        && (!world.is_occupied(to) || is_unaware_of(world, actor, to))
        && (!world.is_closed_door(to) || opens(world, actor, to))
        && (!world.is_armed_trap(to) || !minds_traps(world, actor, at_leisure))
        && (world.floor.gas(to) == 0 || world.kind(actor).breathless)
        && (world.floor.fire(to) == 0 || world.kind(actor).fireproof)
}

/// Somebody stands there whom it cannot know of: an enemy in hiding.
fn is_unaware_of(world: &World, actor: &Spot, to: Pos) -> bool {
    world.hidden && to == world.player_pos() && world.are_hostile(actor, &world.roster[0])
}

/// A shut door opens to it by the latch.
fn opens(world: &World, actor: &Spot, door: Pos) -> bool {
    world.kind(actor).opens_doors && !world.is_barred(door)
}

/// It stands in flames that harm it.
pub(super) fn is_in_fire(world: &World, actor: &Spot) -> bool {
    world.floor.fire(actor.pos) > 0 && !world.kind(actor).fireproof
}

/// The first step that leads out of the flames.
pub(super) fn out_of_fire(world: &World, actor: &Spot) -> Option<Action> {
    Dir::ALL.into_iter().find(|&dir| is_open(world, actor, dir, false)).map(Action::Step)
}

fn minds_traps(world: &World, actor: &Spot, at_leisure: bool) -> bool {
    let kind = world.kind(actor);
    let lives_here = kind.mind.drawn_to != Some(crate::content::Drawn::Exit);
    !world.is_aloft(actor) && (kind.mind.wary || (at_leisure && lives_here))
}

/// A step on the way to a place: straight ahead in the open, by A* round corners; a blow at a barred door that
/// is in the way of somebody who breaks doors.
pub(super) fn towards(world: &World, actor: &Spot, goal: Pos) -> Option<Action> {
    if goal == actor.pos {
        return None;
    }
    straight(world, actor, goal).map(Action::Step).or_else(|| around(world, actor, goal))
}

/// The first step along the line, if the feet can follow it to its end: so every step leads nearer, by
/// this way or by the other, and nobody goes to and fro before a corner.
fn straight(world: &World, actor: &Spot, goal: Pos) -> Option<Dir> {
    if !sees(world.floor.opaque(), actor.pos, goal) {
        return None;
    }
    let mut at = *actor;
    for next in Line::new(actor.pos, goal, Tie::NorthWest) {
        let dir = Dir::between(at.pos, next)?;
        if world.cuts_corner(&at, dir) || (next != goal && !world.bears(actor, next)) {
            return None;
        }
        at.pos = next;
    }
    let first = Line::new(actor.pos, goal, Tie::NorthWest).next()?;
    Dir::between(actor.pos, first).filter(|&dir| is_open(world, actor, dir, false))
}

fn around(world: &World, actor: &Spot, goal: Pos) -> Option<Action> {
    let kind = world.kind(actor);
    let minds_traps = minds_traps(world, actor, false);
    let mut scratch = world.scratch.borrow_mut();
    let scratch = &mut *scratch;
    let batters = |pos| kind.forces && world.is_barred(pos);
    let cost = |pos: Pos| -> u8 {
        if !world.bears(actor, pos)
            || (world.is_closed_door(pos) && !opens(world, actor, pos) && !batters(pos))
            || (minds_traps && world.is_armed_trap(pos))
        {
            return 0;
        }
        let in_the_way = world.is_occupied(pos) && pos != goal;
        let chokes = world.floor.gas(pos) > 0 && !kind.breathless;
        let burns = world.floor.fire(pos) > 0 && !kind.fireproof;
        if in_the_way || chokes || burns || batters(pos) { RELUCTANCE } else { 1 }
    };
    scratch.astar.path_by(
        world.floor.width(),
        world.floor.height(),
        cost,
        actor.pos,
        goal,
        &mut scratch.path,
    )?;
    let next = *scratch.path.first()?;
    if batters(next) {
        return Some(Action::Force(next));
    }
    let dir = Dir::between(actor.pos, next)?;
    is_open(world, actor, dir, false).then_some(Action::Step(dir))
}
