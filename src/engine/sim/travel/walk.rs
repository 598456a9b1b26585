//! Walks: a step of the shortest safe way over known ground, and what is in the way where there is
//! none.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::sim::action::Action;
use crate::sim::prelude::*;
use crate::sim::reject::Obstacle;
use base::FirstStep;

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
    let result = walk(world, places.iter().copied(), there);
    if result != Err(Interruption::NoWay) {
        return result;
    }
    match what_is_in_the_way(world, places) {
        Interruption::NoWay => Err(none),
        obstacle => Err(obstacle),
    }
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
    fixtures.flat_map(|pos| std::iter::once(pos).chain(pos.neighbours())).collect()
}

/// A step on a way that leads through an actor: it follows one that flees or is a friend, as long
/// as it is not beside.
fn after(world: &World, field: &DistanceField) -> Result<Action, Interruption> {
    let mut at = world.player_pos();
    let mut first = None;
    while let Some(dir) = field.step_down(at) {
        at = at + dir;
        first = first.or(Some(dir));
        let Some(actor) = world.actor_at(at).filter(|_| world.sight.visible.contains(at)) else {
            continue;
        };
        let goes_on = matches!(world.ai_state(actor.entity), AiState::Fleeing { .. })
            || world.is_harmless(actor);
        let is_far = !at.is_beside(world.player_pos());
        return first
            .filter(|_| goes_on && is_far)
            .map(Action::Step)
            .ok_or(Interruption::Crowded(actor.kind));
    }
    Err(Interruption::NoWay)
}

/// The first obstacle on the way to some goals that leads through the fewest obstacles; `NoWay` if
/// none does.
///
/// A way through an enemy that went out of sight a moment ago is preferred to one past a boss that
/// dozes, that to one through bars, that to one through fire or gas, that to one over traps, and
/// all of them to a door that is shut on a hunter.
pub(crate) fn what_is_in_the_way(world: &World, goals: &[Pos]) -> Interruption {
    let floor = &world.floor;
    let safe = world.known_safe_ground();
    let mut open = safe.clone();
    let mut ground = world.ground(&world.roster()[0]);
    ground.intersect(&floor.planned);
    let bars: Vec<Pos> = floor.shut.iter().filter(|&pos| world.is_barred(pos)).collect();
    let clouds = floor.gassy.iter().chain(&floor.burning).copied();
    let clouds = clouds.filter(|&pos| ground.contains(pos) && world.sight.visible.contains(pos));
    let avoided = world.known_traps_to_avoid();
    let traps = avoided.iter().filter(|&pos| floor.planned.contains(pos));
    let lost = world.roster()[1..].iter().filter(|actor| {
        let bars = ground.contains(actor.pos) && !open.contains(actor.pos);
        bars && world.last_seen(actor.id).is_some()
    });
    let lost: Vec<(Pos, ActorKindId)> = lost.map(|actor| (actor.pos, actor.kind)).collect();
    let lost_cells = lost.iter().map(|&(pos, _)| pos).collect();
    let mut near_dozing = world.cells_near_dozing();
    near_dozing.retain(|&pos| ground.contains(pos) && !world.is_known_danger(pos));
    let hunted: Vec<(Pos, ActorKindId)> = world.doors_shut_on_hunters().collect();
    let hunted_doors = hunted.iter().map(|&(door, _)| door).collect();
    for more in
        [lost_cells, near_dozing.clone(), bars, clouds.collect(), traps.collect(), hunted_doors]
    {
        if more.is_empty() {
            continue;
        }
        let mut worst = Bits::new(floor.width(), floor.height());
        for pos in more {
            open.insert(pos);
            worst.insert(pos);
        }
        let first = first_obstacle(world.player_pos(), goals, &safe, &open, &worst);
        if let Some(why) = first.and_then(|at| obstacle(world, at, &lost, &near_dozing, &hunted)) {
            return why;
        }
    }
    Interruption::NoWay
}

/// What a walk stops for on a cell that is not safe.
fn obstacle(
    world: &World,
    at: Pos,
    lost: &[(Pos, ActorKindId)],
    near_dozing: &[Pos],
    hunted: &[(Pos, ActorKindId)],
) -> Option<Interruption> {
    let is_in_sight = world.sight.visible.contains(at);
    let by = match world.floor.known(at).fixture {
        _ if let Some(&(_, kind)) = lost.iter().find(|&&(pos, _)| pos == at) => {
            Obstacle::OutOfSight(kind)
        }
        _ if world.is_barred(at) => Obstacle::Bar,
        _ if let Some(&(_, kind)) = hunted.iter().find(|&&(door, _)| door == at) => {
            Obstacle::ShutOut(kind)
        }
        _ if world.floor.fire(at) > 0 && is_in_sight => Obstacle::Fire,
        _ if world.floor.gas(at) > 0 && is_in_sight => Obstacle::Gas,
        Some(Fixture::Trap { kind, armed: true }) if !world.is_spared_by_kit(at) => {
            Obstacle::Trap(kind)
        }
        _ if near_dozing.contains(&at) => Obstacle::Dozing(world.dozing_bosses().next()?.0.kind),
        _ => return None,
    };
    Some(Interruption::Blocked { by, at })
}

/// The same cells, and those of visible actors, which may go away.
fn with_those_in_the_way(world: &World, mut safe: Bits) -> Bits {
    let (ground, avoided) = (world.ground(&world.roster()[0]), world.known_traps_to_avoid());
    for actor in &world.roster()[1..] {
        let is_safe = ground.contains(actor.pos) && !avoided.contains(actor.pos);
        if is_safe && world.sight.visible.contains(actor.pos) {
            safe.insert(actor.pos);
        }
    }
    safe
}

/// The length of a way: cells of the kind of obstacle that is avoided most, then all obstacles,
/// then steps, in one number from the highest bits down.
const STEP: u64 = 1;
const OBSTACLE: u64 = 1 << 20;
const WORST_OBSTACLE: u64 = 1 << 40;

/// How a cell was reached: the length of the way, and the first obstacle on it.
#[derive(Clone, Copy)]
struct Reached {
    length: u64,
    first: Option<Pos>,
}

/// The first cell that is not `safe` on the shortest way to the nearest goal over `open` cells, of
/// which as few as possible are `worst`, and then as few as possible not safe; `None` where no way
/// leads to a goal.
///
/// Dijkstra's algorithm; ties go by reading order. A shortest way over all open cells would not do:
/// it leads over traps that one can walk round.
fn first_obstacle(from: Pos, goals: &[Pos], safe: &Bits, open: &Bits, worst: &Bits) -> Option<Pos> {
    let mut reached: Grid<Option<Reached>> = Grid::filled(open.width(), open.height(), None);
    let mut queue = BinaryHeap::from([Reverse((0, from))]);
    reached[from] = Some(Reached { length: 0, first: None });
    while let Some(Reverse((length, pos))) = queue.pop() {
        let Some(own) = reached[pos].filter(|own| own.length == length) else { continue };
        if goals.contains(&pos) {
            return own.first;
        }
        for dir in Dir::ALL {
            let (to, Pos { x, y }) = (pos + dir, dir.offset());
            let squeezes =
                || !(open.contains(pos + Pos::new(x, 0)) && open.contains(pos + Pos::new(0, y)));
            if !open.contains(to) || (dir.is_diagonal() && squeezes()) {
                continue;
            }
            let obstacle = if safe.contains(to) { 0 } else { OBSTACLE };
            let worst = if worst.contains(to) { WORST_OBSTACLE } else { 0 };
            let length = length + STEP + obstacle + worst;
            if reached[to].is_none_or(|old| length < old.length) {
                let first = own.first.or((obstacle > 0).then_some(to));
                reached[to] = Some(Reached { length, first });
                queue.push(Reverse((length, to)));
            }
        }
    }
    None
}
