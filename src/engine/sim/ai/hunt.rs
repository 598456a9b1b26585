//! Hunting an enemy, and fleeing from one.

use crate::sim::action::Action;
use crate::sim::ai::pathing::NextStep;
use crate::sim::ai::{guard, habits, pathing};
use crate::sim::floor::hiding;
use crate::sim::prelude::*;
use base::sees;

/// Turns for which an actor that gave up starts no other hunt, unless an enemy is beside it.
const GAVE_UP_TURNS: u8 = 15;

/// One in this many turns, an actor gives up a hunt that is not worth it.
const GIVE_UP_ONE_IN: u32 = 16;

/// The same where no path leads to the quarry.
const GIVE_UP_UNREACHABLE_ONE_IN: u32 = 4;

/// Distance within which an actor looks for cover.
const COVER_RADIUS_CELLS: i32 = 6;

/// Number of cells out of sight, the nearest, to which an actor in search of cover looks for a
/// path.
const MAX_COVERS: usize = 4;

/// Distance within which an actor that tracks knows the position of a quarry that is out of sight.
const TRACKING_CELLS: i32 = 18;

/// The turn of a hunt: strikes a quarry beside, shoots one from afar, or goes to where it was last
/// seen.
pub(crate) fn hunt(
    world: &mut World,
    actor: &ActorRef,
    quarry: ActorId,
    last_seen: Pos,
) -> Option<Action> {
    let temperament = &world.kind(actor).temperament;
    let (erratic, distance) = (temperament.erratic, i32::from(temperament.distance));
    // A boss comes to a phase in which it keeps no distance any more.
    let closes_in = match (world.duty(actor.entity), &world.kind(actor).boss) {
        (Duty::Boss(boss), Some(kind)) => boss.phase >= kind.closes_in,
        _ => false,
    };
    let keeps = if closes_in { 0 } else { distance };
    if world.streams.ai.percent(erratic) {
        return habits::wander(world, actor);
    }
    let target = world.alive(quarry)?;
    let in_view = hiding::sees(world, actor, &target);
    let distance = actor.pos.steps_to(target.pos);
    if in_view
        && distance < keeps
        && let Some(step) = away(world, actor, target.pos)
    {
        return Some(step);
    }
    if in_view && can_shoot(world, actor, &target) {
        let ready = world.kind(actor).shot.as_ref().map_or(0, |shot| shot.ready);
        if world.streams.ai.percent(ready) {
            return Some(Action::Shoot(quarry));
        }
        if distance <= keeps {
            return None;
        }
    }
    if let Some(dir) = Dir::between(actor.pos, target.pos)
        && in_view
        && !world.cuts_corner(actor, dir)
    {
        return Some(Action::Attack(quarry));
    }
    let follows = world.kind(actor).traits.tracks && distance <= TRACKING_CELLS;
    pursue(world, actor, &target, if follows { target.pos } else { last_seen })
}

/// A step after the quarry. The actor gives up where it leaves its leash, or after some time where
/// the hunt is not worth it.
fn pursue(world: &mut World, actor: &ActorRef, target: &ActorRef, goal: Pos) -> Option<Action> {
    if let Some(post) = guard::leaves_too_far(world, actor, goal) {
        return give_up(world, actor, Some(post));
    }
    let way = pathing::find(world, actor, goal);
    let tires = match way {
        NextStep::Step(_) => GIVE_UP_ONE_IN,
        NextStep::Blocked if goal == actor.pos => GIVE_UP_ONE_IN,
        NextStep::Blocked | NextStep::Unreachable => GIVE_UP_UNREACHABLE_ONE_IN,
    };
    if !is_worth_it(world, actor, target, &way) && world.streams.ai.one_in(tires) {
        let post = world.duty(actor.entity).post();
        return give_up(world, actor, post);
    }
    let vitals = world.vitals(actor.entity);
    match way {
        NextStep::Step(action) => Some(action),
        NextStep::Unreachable if vitals.health < vitals.max_health => {
            take_cover(world, actor, target)
        }
        NextStep::Blocked | NextStep::Unreachable => None,
    }
}

/// A step towards the nearest cell out of sight of a quarry that can hurt an actor and cannot be
/// reached by it; a step away where there is no such cell. An actor out of sight stays where it is.
fn take_cover(world: &World, actor: &ActorRef, quarry: &ActorRef) -> Option<Action> {
    let is_exposed = |pos: Pos| sees(&world.floor.opaque, quarry.pos, pos);
    if !is_exposed(actor.pos) {
        return None;
    }
    let near = Rect::around(actor.pos, COVER_RADIUS_CELLS).positions();
    let is_cover =
        |&pos: &Pos| world.floor.contains(pos) && world.can_occupy(actor, pos) && !is_exposed(pos);
    let mut covers: Vec<Pos> = near.filter(is_cover).collect();
    covers.sort_by_key(|&pos| (pos.steps_to(actor.pos), pos));
    let steps = covers.into_iter().take(MAX_COVERS);
    let mut towards = steps.filter_map(|cover| pathing::towards(world, actor, cover));
    towards.next().or_else(|| away(world, actor, quarry.pos))
}

/// Whether an actor never gives up this hunt: one of the player, or one in which either side is a
/// raider or a boss, except that raiders give up where no path leads to the quarry.
fn is_worth_it(world: &World, actor: &ActorRef, target: &ActorRef, way: &NextStep) -> bool {
    let [own, other] = [actor, target].map(|it| world.duty(it.entity));
    let has_business = |duty| matches!(duty, Duty::Raider(_) | Duty::Boss(_));
    let is_lost = matches!(own, Duty::Raider(_)) && matches!(way, NextStep::Unreachable);
    !is_lost && (target.id == ActorId::PLAYER || has_business(other) || has_business(own))
}

/// Gives up the hunt; a guard goes back to its post.
fn give_up(world: &mut World, actor: &ActorRef, post: Option<Pos>) -> Option<Action> {
    world.set_ai_state(actor, AiState::GaveUp { patience: GAVE_UP_TURNS });
    match (world.duty(actor.entity), post) {
        (Duty::Guard { .. }, Some(post)) => guard::stand_guard(world, actor, post),
        _ => None,
    }
}

fn can_shoot(world: &World, actor: &ActorRef, target: &ActorRef) -> bool {
    // A shot that does no damage has none on a target that has its status already.
    let has_effect = |effect: &Effect| match *effect {
        Effect::Inflict { status, .. } => !world.has_status(target.entity, status),
        _ => true,
    };
    world.kind(actor).shot.as_ref().is_some_and(|shot| {
        let distance = actor.pos.steps_to(target.pos);
        distance > 1
            && distance <= shot.range
            && (shot.damage.1 > 0 || shot.effects.iter().any(has_effect))
            && sees(&world.floor.opaque, actor.pos, target.pos)
    })
}

/// An actor stops fleeing at this many cells more than the turns that it would still flee.
const SAFE_MARGIN_CELLS: i32 = 4;

/// A step away from the danger; a blow at it where there is none. An actor that can do neither
/// regains health.
pub(crate) fn flee(world: &mut World, actor: &ActorRef, from: Pos, patience: u8) -> Option<Action> {
    if actor.pos.steps_to(from) > i32::from(patience) + SAFE_MARGIN_CELLS {
        return None;
    }
    let action = away(world, actor, from).or_else(|| bite(world, actor, from));
    if action.is_none() {
        guard::catch_breath(world, actor);
    }
    action
}

/// A blow at the enemy on a cell beside, unless the actor is frightened by a status.
fn bite(world: &World, actor: &ActorRef, at: Pos) -> Option<Action> {
    if world.has_status(actor.entity, Status::Frightened) {
        return None;
    }
    let cornered_by = world.actor_at(at).filter(|other| world.are_hostile(actor, other))?;
    let dir = Dir::between(actor.pos, at)?;
    (!world.cuts_corner(actor, dir)).then_some(Action::Attack(cornered_by.id))
}

/// The step that leads farthest away from a cell; `None` if no step leads away.
pub(crate) fn away(world: &World, actor: &ActorRef, from: Pos) -> Option<Action> {
    pathing::open_dirs(world, actor)
        .map(|dir| ((actor.pos + dir).squared(from), dir))
        .filter(|&(squared, _)| squared > actor.pos.squared(from))
        .max_by_key(|&(squared, dir)| (squared, std::cmp::Reverse(dir)))
        .map(|(_, dir)| Action::Step(dir))
}
