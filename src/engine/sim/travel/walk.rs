//! Walks: a step of the shortest safe way over known ground, and what is in the way where there is
//! none. Walks lead up to gates and never open one by themselves.

use crate::sim::action::Action;
use crate::sim::prelude::*;
use crate::sim::reject::Obstacle;
use base::FirstStep;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A step on the shortest safe known way to the nearest of some goals; `there` once on one.
pub(crate) fn walk(
    world: &World,
    goals: impl IntoIterator<Item = Pos> + Clone,
    there: Interruption,
) -> Result<Action, Interruption> {
    measured_walk(world, goals, there).map(|(step, _)| step)
}

/// A step as [`walk`] finds it. Where no safe way leads to any of the places, the error is the
/// first obstacle on the way, or `none` if there is no way through obstacles either.
pub(crate) fn walk_or_obstacle(
    world: &World,
    places: &[Pos],
    there: Interruption,
    none: Interruption,
) -> Result<Action, Interruption> {
    where_no_way(walk(world, places.iter().copied(), there), || {
        where_no_way(Err(what_is_in_the_way(world, places)), || Err(none))
    })
}

/// The result, or another one where no way leads.
pub(super) fn where_no_way(
    result: Result<Action, Interruption>,
    other: impl FnOnce() -> Result<Action, Interruption>,
) -> Result<Action, Interruption> {
    if result == Err(Interruption::NoWay) { other() } else { result }
}

/// A step as [`walk`] finds it, and how many steps lead to the goal.
pub(crate) fn measured_walk(
    world: &World,
    goals: impl IntoIterator<Item = Pos> + Clone,
    there: Interruption,
) -> Result<(Action, u16), Interruption> {
    let here = world.player_pos();
    let safe = world.known_safe_ground();
    let Scratch { way: field, seeker, .. } = &mut *world.scratch.borrow_mut();
    // From a ledge there is one way only.
    if let Some(Fixture::Drop(down)) = world.floor.fixture(here) {
        let below = here + down;
        field.spread_until(&safe, goals, Moves::Eight, below).ok_or(Interruption::NoWay)?;
        let step = (Action::Step(down), field.get(here));
        return if safe.contains(below) { Ok(step) } else { Err(Interruption::NoWay) };
    }
    match seeker.first_step(&safe, here, goals.clone()) {
        FirstStep::Here => Err(there),
        FirstStep::Step { dir, steps } => Ok((Action::Step(dir), steps)),
        FirstStep::NoPath => {
            let crowded = with_those_in_the_way(world, safe);
            field.spread_until(&crowded, goals, Moves::Eight, here).ok_or(Interruption::NoWay)?;
            Ok((after(world, field)?, field.get(here)))
        }
    }
}

/// The cells on and beside the known fixtures that a test holds for.
pub(crate) fn places_by(world: &World, wanted: impl Fn(Fixture) -> bool) -> Vec<Pos> {
    let floor = &world.floor;
    let is_wanted = |pos: Pos| floor.known(pos).fixture.is_some_and(&wanted);
    let fixtures = floor.remembered.iter().filter(|&pos| floor.is_passable(pos) && is_wanted(pos));
    fixtures.flat_map(Pos::with_neighbours).collect()
}

/// A step on a way that leads through an actor: it follows one that flees or is a friend, as long
/// as it is not beside, and goes to look where one that is out of sight may be.
fn after(world: &World, field: &DistanceField) -> Result<Action, Interruption> {
    let here = world.player_pos();
    let mut at = here;
    let mut first = None;
    while let Some(dir) = field.step_down(at) {
        at = at + dir;
        first = first.or(Some(dir));
        let is_beside = at.is_beside(here);
        let is_met = is_beside || world.sight.visible.contains(at);
        let Some(actor) = world.actor_at(at).filter(|_| is_met) else { continue };
        let goes_on = matches!(world.ai_state(actor.entity), AiState::Fleeing { .. })
            || world.is_harmless(actor);
        fail_if(!goes_on || is_beside, Interruption::Crowded(actor.kind))?;
        break;
    }
    first.map(Action::Step).ok_or(Interruption::NoWay)
}

/// The first obstacle on the way to some goals that leads through the fewest obstacles; `NoWay` if
/// none does.
///
/// A way past a boss that dozes is preferred to one through bars, that to one through fire or gas,
/// that to one over traps, and all of them to a door that is shut on a hunter.
pub(crate) fn what_is_in_the_way(world: &World, goals: &[Pos]) -> Interruption {
    let (floor, visible) = (&world.floor, &world.sight.visible);
    let safe = with_those_in_the_way(world, world.known_safe_ground());
    let mut ground = world.ground(&world.roster()[0]);
    ground.intersect(&floor.planned);
    let mut dozing: Vec<(Pos, Obstacle)> = Vec::new();
    if let Some((boss, _)) = world.dozing_bosses().next() {
        let near = world.cells_near_dozing().into_iter();
        let near = near.filter(|&pos| ground.contains(pos) && !world.is_known_danger(pos));
        dozing.extend(near.map(|pos| (pos, Obstacle::Dozing(boss.kind))));
    }
    let bars = floor.shut.iter().filter(|&pos| world.is_barred(pos));
    let bars: Vec<_> = bars.map(|pos| (pos, Obstacle::Bar)).collect();
    let burning = floor.burning.iter().map(|&pos| (pos, Obstacle::Fire));
    let clouds = burning.chain(floor.gassy.iter().map(|&pos| (pos, Obstacle::Gas)));
    let is_seen = |&(pos, _): &(Pos, Obstacle)| ground.contains(pos) && visible.contains(pos);
    let clouds: Vec<_> = clouds.filter(is_seen).collect();
    let trap = |pos| Some((pos, Obstacle::Trap(floor.known(pos).fixture?.trap()?)));
    let avoided = world.known_traps_to_avoid();
    let traps = avoided.iter().filter(|&pos| floor.planned.contains(pos));
    let traps: Vec<_> = traps.filter_map(trap).collect();
    let hunted = world.doors_shut_on_hunters();
    let hunted: Vec<_> = hunted.map(|(door, kind)| (door, Obstacle::ShutOut(kind))).collect();
    let mut open = safe.clone();
    for more in [&dozing, &bars, &clouds, &traps, &hunted] {
        if more.is_empty() {
            continue;
        }
        let mut worst = Bits::new(floor.width(), floor.height());
        for &(pos, _) in more {
            open.insert(pos);
            worst.insert(pos);
        }
        // As few as possible of the worst kind, and then as few obstacles as possible. A shortest
        // way over all open cells would not do: it leads over traps that one can walk round.
        let price = |from, dir| {
            let to = from + dir;
            let obstacle = if safe.contains(to) { 0 } else { DEAR };
            let worst = if worst.contains(to) { DEAREST } else { 0 };
            open.contains(to).then_some(STEP + obstacle + worst)
        };
        let way = cheapest_way(&open, world.player_pos(), price, |pos, _| goals.contains(&pos));
        let first = way.and_then(|way| way.into_iter().find(|&pos| !safe.contains(pos)));
        // Where several obstacles are on the cell, the first of these.
        let mut told = [&bars, &hunted, &clouds, &traps, &dozing].into_iter().flatten();
        if let Some(&(at, by)) = first.and_then(|at| told.find(|&&(pos, _)| pos == at)) {
            return Interruption::Blocked { by, at };
        }
    }
    Interruption::NoWay
}

/// The same cells, and those of actors in sight or seen a moment ago, which may go away.
fn with_those_in_the_way(world: &World, mut safe: Bits) -> Bits {
    let (ground, avoided) = (world.ground(&world.roster()[0]), world.known_traps_to_avoid());
    for actor in &world.roster()[1..] {
        let is_safe = ground.contains(actor.pos) && !avoided.contains(actor.pos);
        let is_known = world.sight.visible.contains(actor.pos);
        if is_safe && (is_known || world.last_seen(actor.id).is_some()) {
            safe.insert(actor.pos);
        }
    }
    safe
}

/// The length of a way: cells that are avoided most, then cells that are avoided, then steps, in
/// one number from the highest bits down.
const STEP: u64 = 1;
const DEAR: u64 = 1 << 20;
const DEAREST: u64 = 1 << 40;

/// The cheapest way to the first cell that `is_goal` holds for, by the cell and the length of the
/// way to it: its cells without the first. `price` is that of a step, `None` where there is none; a
/// diagonal one needs both cells beside it to be `open`.
///
/// Dijkstra's algorithm; ties go by reading order.
fn cheapest_way(
    open: &Bits,
    from: Pos,
    price: impl Fn(Pos, Dir) -> Option<u64>,
    is_goal: impl Fn(Pos, u64) -> bool,
) -> Option<Vec<Pos>> {
    let mut reached: Grid<Option<(u64, Pos)>> = Grid::filled(open.width(), open.height(), None);
    let mut queue = BinaryHeap::from([Reverse((0, from))]);
    reached[from] = Some((0, from));
    while let Some(Reverse((length, pos))) = queue.pop() {
        if reached[pos].is_none_or(|(shortest, _)| shortest != length) {
            continue;
        }
        if is_goal(pos, length) {
            let back =
                std::iter::successors(Some(pos), |&at| reached[at].map(|(_, before)| before));
            let mut way: Vec<Pos> = back.take_while(|&at| at != from).collect();
            way.reverse();
            return Some(way);
        }
        for dir in Dir::ALL {
            let to = pos + dir;
            let price = price(pos, dir).filter(|_| !open.cuts_corner(pos, dir));
            let Some(price) = price else { continue };
            if reached[to].is_none_or(|(shortest, _)| length + price < shortest) {
                reached[to] = Some((length + price, pos));
                queue.push(Reverse((length + price, to)));
            }
        }
    }
    None
}

/// A step towards the gate that bars the way to a place; in front of it, the reason to stop.
pub(super) fn approach_gate(world: &World, goal: Pos) -> Result<Action, Interruption> {
    let (gate, step) = barrier(world, |pos| pos == goal).ok_or(Interruption::NoWay)?;
    step.map(Action::Step).ok_or(Interruption::Barred(gate))
}

/// A step towards the gate that some goals lie behind, if the player has what opens it, and the
/// reason to stop in front of it; else that they lie behind it, or what there is to say where no
/// gate is in the way.
pub(super) fn seek_gate(
    world: &World,
    is_goal: impl Fn(Pos) -> bool,
    otherwise: Interruption,
) -> Result<Action, Interruption> {
    let (gate, step) = barrier(world, is_goal).ok_or(otherwise)?;
    fail_if(!world.opens(gate), Interruption::Gated(gate))?;
    step.map(Action::Step).ok_or(Interruption::Barred(gate))
}

/// The first gate on the known way to the nearest of some goals that leads through the fewest
/// gates, those first of all that the player cannot open, and the first step to it, `None` beside
/// it. No gate where no known way leads, gates counted as open.
fn barrier(world: &World, is_goal: impl Fn(Pos) -> bool) -> Option<(Gate, Option<Dir>)> {
    let gates = world.known_gates();
    if gates.is_empty() {
        return None;
    }
    let (here, floor, safe) = (world.player_pos(), &world.floor, world.known_safe_ground());
    let ledge = |pos| match floor.known(pos).fixture {
        Some(Fixture::Drop(down)) => Some((pos, down)),
        _ => None,
    };
    let ledges: Vec<(Pos, Dir)> = floor.remembered.iter().filter_map(ledge).collect();
    let price = |from: Pos, dir: Dir| {
        let to = from + dir;
        // Ledges are gone over in their own direction alone.
        let keeps = |&(pos, down): &(Pos, Dir)| (pos == from || pos == to) && down != dir;
        let gate = gates.contains(to).then(|| world.known_gate_at(to)).flatten();
        let price = match gate {
            None if !safe.contains(to) => return None,
            None => STEP,
            Some(gate) if world.opens(gate) => STEP + DEAR,
            Some(_) => STEP + DEAR + DEAREST,
        };
        (!ledges.iter().any(keeps)).then_some(price)
    };
    let way = cheapest_way(&safe, here, price, |pos, length| length >= DEAR && is_goal(pos))?;
    let gate = *way.iter().find(|&&pos| gates.contains(pos))?;
    let step = if gate == way[0] { None } else { Dir::between(here, way[0]) };
    Some((world.known_gate_at(gate)?, step))
}
