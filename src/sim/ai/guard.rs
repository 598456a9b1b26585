//! Guards: at a post, and back to it.

use crate::base::{Dir, Pos};

use crate::sim::ai::{pathing, weave};
use crate::sim::event::{ActorEvent, Event};
use crate::sim::rules::action::Action;
use crate::sim::state::actor_table::HotComponents;
use crate::sim::state::components::{AiState, Duty, Statuses, Vitals};
use crate::sim::state::world::{ActorRef, World};
use crate::sim::units::{ACTION_ENERGY, ActorId};

/// Turns in which a guard at its post gets back one health, and whoever cowers.
const TURNS_PER_HEALTH: u32 = 10;

/// At its post, or on the way back there. Who comes beside it without being a friend is struck.
pub(super) fn stand_guard(world: &mut World, actor: &ActorRef, post: Pos) -> Option<Action> {
    if let Some(foe) = foe_beside(world, actor) {
        let ai_state = AiState::Hunting { quarry: foe.id, last_seen: foe.pos, lost: 0 };
        world.set_ai_state(actor, ai_state);
        return Some(Action::Attack(foe.id));
    }
    if actor.pos != post {
        return go_back(world, actor, post);
    }
    catch_breath(world, actor);
    weave::weave(world, actor, post)
}

/// Whom nobody troubles gets back a little health.
pub(super) fn catch_breath(world: &mut World, actor: &ActorRef) {
    if world.clock().0.is_multiple_of(TURNS_PER_HEALTH) {
        world.change::<Vitals>(actor.entity, |own| {
            own.health = (own.health + 1).min(own.max_health);
        });
    }
}

/// Passes over a guard at its post whom nothing concerns: true if that was its whole turn, the same as
/// [`crate::sim::ai::decide`] comes to, for the price of a look. Most of those on a floor do this most of the time.
pub(crate) fn pass_over(world: &mut World, actor: &ActorRef) -> bool {
    let HotComponents { ai_state, duty, ref statuses, .. } = *world.hot_components(actor.entity);
    if ai_state != AiState::Idle
        || duty != (Duty::Guard { post: actor.pos })
        || *statuses != Statuses::default()
    {
        return false;
    }
    let kind = world.catalog.actor(actor.kind);
    let reach = if kind.temperament.aggressive { kind.alert.max(1) } else { 1 };
    let is_unconcerned = kind.temperament.guards
        && kind.traits.weaves_id.is_none()
        && !(kind.traits.shuns_light && world.lit().contains(actor.pos))
        && (world.bait_cells().is_empty() || kind.temperament.drawn_to.is_none())
        && world.floor.fire(actor.pos) == 0
        && !world.has_foe_near(actor, reach);
    if !is_unconcerned {
        return false;
    }
    let mends = world.clock().0.is_multiple_of(TURNS_PER_HEALTH);
    world.change::<Vitals>(actor.entity, |own| {
        let turns = own.energy.max(0) / ACTION_ENERGY;
        own.energy -= turns * ACTION_ENERGY;
        if mends {
            own.health = own.max_health.min(own.health + turns);
        }
    });
    true
}

/// The post of a guard who is called there, or for whom a place is too far off to go and look.
pub(super) fn is_called_back(world: &World, actor: &ActorRef, goal: Pos) -> Option<Pos> {
    let is_called = world.duty(actor.entity) == (Duty::Guard { post: goal });
    if is_called { Some(goal) } else { leaves_too_far(world, actor, goal) }
}

/// The post of a guard for whom a place is too far from it.
pub(super) fn leaves_too_far(world: &World, actor: &ActorRef, goal: Pos) -> Option<Pos> {
    let Duty::Guard { post } = world.duty(actor.entity) else { return None };
    let leash = i32::from(world.kind(actor).temperament.leash);
    (leash > 0 && goal.steps_to(post) > leash).then_some(post)
}

/// Has better things to do than look: back to the post.
pub(super) fn stay(world: &mut World, actor: &ActorRef, post: Pos) -> Option<Action> {
    world.set_ai_state(actor, AiState::Idle);
    stand_guard(world, actor, post)
}

/// A step towards the post. A friend in the only way is changed places with.
fn go_back(world: &mut World, actor: &ActorRef, post: Pos) -> Option<Action> {
    let action = pathing::towards(world, actor, post).or_else(|| pass_by(world, actor, post));
    if let Some(Action::Step(dir)) = action
        && actor.pos + dir == post
        && !world.is_closed_door(post)
    {
        let who = world.who(actor);
        world.emit(Event::Actor(ActorEvent::BackAtPost { who }));
    }
    action
}

/// A step past a friend who stands in the way: past one that keeps its own post, always; past one that is
/// under way itself now and then, so that the two do not push each other to and fro.
fn pass_by(world: &mut World, actor: &ActorRef, post: Pos) -> Option<Action> {
    let nearer = |dir: &Dir| (actor.pos + *dir).squared(post) < actor.pos.squared(post);
    let (dir, other) = Dir::ALL.into_iter().filter(nearer).find_map(|dir| {
        let other = *world.actor_at(actor.pos + dir)?;
        let yields = other.id != ActorId::PLAYER
            && !world.are_hostile(actor, &other)
            && world.can_pass(actor, dir)
            && world.makes_way(&other, actor.pos);
        yields.then_some((dir, other))
    })?;
    let keeps_post = world.duty(other.entity).post() == Some(other.pos);
    (keeps_post || world.ai_stream().percent(50)).then_some(Action::Step(dir))
}

/// Somebody at war with it who stands beside it and can be struck.
fn foe_beside(world: &World, actor: &ActorRef) -> Option<ActorRef> {
    if !world.has_foe_near(actor, 1) {
        return None;
    }
    world.strikable_foes(actor).find(|other| world.guise(other).is_none()).copied()
}
