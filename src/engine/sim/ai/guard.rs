//! Guards: they stand at their posts, and return to them.

use crate::sim::prelude::*;
use content::Traits;

use crate::sim::ai::{pathing, weave};
use crate::sim::rules::action::Action;
use crate::sim::state::actor_table::HotComponents;

/// Turns in which a guard at its post, or an actor that cowers, regains one health.
const TURNS_PER_HEALTH: u32 = 10;

/// Percent of the turns behind a walking friend in which a guard swaps places with it.
const PUSH_PAST_PERCENT: u32 = 50;

/// The turn of a guard that hunts nobody: it strikes an enemy beside it, goes back to its post, or stays there.
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

/// Regains a little health, as an actor does that is left in peace.
pub(super) fn catch_breath(world: &mut World, actor: &ActorRef) {
    if world.clock().0.is_multiple_of(TURNS_PER_HEALTH) {
        world.change::<Vitals>(actor.entity, |own| {
            own.health = (own.health + 1).min(own.max_health);
        });
    }
}

/// Plays the whole turn of a guard that stands at its post with nothing to react to, and returns whether it did.
///
/// It does what [`crate::sim::ai::decide`] would: nothing but to regain health. Most actors on a floor do that most of
/// the time, and `decide` costs many times as much. A new trait does not compile until it is considered here.
pub(crate) fn play_idle_guard(world: &mut World, actor: &ActorRef) -> bool {
    let HotComponents { ai_state, duty, ref statuses, .. } = *world.hot_components(actor.entity);
    if ai_state != AiState::Idle
        || duty != (Duty::Guard { post: actor.pos })
        || *statuses != Statuses::default()
    {
        return false;
    }
    let kind = world.catalog.actor(actor.kind);
    let reach = if kind.temperament.aggressive { kind.alert.max(1) } else { 1 };
    let &Traits {
        shuns_light,
        ref weaves,
        // An idle guard neither moves nor is beside an enemy, so none of these comes into play.
        lurks: _,
        blinks: _,
        tracks: _,
        barks: _,
        eats: _,
        feeds: _,
        splits: _,
        trails: _,
        bursts: _,
        rooted: _,
    } = &kind.traits;
    let is_unconcerned = kind.temperament.guards
        && world.shift().prepared.led != Some(actor.id)
        && weaves.is_none()
        && !(shuns_light && world.lit().contains(actor.pos))
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

/// The post of a guard that is called back to it, or for which a place is too far from the post to go and look.
pub(super) fn is_called_back(world: &World, actor: &ActorRef, goal: Pos) -> Option<Pos> {
    let is_called = world.duty(actor.entity) == (Duty::Guard { post: goal });
    if is_called { Some(goal) } else { leaves_too_far(world, actor, goal) }
}

/// The post of a guard for which a place is farther from the post than its leash.
pub(super) fn leaves_too_far(world: &World, actor: &ActorRef, goal: Pos) -> Option<Pos> {
    let Duty::Guard { post } = world.duty(actor.entity) else { return None };
    let leash = i32::from(world.kind(actor).temperament.leash);
    (leash > 0 && goal.steps_to(post) > leash).then_some(post)
}

/// Stops being curious, and goes on guarding.
pub(super) fn stay(world: &mut World, actor: &ActorRef, post: Pos) -> Option<Action> {
    world.set_ai_state(actor, AiState::Idle);
    stand_guard(world, actor, post)
}

/// A step towards the post; if a friend stands in the only way, the guard swaps places with it.
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

/// A step that swaps places with a friend in the way: always with one that stands at its own post; with one that is
/// walking itself only now and then, so that the two do not push each other to and fro.
pub(super) fn pass_by(world: &mut World, actor: &ActorRef, post: Pos) -> Option<Action> {
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
    (keeps_post || world.ai_stream().percent(PUSH_PAST_PERCENT)).then_some(Action::Step(dir))
}

/// An undisguised enemy beside the guard that it can strike.
fn foe_beside(world: &World, actor: &ActorRef) -> Option<ActorRef> {
    if !world.has_foe_near(actor, 1) {
        return None;
    }
    world.strikable_foes(actor).find(|other| world.guise(other).is_none()).copied()
}
