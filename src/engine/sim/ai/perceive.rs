//! What an actor sees, and how that changes its AI state.

use crate::sim::ai::habits;
use crate::sim::ai::raider::support::would_attack;
use crate::sim::floor::hiding::sees;
use crate::sim::prelude::*;

/// Turns for which an actor flees after the danger is out of sight.
const FRIGHT_TURNS: u8 = 12;

/// Changes the AI state of an actor by what it sees. Returns the new state.
pub(super) fn perceive(world: &mut World, actor: &ActorRef) -> AiState {
    let before = world.ai_state(actor.entity);
    let frightened = world.has_status(actor.entity, Status::Frightened);
    let after = match seen_quarry(world, actor, before, frightened) {
        Some(quarry) if frightened || world.is_hurt_to_flee(actor) => {
            AiState::Fleeing { from: quarry.pos, patience: FRIGHT_TURNS }
        }
        None if frightened => {
            // It flees from where the danger was.
            let from = match before {
                AiState::Fleeing { from, .. } => from,
                AiState::Hunting { last_seen, .. } => last_seen,
                AiState::Curious { goal, .. } => goal,
                AiState::Idle | AiState::GaveUp { .. } => actor.pos,
            };
            AiState::Fleeing { from, patience: FRIGHT_TURNS }
        }
        Some(quarry) => AiState::Hunting { quarry: quarry.id, last_seen: quarry.pos, lost: 0 },
        None => lose_sight(world, actor, before),
    };
    if after != before {
        world.set_ai_state(actor, after);
        let hunted_player = matches!(before, AiState::Hunting { quarry: ActorId::PLAYER, .. });
        if hunted_player && after == AiState::Idle {
            world.emit(FightEvent::ThreatLost { who: world.who(actor) });
        }
    }
    after
}

/// The nearest enemy that an actor sees and takes notice of, of several the one with the lowest id.
/// The quarry that it hunts already counts at any distance.
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
    let reach = habits::reach(world, actor, ai_state, frightened);
    let hunted = hunted
        .filter(|&id| id != actor.id && !(id == ActorId::PLAYER && world.is_away()))
        .and_then(|id| world.alive(id))
        .filter(|other| sees(world, actor, other));
    if reach == 0 {
        return hunted;
    }
    let mut nearest = hunted.map(|other| (actor.pos.steps_to(other.pos), other));
    let mut within = nearest.map_or(reach, |(min, _)| min.min(reach));
    for cells in world.foes(actor) {
        for &pos in cells {
            if !actor.pos.is_within(within, pos) {
                continue;
            }
            let distance = actor.pos.steps_to(pos);
            let Some(other) = world.actor_at(pos).copied() else { continue };
            let is_news = nearest.is_none_or(|(min, found)| (distance, other.id) < (min, found.id))
                && hunted.is_none_or(|hunted| hunted.id != other.id);
            // The cheap checks before the line of sight.
            if is_news && is_noted(world, actor, &other, reach) && sees(world, actor, &other) {
                nearest = Some((distance, other));
                within = distance;
            }
        }
    }
    nearest.map(|(_, other)| other)
}

/// Whether an actor takes notice of an enemy in sight: not of one in disguise, nor of a player who
/// is too stealthy, and a raider only of those that it would attack.
fn is_noted(world: &World, actor: &ActorRef, other: &ActorRef, reach: i32) -> bool {
    let distance = actor.pos.steps_to(other.pos);
    world.guise(other).is_none()
        && (other.id != ActorId::PLAYER || world.is_noticed(distance, reach))
        && (world.kind(actor).raider.is_none() || would_attack(world, actor, other))
}

/// The next state of an actor that sees no enemy: patience runs out turn by turn.
fn lose_sight(world: &World, actor: &ActorRef, before: AiState) -> AiState {
    if world.is_loose(actor)
        && !matches!(before, AiState::Fleeing { .. })
        && let Some(hunting) = world.hunt_for_nearest_raider(actor)
    {
        return hunting;
    }
    match before {
        AiState::Hunting { quarry, last_seen, lost }
            if lost < world.kind(actor).temperament.persistence
                && world.actor_ref(quarry).is_some() =>
        {
            AiState::Hunting { quarry, last_seen, lost: lost + 1 }
        }
        AiState::Curious { goal, patience: left @ 1.. } if actor.pos != goal => {
            AiState::Curious { goal, patience: left - 1 }
        }
        AiState::Fleeing { from, patience: left @ 1.. } => {
            AiState::Fleeing { from, patience: left - 1 }
        }
        AiState::GaveUp { patience: left @ 1.. } => AiState::GaveUp { patience: left - 1 },
        _ => AiState::Idle,
    }
}
