//! Residents that were driven from their posts.

use crate::sim::ai::pathing::NextStep;
use crate::sim::ai::{guard, idle, pathing};
use crate::sim::prelude::*;
use crate::sim::rules::action::Action;

/// Turns for which a stray goes on towards the cell that it picked.
const PATIENCE_TURNS: u8 = 30;

/// Distance within which a stray picks a cell to roam to.
const ROAM_RADIUS_CELLS: i32 = 12;

/// One in this many turns, a stray picks a cell to roam to.
const ROAM_ONE_IN: u32 = 4;

/// The same for one that lurks where it is.
const LURKER_ROAM_ONE_IN: u32 = 40;

/// The post of a stray that goes home, because it has less than half its health.
pub(super) fn beaten(world: &World, actor: &ActorRef) -> Option<Pos> {
    match world.duty(actor.entity) {
        Duty::Stray { post } if world.is_beaten_stray(actor) => Some(post),
        _ => None,
    }
}

/// A step towards the post; if there is none, a blow at an enemy beside, or past a friend in the way. Where there is
/// nothing of all that, it roams.
pub(super) fn run_home(world: &mut World, actor: &ActorRef, post: Pos) -> Option<Action> {
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
    foe.map(Action::Attack).or_else(|| guard::pass_by(world, actor, post)).or_else(|| {
        world.set_ai_state(actor, AiState::Idle);
        roam(world, actor)
    })
}

/// A step to a random cell nearby, or in a random direction.
pub(super) fn roam(world: &mut World, actor: &ActorRef) -> Option<Action> {
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
    if lurks { None } else { idle::wander(world, actor) }
}
