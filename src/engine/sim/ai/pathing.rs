//! Steps towards a goal, and the cells that an actor does not enter.

use crate::sim::action::Action;
use crate::sim::prelude::*;
use base::sees;

/// The cost of a cell with an actor, gas, fire or a barred door.
const RELUCTANCE_COST: u8 = 4;

/// Paths leave the distance of the goal by at most this many cells.
const MAX_DETOUR_CELLS: i32 = 14;

/// Whether an actor would take a step now.
pub(crate) fn is_open(world: &World, actor: &ActorRef, dir: Dir, at_leisure: bool) -> bool {
    let to = actor.pos + dir;
    // The player stands on the cell, hidden from this enemy.
    let is_unaware = || {
        let player = &world.roster()[0];
        world.shift.hidden && to == player.pos && world.are_hostile(actor, player)
    };
    world.can_occupy(actor, to)
        && !world.cuts_corner(actor, dir)
        && (!world.is_occupied(to) || is_unaware())
        && (!world.is_closed_door(to) || opens(world, actor, to))
        && !avoids_trap(world, actor, to, at_leisure)
        && (world.floor.gas(to) == 0 || world.kind(actor).breathless)
        && (world.floor.fire(to) == 0 || world.kind(actor).fireproof)
}

fn opens(world: &World, actor: &ActorRef, door: Pos) -> bool {
    world.kind(actor).opens_doors && !world.is_barred(door)
}

pub(crate) fn is_in_fire(world: &World, actor: &ActorRef) -> bool {
    world.floor.fire(actor.pos) > 0 && !world.kind(actor).fireproof
}

/// The steps that the actor can take, not into flames.
pub(crate) fn open_dirs(world: &World, actor: &ActorRef) -> impl Iterator<Item = Dir> {
    Dir::ALL.into_iter().filter(|&dir| is_open(world, actor, dir, false))
}

/// Whether there is an armed trap that an actor avoids: raiders avoid those that the party has
/// noticed, wary actors all, persons of a journey the kinds that have caught them before, others
/// all while they are at leisure.
pub(crate) fn avoids_trap(world: &World, actor: &ActorRef, pos: Pos, at_leisure: bool) -> bool {
    if !world.floor.armed.contains(pos) || !world.endangers(actor, pos) {
        return false;
    }
    let kind = world.kind(actor);
    if kind.raider.is_some() {
        return world.raid().is_some_and(|raid| raid.has_spotted(pos));
    }
    let remembers = || {
        let trap = world.floor.fixture(pos).and_then(Fixture::trap);
        world.tenant(actor.id).zip(trap).is_some_and(|(tenant, trap)| tenant.wary.contains(trap))
    };
    kind.temperament.wary || at_leisure || remembers()
}

/// The next action on the way to a goal, or why there is none.
pub(crate) enum NextStep {
    /// An action that can be taken now: a step, or a blow at a barred door.
    Step(Action),
    /// No action now: the actor is at the goal, or an actor or an obstacle stands on the next cell.
    Blocked,
    /// No path leads to the goal.
    Unreachable,
}

/// A step on the way to a place: straight ahead in the open, by A* round corners; a blow at a
/// barred door that is in the way of an actor that breaks doors.
pub(crate) fn towards(world: &World, actor: &ActorRef, goal: Pos) -> Option<Action> {
    match find(world, actor, goal) {
        NextStep::Step(action) => Some(action),
        NextStep::Blocked | NextStep::Unreachable => None,
    }
}

/// As [`towards`], with the reason where there is no step.
pub(crate) fn find(world: &World, actor: &ActorRef, goal: Pos) -> NextStep {
    if goal == actor.pos {
        return NextStep::Blocked;
    }
    match straight(world, actor, goal) {
        Some(dir) => NextStep::Step(Action::Step(dir)),
        None => around(world, actor, goal),
    }
}

/// The first step along the line, if it can be taken now.
pub(crate) fn straight(world: &World, actor: &ActorRef, goal: Pos) -> Option<Dir> {
    // The cheap check first.
    let dir = Dir::between(actor.pos, Line::new(actor.pos, goal, Tie::NorthWest).next()?)?;
    if is_open(world, actor, dir, false) { line(world, actor, goal) } else { None }
}

/// The first step along the line, if the actor can walk all of it. Then each step leads nearer to
/// the goal, so that the actor does not go to and fro between this way and one round a corner.
pub(crate) fn line(world: &World, actor: &ActorRef, goal: Pos) -> Option<Dir> {
    if !sees(&world.floor.opaque, actor.pos, goal) {
        return None;
    }
    let (mut at, mut first) = (*actor, None);
    for next in Line::new(actor.pos, goal, Tie::NorthWest) {
        let dir = Dir::between(at.pos, next)?;
        if world.cuts_corner(&at, dir) || (next != goal && !world.can_occupy(actor, next)) {
            return None;
        }
        first = first.or(Some(dir));
        at.pos = next;
    }
    first
}

fn around(world: &World, actor: &ActorRef, goal: Pos) -> NextStep {
    let mut scratch = world.scratch.borrow_mut();
    let Scratch { astar, path, ground, dear, .. } = &mut *scratch;
    // Long detours are not taken, and the search is bounded where there is no path.
    let farthest = actor.pos.steps_to(goal) + MAX_DETOUR_CELLS;
    let within = Rect::around(actor.pos, farthest);
    find_ground(world, actor, within, ground, dear);
    deter(world, actor, goal, within, dear);
    let cost = |pos: Pos| if dear.contains(pos) { RELUCTANCE_COST } else { 1 };
    if astar.path(ground, cost, actor.pos, goal, path).is_none() {
        return NextStep::Unreachable;
    }
    match path.first() {
        Some(&next) if batters(world, actor, next) => NextStep::Step(Action::Force(next)),
        next => next
            .and_then(|&next| Dir::between(actor.pos, next))
            .filter(|&dir| is_open(world, actor, dir, false))
            .map_or(NextStep::Blocked, |dir| NextStep::Step(Action::Step(dir))),
    }
}

/// Whether there is a barred door that the actor breaks.
fn batters(world: &World, actor: &ActorRef, pos: Pos) -> bool {
    world.kind(actor).forces && world.floor.shut.contains(pos) && world.is_barred(pos)
}

/// Finds the cells within a rectangle that a path of the actor may lead over, and the doors among
/// them that it has to break.
fn find_ground(world: &World, actor: &ActorRef, within: Rect, ground: &mut Bits, doors: &mut Bits) {
    let (floor, kind) = (&world.floor, world.kind(actor));
    let seen = world.raid().filter(|_| kind.raider.is_some()).map(|raid| raid.seen.words());
    let plain = floor.passable.words();
    let (gates, shut, armed) = (floor.gates.words(), floor.shut.words(), floor.armed.words());
    ground.clear_as(&floor.passable);
    doors.clear_as(&floor.passable);
    for (word, mask) in floor.passable.words_in(within) {
        let known = seen.map_or(mask, |seen| seen[word] & mask);
        // The cells that are decided one by one.
        let mut odd = (gates[word] | shut[word] | armed[word]) & known;
        ground.words_mut()[word] = plain[word] & known & !odd;
        while odd != 0 {
            let pos = floor.passable.pos_of(word, odd.trailing_zeros());
            odd &= odd - 1;
            let is_battered = batters(world, actor, pos);
            let keeps_out = floor.shut.contains(pos) && !opens(world, actor, pos);
            if world.can_occupy(actor, pos)
                && (is_battered || !keeps_out)
                && !avoids_trap(world, actor, pos, false)
            {
                ground.insert(pos);
                doors.set(pos, is_battered);
            }
        }
    }
}

/// Adds the cells that cost more: those with other actors, gas or fire.
fn deter(world: &World, actor: &ActorRef, goal: Pos, within: Rect, dear: &mut Bits) {
    let (floor, kind) = (&world.floor, world.kind(actor));
    for pos in world.presence().within(within).filter(|&pos| pos != goal) {
        dear.insert(pos);
    }
    let gassy = floor.gassy.iter().filter(|_| !kind.breathless);
    for &pos in gassy.chain(floor.burning.iter().filter(|_| !kind.fireproof)) {
        dear.insert(pos);
    }
}

/// Replaces a decision that the actor's traits forbid: rooted actors take no step, and actors that
/// shun light enter no lit cell and leave one first of all. Where light keeps them from the player,
/// they stay out of the reach of the weapon in hand.
pub(crate) fn replace_forbidden_step(
    world: &World,
    actor: &ActorRef,
    action: Option<Action>,
) -> Option<Action> {
    let traits = &world.kind(actor).traits;
    match action {
        Some(Action::Step(_)) if traits.rooted => None,
        _ if !traits.shuns_light => action,
        _ if world.sight.lit.contains(actor.pos) => out_of_light(world, actor),
        _ => keep_out_of_reach(world, actor, action),
    }
}

/// The decision of an actor in the dark that shuns light: no step into a lit cell. If it hunts the
/// player, and all cells beside them are lit, it comes no nearer than their weapon reaches, and
/// steps back from there.
fn keep_out_of_reach(world: &World, actor: &ActorRef, action: Option<Action>) -> Option<Action> {
    let is_lit = |at: Pos| world.sight.lit.contains(at);
    let action = action.filter(|own| !matches!(own, Action::Step(dir) if is_lit(actor.pos + *dir)));
    let hunts =
        matches!(world.ai_state(actor.entity), AiState::Hunting { quarry: ActorId::PLAYER, .. });
    let (player, reach) = (world.player_pos(), world.reach());
    let is_near = |at: Pos| at.steps_to(player) <= reach;
    let next = match action {
        Some(Action::Step(dir)) => actor.pos + dir,
        None | Some(Action::Wait) => actor.pos,
        other => return other,
    };
    let is_dark_floor = |at: Pos| world.floor.is_passable(at) && !is_lit(at);
    if !hunts || !is_near(next) || player.neighbours().any(is_dark_floor) {
        return action;
    }
    if !is_near(actor.pos) {
        return None;
    }
    let back =
        open_dirs(world, actor).find(|&dir| !is_lit(actor.pos + dir) && !is_near(actor.pos + dir));
    back.map(Action::Step).or(action)
}

/// The first step into the dark, or else the first there is.
fn out_of_light(world: &World, actor: &ActorRef) -> Option<Action> {
    let is_lit = |dir: &Dir| world.sight.lit.contains(actor.pos + *dir);
    open_dirs(world, actor).min_by_key(is_lit).map(Action::Step)
}
