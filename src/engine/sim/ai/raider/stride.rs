//! Steps over the ground that a party knows, and the routes to the edges of it.

use crate::sim::action::Action;
use crate::sim::prelude::*;
use crate::sim::state::scratch::{DistanceCache, RaidCaches};

/// One in this many turns before a cell with gas, a raider enters it.
const ENTER_GAS_ONE_IN: u32 = 6;

/// One in this many turns behind a friend, a raider swaps places with it.
const PUSH_ONE_IN: u32 = 5;

/// The action that leads a step in a direction, if there is one. Friends make way for a leader at
/// once, for others now and then: one that is ahead on the same way should go on, not back.
pub(crate) fn stride(world: &mut World, actor: &ActorRef, dir: Dir) -> Option<Action> {
    let to = actor.pos + dir;
    if !world.can_occupy(actor, to) || world.cuts_corner(actor, dir) {
        return None;
    }
    if let Some(other) = world.actor_at(to).copied() {
        if world.are_hostile(actor, &other) {
            return Some(Action::Attack(other.id));
        }
        let pushes = match world.raid().map(|raid| right_of_way(raid, actor, &other)) {
            Some(RightOfWay::Yes) => true,
            Some(RightOfWay::No) => false,
            _ => world.streams.ai.one_in(PUSH_ONE_IN),
        };
        return (pushes && world.makes_way(&other, actor.pos)).then_some(Action::Step(dir));
    }
    if world.is_closed_door(to) {
        let breaks = world.raider_kind(actor).map_or(0, |raider| raider.breaks);
        let kicks = world.streams.ai.percent(breaks);
        return Some(if kicks { Action::Force(to) } else { Action::Step(dir) });
    }
    let chokes = world.floor.gas(to) > 0 && world.floor.gas(actor.pos) == 0;
    if chokes && !world.kind(actor).breathless && !world.streams.ai.one_in(ENTER_GAS_ONE_IN) {
        return None;
    }
    Some(Action::Step(dir))
}

enum RightOfWay {
    Yes,
    No,
    NowAndThen,
}

/// Whether a friend makes way for a raider. The leader of a team comes first; of two leaders one
/// behind the other, neither passes.
fn right_of_way(raid: &Raid, actor: &ActorRef, other: &ActorRef) -> RightOfWay {
    let led = |id| {
        let team = &raid.teams[raid.team_of(id)?];
        (raid.leader_of(team) == Some(id)).then_some(team)
    };
    if raid.turned_back {
        return RightOfWay::NowAndThen;
    }
    match (led(actor.id), led(other.id)) {
        (Some(_), None) => RightOfWay::Yes,
        (Some(_), Some(theirs)) if theirs.route.last() == Some(&actor.pos) => RightOfWay::Yes,
        (Some(_), Some(_)) => RightOfWay::No,
        (None, _) => RightOfWay::NowAndThen,
    }
}

/// The ground that a party goes home by: what it knows of what it can walk on, without the traps
/// that it noticed.
fn ground(world: &World, raid: &Raid) -> Bits {
    let floor = &world.floor;
    let mut ground = floor.ground_of_raiders();
    ground.intersect(&raid.seen);
    for &pos in &raid.spotted {
        if floor.fixture(pos).is_some_and(Fixture::is_armed_trap) {
            ground.remove(pos);
        }
    }
    ground.insert(floor.start);
    ground
}

/// The next direction down a field of distances over the ground the party knows, kept while nothing
/// changes.
pub(crate) fn down(
    world: &World,
    actor: &ActorRef,
    sources: impl IntoIterator<Item = Pos>,
    which: fn(&mut RaidCaches) -> &mut DistanceCache,
) -> Option<Dir> {
    let raid = world.raid()?;
    let of = Some((world.floor.passability_version, raid.spotted.len()));
    let mut scratch = world.scratch.borrow_mut();
    let ways = which(&mut scratch.raid);
    if ways.of != of || ways.seen != raid.seen {
        let ground = ground(world, raid);
        ways.field.spread(&ground, sources, Moves::Eight, DistanceField::MAX_DISTANCE);
        ways.of = of;
        ways.seen.clone_from(&raid.seen);
    }
    ways.field.step_down(actor.pos)
}

/// Ground beside a cell that the party has not seen.
pub(super) fn edges(ground: &Bits, seen: &Bits) -> Bits {
    let mut edges = ground.clone();
    let (stride, words) = (seen.stride(), seen.words());
    for (y, row) in edges.words_mut().chunks_exact_mut(stride.max(1)).enumerate() {
        let place = y * stride;
        let own = &words[place..place + stride];
        let north = y.checked_sub(1).map(|above| &words[above * stride..place]);
        let south = words.get(place + stride..place + 2 * stride);
        for (column, word) in row.iter_mut().enumerate().filter(|(_, word)| **word != 0) {
            // Beyond the grid there is nothing to be seen.
            let beside = |row: Option<&[u64]>| row.map_or(u64::MAX, |row| row[column]);
            let west = if column > 0 { own[column - 1] >> 63 } else { 1 };
            let east = own.get(column + 1).map_or(1 << 63, |word| word << 63);
            let middle = own[column];
            *word &= !((middle << 1 | west) & (middle >> 1 | east) & beside(north) & beside(south));
        }
    }
    edges
}
