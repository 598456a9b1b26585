//! Guards and strays: at their posts, on the way back, and led by the player.

use crate::sim::action::Action;
use crate::sim::ai::pathing::NextStep;
use crate::sim::ai::{habits, pathing};
use crate::sim::prelude::*;
use crate::sim::work::prepare;
use content::Traits;

/// Turns in which a guard at its post, or an actor that cowers, regains one health.
const TURNS_PER_HEALTH: u32 = 10;

/// Percent of the turns behind a walking friend in which a guard swaps places with it.
const PUSH_PAST_PERCENT: u32 = 50;

/// The turn of a guard that hunts nobody: it strikes an enemy beside it, goes back to its post, or
/// stays there.
pub(crate) fn stand_guard(world: &mut World, actor: &ActorRef, post: Pos) -> Option<Action> {
    let undisguised = |other: &&ActorRef| world.guise(other).is_none();
    let foe = || world.strikable_foes(actor).find(undisguised).copied();
    if let Some(foe) = world.has_foe_near(actor, 1).then(foe).flatten() {
        let ai_state = AiState::Hunting { quarry: foe.id, last_seen: foe.pos, lost: 0 };
        world.set_ai_state(actor, ai_state);
        return Some(Action::Attack(foe.id));
    }
    if actor.pos != post {
        return go_back(world, actor, post);
    }
    catch_breath(world, actor);
    habits::weave(world, actor, post)
}

/// Regains a little health, as an actor does that is left in peace.
pub(crate) fn catch_breath(world: &mut World, actor: &ActorRef) {
    if world.clock().0.is_multiple_of(TURNS_PER_HEALTH) {
        let own = &mut world.hot_mut(actor.entity).vitals;
        own.health = (own.health + 1).min(own.max_health);
    }
}

/// Plays the whole turn of a guard that stands at its post with nothing to react to, and returns
/// whether it did.
///
/// It does what [`crate::sim::ai::decide`] would: nothing but to regain health. Most actors on a
/// floor do that most of the time, and `decide` costs many times as much. A new trait does not
/// compile until it is considered here.
pub(crate) fn play_idle_guard(world: &mut World, actor: &ActorRef) -> bool {
    let HotComponents { ai_state, duty, ref statuses, .. } = *world.hot(actor.entity);
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
        && world.shift.prepared.led != Some(actor.id)
        && weaves.is_none()
        && !(shuns_light && world.sight.lit.contains(actor.pos))
        && (world.bait_cells().is_empty() || kind.temperament.drawn_to.is_none())
        && world.floor.fire(actor.pos) == 0
        && !world.has_foe_near(actor, reach);
    if !is_unconcerned {
        return false;
    }
    let mends = world.clock().0.is_multiple_of(TURNS_PER_HEALTH);
    let own = &mut world.hot_mut(actor.entity).vitals;
    let turns = own.energy.max(0) / ACTION_ENERGY;
    own.energy -= turns * ACTION_ENERGY;
    if mends {
        own.health = own.max_health.min(own.health + turns);
    }
    true
}

/// The post of a guard that is called back to it, or for which a place is too far from the post to
/// go and look.
pub(crate) fn is_called_back(world: &World, actor: &ActorRef, goal: Pos) -> Option<Pos> {
    let is_called = world.duty(actor.entity) == (Duty::Guard { post: goal });
    if is_called { Some(goal) } else { leaves_too_far(world, actor, goal) }
}

/// The post of a guard for which a place is farther from the post than its leash.
pub(crate) fn leaves_too_far(world: &World, actor: &ActorRef, goal: Pos) -> Option<Pos> {
    let Duty::Guard { post } = world.duty(actor.entity) else { return None };
    let leash = i32::from(world.kind(actor).temperament.leash);
    (leash > 0 && goal.steps_to(post) > leash && !world.is_loose(actor)).then_some(post)
}

/// Stops being curious, and goes on guarding.
pub(crate) fn stay(world: &mut World, actor: &ActorRef, post: Pos) -> Option<Action> {
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
        world.emit(ActorEvent::BackAtPost { who: world.who(actor) });
    }
    action
}

/// A step that swaps places with a friend in the way: always with one that stands at its own post;
/// with one that is walking itself only now and then, so that the two do not push each other to and
/// fro.
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
    (keeps_post || world.streams.ai.percent(PUSH_PAST_PERCENT)).then_some(Action::Step(dir))
}

/// Turns for which a stray goes on towards the cell that it picked.
const PATIENCE_TURNS: u8 = 30;

/// Distance within which a stray picks a cell to roam to.
const ROAM_RADIUS_CELLS: i32 = 12;

/// One in this many turns, a stray picks a cell to roam to.
const ROAM_ONE_IN: u32 = 4;

/// The same for one that lurks where it is.
const LURKER_ROAM_ONE_IN: u32 = 40;

/// A step towards the post; if there is none, a blow at an enemy beside, or past a friend in the
/// way. Where there is nothing of all that, it roams.
pub(crate) fn run_home(world: &mut World, actor: &ActorRef, post: Pos) -> Option<Action> {
    if actor.pos == post {
        world.come_home(actor, post);
        return None;
    }
    let ai_state = AiState::Curious { goal: post, patience: u8::MAX };
    if world.ai_state(actor.entity) != ai_state {
        world.set_ai_state(actor, ai_state);
    }
    match pathing::find(world, actor, post) {
        NextStep::Step(action) => return Some(action),
        NextStep::Blocked | NextStep::Unreachable => {}
    }
    let foe = world.strikable_foes(actor).next().map(|foe| foe.id);
    foe.map(Action::Attack).or_else(|| pass_by(world, actor, post)).or_else(|| {
        world.set_ai_state(actor, AiState::Idle);
        roam(world, actor)
    })
}

/// A step to a random cell nearby, or in a random direction.
pub(crate) fn roam(world: &mut World, actor: &ActorRef) -> Option<Action> {
    let lurks = world.kind(actor).traits.lurks.is_some();
    if world.streams.ai.one_in(if lurks { LURKER_ROAM_ONE_IN } else { ROAM_ONE_IN }) {
        let mut offset = || world.streams.ai.range(-ROAM_RADIUS_CELLS, ROAM_RADIUS_CELLS);
        let goal = actor.pos + Pos::new(offset(), offset());
        let is_place = world.floor.contains(goal)
            && world.floor.is_passable(goal)
            && !world.is_occupied(goal)
            && !world.is_armed_trap(goal);
        if is_place && let Some(step) = pathing::towards(world, actor, goal) {
            world.set_ai_state(actor, AiState::Curious { goal, patience: PATIENCE_TURNS });
            return Some(step);
        }
    }
    if lurks { None } else { habits::wander(world, actor) }
}

/// Within this distance of the player, a resident that follows stands still …
const NEAR_CELLS: i32 = 2;

/// … or within this, where it is to be shown its post.
const NEAR_POST_CELLS: i32 = 1;

/// From a greater distance than this, it follows no longer.
const MAX_CELLS: i32 = 9;

/// The turn of the resident that follows the player; `None` for all others, and for one that
/// follows no longer.
pub(crate) fn follow(world: &mut World, actor: &ActorRef, ai_state: AiState) -> Option<Action> {
    if world.shift.prepared.led != Some(actor.id) {
        return None;
    }
    let is_busy = matches!(ai_state, AiState::Hunting { .. } | AiState::Fleeing { .. });
    if is_busy || world.raid().is_some() {
        prepare::stop_leading(world, LeadEnd::Danger);
        return None;
    }
    let goal = world.player_pos();
    let distance = actor.pos.steps_to(goal);
    if world.is_away() || world.shift.hidden || distance > MAX_CELLS {
        prepare::stop_leading(world, LeadEnd::Lost);
        return None;
    }
    let near = if world.shows_post_to(actor.id) { NEAR_POST_CELLS } else { NEAR_CELLS };
    if distance <= near && world.sight.visible.contains(actor.pos) {
        return Some(Action::Wait);
    }
    match pathing::find(world, actor, goal) {
        NextStep::Step(action) => Some(action),
        NextStep::Blocked => Some(Action::Wait),
        NextStep::Unreachable => {
            prepare::stop_leading(world, LeadEnd::Lost);
            None
        }
    }
}
