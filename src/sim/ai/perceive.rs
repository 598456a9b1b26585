//! What somebody sees, and how that changes their mind.

use crate::content::Status;

use crate::sim::ai::{notice, raider};
use crate::sim::event::{Event, FightEvent};
use crate::sim::query::perception::sees;
use crate::sim::state::components::AiState;
use crate::sim::state::world::{ActorRef, World};
use crate::sim::units::ActorId;

/// Turns that a fright lasts.
const FRIGHT_TURNS: u8 = 12;

/// Looks round, and lets what is seen change the actor's mind.
pub(super) fn perceive(world: &mut World, actor: &ActorRef) -> AiState {
    let before = world.ai_state(actor.entity);
    let frightened = world.has_status(actor.entity, Status::Frightened);
    let after = match seen_quarry(world, actor, before, frightened) {
        Some(quarry) if frightened || world.is_hurt_to_flee(actor) => {
            AiState::Fleeing { from: quarry.pos, patience: FRIGHT_TURNS }
        }
        None if frightened => stay_afraid(actor, before),
        Some(quarry) => AiState::Hunting { quarry: quarry.id, last_seen: quarry.pos, lost: 0 },
        None => lose_sight(world, actor, before),
    };
    if after != before {
        world.set_ai_state(actor, after);
        let hunted_player = matches!(before, AiState::Hunting { quarry: ActorId::PLAYER, .. });
        if hunted_player && after == AiState::Idle {
            let who = world.who(actor);
            world.emit(Event::Fight(FightEvent::ThreatLost { who }));
        }
    }
    after
}

/// The nearest actor that it is at war with and sees, of several the one with the lowest id; whom it hunts
/// already, at any distance.
fn seen_quarry(
    world: &World,
    actor: &ActorRef,
    ai_state: AiState,
    frightened: bool,
) -> Option<ActorRef> {
    let hunted = match ai_state {
        AiState::Hunting { quarry, .. } => Some(quarry),
        _ => None,
    };
    let reach = notice::reach(world, actor, ai_state, frightened);
    let hunted = hunted
        .filter(|&id| id != actor.id && !(id == ActorId::PLAYER && world.is_away()))
        .and_then(|id| world.alive(id))
        .filter(|other| sees(world, actor, other));
    if reach == 0 {
        return hunted;
    }
    let mut nearest = hunted.map(|other| (actor.pos.steps_to(other.pos), other));
    for cells in world.foes(actor) {
        for &pos in cells {
            let distance = actor.pos.steps_to(pos);
            if distance > nearest.map_or(reach, |(min, _)| min.min(reach)) {
                continue;
            }
            let Some(other) = world.actor_at(pos).copied() else { continue };
            let is_news = nearest.is_none_or(|(min, found)| (distance, other.id) < (min, found.id))
                && hunted.is_none_or(|hunted| hunted.id != other.id);
            // Who is left alone need not be looked for.
            if is_news && is_noted(world, actor, &other, reach) && sees(world, actor, &other) {
                nearest = Some((distance, other));
            }
        }
    }
    nearest.map(|(_, other)| other)
}

/// Whether somebody in sight is taken for an enemy: not what they are taken for, nor too quiet to notice.
fn is_noted(world: &World, actor: &ActorRef, other: &ActorRef, reach: i32) -> bool {
    let distance = actor.pos.steps_to(other.pos);
    world.guise(other).is_none()
        && (other.id != ActorId::PLAYER || world.is_noticed(distance, reach))
        && (world.kind(actor).raider.is_none() || raider::would_attack(world, actor, other))
}

/// Nobody to be seen, and still afraid: of where the fright came from.
fn stay_afraid(actor: &ActorRef, before: AiState) -> AiState {
    let from = match before {
        AiState::Fleeing { from, .. } => from,
        AiState::Hunting { last_seen, .. } => last_seen,
        AiState::Curious { goal, .. } => goal,
        AiState::Idle | AiState::GaveUp { .. } => actor.pos,
    };
    AiState::Fleeing { from, patience: FRIGHT_TURNS }
}

/// The quarry is out of sight: look where it was, then give up.
fn lose_sight(world: &World, actor: &ActorRef, before: AiState) -> AiState {
    match before {
        AiState::Hunting { quarry, last_seen, lost } => {
            let persistence = world.kind(actor).temperament.persistence;
            if lost >= persistence || world.actor_ref(quarry).is_none() {
                AiState::Idle
            } else {
                AiState::Hunting { quarry, last_seen, lost: lost + 1 }
            }
        }
        AiState::Curious { goal, patience } => {
            if patience == 0 || actor.pos == goal {
                AiState::Idle
            } else {
                AiState::Curious { goal, patience: patience - 1 }
            }
        }
        AiState::Fleeing { patience: 0, .. } => AiState::Idle,
        AiState::Fleeing { from, patience } => AiState::Fleeing { from, patience: patience - 1 },
        AiState::GaveUp { patience: 0 } | AiState::Idle => AiState::Idle,
        AiState::GaveUp { patience } => AiState::GaveUp { patience: patience - 1 },
    }
}
