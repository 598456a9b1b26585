//! A step of a raider: through doors in its own manner, past friends, and over known ground.

use crate::sim::prelude::*;
use crate::sim::rules::action::Action;
use crate::sim::state::scratch::{DistanceCache, RaidCaches};

/// One in this many turns before a cell with gas, a raider enters it.
const ENTER_GAS_ONE_IN: u32 = 6;

/// One in this many turns behind a friend, a raider swaps places with it.
const PUSH_ONE_IN: u32 = 5;

/// The action that leads a step in a direction, if there is one. Friends make way for the leader at once, for others
/// now and then: one that is ahead on the same way should go on, not back.
pub(super) fn stride(world: &mut World, actor: &ActorRef, dir: Dir) -> Option<Action> {
    let to = actor.pos + dir;
    if !world.can_occupy(actor, to) || world.cuts_corner(actor, dir) {
        return None;
    }
    if let Some(other) = world.actor_at(to).copied() {
        if world.are_hostile(actor, &other) {
            return Some(Action::Attack(other.id));
        }
        let is_urgent = world
            .raid()
            .is_some_and(|raid| raid.heading == Heading::In && raid.leader() == Some(actor.id));
        let pushes = is_urgent || world.streams.ai.one_in(PUSH_ONE_IN);
        return (pushes && world.makes_way(&other, actor.pos)).then_some(Action::Step(dir));
    }
    if world.is_closed_door(to) {
        let breaks = world.kind(actor).raider.as_ref().map_or(0, |raider| raider.breaks);
        let kicks = world.streams.ai.percent(breaks);
        return Some(if kicks { Action::Force(to) } else { Action::Step(dir) });
    }
    let chokes = world.floor.gas(to) > 0 && world.floor.gas(actor.pos) == 0;
    if chokes && !world.kind(actor).breathless && !world.streams.ai.one_in(ENTER_GAS_ONE_IN) {
        return None;
    }
    Some(Action::Step(dir))
}

/// The ground that a party can plan with: what it has seen of what it can walk on, without the traps that it
/// noticed.
pub(super) fn ground(world: &World, raid: &Raid, from: Pos) -> Bits {
    let floor = &world.floor;
    let mut ground = floor.ground_of_raiders();
    ground.intersect(&raid.seen);
    for &pos in &raid.spotted {
        if floor.fixture(pos).is_some_and(Fixture::is_armed_trap) {
            ground.remove(pos);
        }
    }
    for &pos in raid.braved.iter().filter(|&&pos| floor.is_passable(pos)) {
        ground.insert(pos);
    }
    ground.insert(from);
    ground
}

/// The next direction down a field of distances over the ground the party knows, kept while nothing changes.
pub(super) fn down(
    world: &World,
    actor: &ActorRef,
    sources: impl IntoIterator<Item = Pos>,
    which: fn(&mut RaidCaches) -> &mut DistanceCache,
) -> Option<Dir> {
    let raid = world.raid()?;
    let traps = (raid.spotted.len(), raid.braved.len());
    let of = Some((world.floor.passability_version(), traps));
    let mut scratch = world.scratch.borrow_mut();
    let ways = which(&mut scratch.raid);
    if ways.of != of || ways.seen != raid.seen {
        let ground = ground(world, raid, world.floor.start);
        ways.field.spread(&ground, sources, Moves::Eight, DistanceField::MAX_DISTANCE);
        ways.of = of;
        ways.seen.clone_from(&raid.seen);
    }
    ways.field.step_down(actor.pos)
}
