//! The chase, and how it is given up.

use crate::base::{Dir, Pos, sees};
use crate::content::Effect;

use crate::sim::ai::pathing::NextStep;
use crate::sim::ai::{flee, guard, idle, pathing};
use crate::sim::query::perception;
use crate::sim::rules::action::Action;
use crate::sim::state::components::{AiState, Duty};
use crate::sim::state::world::{ActorRef, World};
use crate::sim::units::ActorId;

/// Turns for which somebody who gave up a chase lets it be.
const GAVE_UP_TURNS: u8 = 15;

/// One in so many turns of a chase that leads nowhere is the last of it.
const GIVE_UP_ONE_IN: u32 = 16;

/// The same where no way leads to the quarry at all.
const GIVE_UP_UNREACHABLE_ONE_IN: u32 = 4;

/// How far off a nose follows a quarry that is out of sight, in cells.
const TRACKING_CELLS: i32 = 18;

/// After somebody: strikes beside, shoots from afar, goes where they were last seen.
pub(super) fn hunt(
    world: &mut World,
    actor: &ActorRef,
    quarry: ActorId,
    last_seen: Pos,
) -> Option<Action> {
    let ai_state = &world.kind(actor).temperament;
    let (erratic, keeps) = (ai_state.erratic, i32::from(ai_state.distance));
    if world.ai_stream().percent(erratic) {
        return idle::wander(world, actor);
    }
    let target = world.alive(quarry)?;
    let in_view = perception::sees(world, actor, &target);
    let distance = actor.pos.steps_to(target.pos);
    if in_view
        && distance < keeps
        && let Some(step) = flee::away(world, actor, target.pos)
    {
        return Some(step);
    }
    if in_view && can_shoot(world, actor, &target) {
        let ready = world.kind(actor).shot.as_ref().map_or(0, |shot| shot.ready);
        if world.ai_stream().percent(ready) {
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

/// A step after the quarry, unless that leads too far or nowhere.
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
    if !is_worth_it(world, actor, target, &way) && world.ai_stream().one_in(tires) {
        let post = world.duty(actor.entity).post();
        return give_up(world, actor, post);
    }
    match way {
        NextStep::Step(action) => Some(action),
        NextStep::Blocked | NextStep::Unreachable => None,
    }
}

/// Whether nobody would think of giving up: the player is never let go, and those who want to get through are
/// worth any way. Where there is none, raiders have better things to do.
fn is_worth_it(world: &World, actor: &ActorRef, target: &ActorRef, way: &NextStep) -> bool {
    let duty = |other: &ActorRef| world.duty(other.entity);
    let is_raider = |other: &ActorRef| matches!(duty(other), Duty::Raider(_));
    if is_raider(actor) && matches!(way, NextStep::Unreachable) {
        return false;
    }
    let has_business = |other: &ActorRef| is_raider(other) || matches!(duty(other), Duty::Boss(_));
    target.id == ActorId::PLAYER || has_business(target) || has_business(actor)
}

/// Enough of it for now: home, for those who have one.
fn give_up(world: &mut World, actor: &ActorRef, post: Option<Pos>) -> Option<Action> {
    world.set_ai_state(actor, AiState::GaveUp { patience: GAVE_UP_TURNS });
    match (world.duty(actor.entity), post) {
        (Duty::Guard { .. }, Some(post)) => guard::stand_guard(world, actor, post),
        _ => None,
    }
}

fn can_shoot(world: &World, actor: &ActorRef, target: &ActorRef) -> bool {
    world.kind(actor).shot.as_ref().is_some_and(|shot| {
        let distance = actor.pos.steps_to(target.pos);
        distance > 1
            && distance <= shot.range
            && (shot.damage.1 > 0 || would_tell(world, target, &shot.effects))
            && sees(world.floor.opaque(), actor.pos, target.pos)
    })
}

/// Whether a shot that wounds nobody would come to anything: who is snared already need not be again.
fn would_tell(world: &World, target: &ActorRef, effects: &[Effect]) -> bool {
    effects.iter().any(|effect| match *effect {
        Effect::Inflict { status, .. } => !world.has_status(target.entity, status),
        _ => true,
    })
}
