//! How all actors but the player decide: what an actor perceives changes its AI state, which says
//! what it does.
//!
//! An actor knows what it has seen and heard. Two senses go further: the smell of bait, filth and
//! bodies within some cells, and an actor that tracks knows the true position of its quarry within
//! some cells.

mod boss;
mod guard;
pub(crate) mod habits;
mod hunt;
mod pathing;
pub(crate) mod perceive;
mod raider;

use crate::sim::action::Action;
pub(crate) use crate::sim::ai::guard::play_idle_guard;
pub(crate) use crate::sim::ai::raider::wants_home;
use crate::sim::prelude::*;

/// What an actor does with its turn.
///
/// The order of the questions is their priority. Raiders have an order of their own, unless fright
/// or fire overrides it. Bait comes before enemies: it is how a player gets past them. A beaten
/// stray goes home and fights no more. Then perception may change the AI state, on which the action
/// depends, unless the actor has to get out of a fire first. Last of all, steps that the actor's
/// traits forbid are replaced.
pub(crate) fn decide(world: &mut World, actor: &ActorRef) -> Action {
    let is_frightened = world.has_status(actor.entity, Status::Frightened);
    if world.kind(actor).raider.is_some()
        && !is_frightened
        && !pathing::is_in_fire(world, actor)
        && let Duty::Raider(own) = world.duty(actor.entity)
    {
        return raider::decide(world, actor, own).unwrap_or(Action::Wait);
    }
    if let Some(action) = habits::follow(world, actor) {
        return action;
    }
    if let Some(post) = world.duty(actor.entity).post().filter(|_| world.is_beaten_stray(actor)) {
        return guard::run_home(world, actor, post).unwrap_or(Action::Wait);
    }
    let (before, guise) = (world.ai_state(actor.entity), world.guise(actor));
    let ai_state = perceive::perceive(world, actor);
    if matches!(ai_state, AiState::Hunting { .. })
        && !matches!(before, AiState::Hunting { .. } | AiState::Fleeing { .. })
    {
        habits::give_notice(world, actor, guise);
    }
    let action = if pathing::is_in_fire(world, actor) {
        pathing::open_dirs(world, actor).next().map(Action::Step)
    } else {
        act_on(world, actor, ai_state)
    };
    pathing::replace_forbidden_step(world, actor, action).unwrap_or(Action::Wait)
}

fn act_on(world: &mut World, actor: &ActorRef, ai_state: AiState) -> Option<Action> {
    if let Duty::Boss(own) = world.duty(actor.entity) {
        return boss::decide(world, actor, own, ai_state);
    }
    if let Some(action) = guard::follow(world, actor, ai_state) {
        return Some(action);
    }
    match ai_state {
        AiState::Idle | AiState::GaveUp { .. } => at_leisure(world, actor),
        AiState::Curious { goal, .. } => match guard::is_called_back(world, actor, goal) {
            Some(post) => guard::stay(world, actor, post),
            None => habits::feed(world, actor).or_else(|| habits::go_and_look(world, actor, goal)),
        },
        AiState::Hunting { quarry, last_seen, .. } => {
            habits::blink(world, actor).or_else(|| hunt::hunt(world, actor, quarry, last_seen))
        }
        AiState::Fleeing { from, patience } => {
            habits::blink(world, actor).or_else(|| hunt::flee(world, actor, from, patience))
        }
    }
}

/// What an actor does that neither hunts, flees nor investigates.
fn at_leisure(world: &mut World, actor: &ActorRef) -> Option<Action> {
    match world.duty(actor.entity) {
        Duty::Guard { post } => guard::stand_guard(world, actor, post),
        Duty::Stray { .. } => guard::roam(world, actor),
        Duty::Boss(_) => None,
        Duty::Raider(_) | Duty::None => {
            habits::feed(world, actor).or_else(|| habits::idle(world, actor))
        }
    }
}
