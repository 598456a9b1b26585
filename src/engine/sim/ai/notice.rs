//! How far actors look for enemies, and what others notice when one is found.

use crate::sim::prelude::*;
use crate::sim::rules::noise;

/// Distance within which a stray attacks enemies, even if its kind is not aggressive.
const STRAY_AGGRESSION_CELLS: i32 = 7;

/// Distance within which an actor in this state looks for enemies; 0 if it attacks none by itself.
pub(super) fn reach(world: &World, actor: &ActorRef, ai_state: AiState, frightened: bool) -> i32 {
    let kind = world.kind(actor);
    if frightened {
        return kind.alert;
    }
    let is_stray = matches!(world.duty(actor.entity), Duty::Stray { .. });
    let reach = match (is_stray, kind.temperament.aggressive) {
        (true, _) if kind.traits.lurks.is_none() => kind.alert.max(STRAY_AGGRESSION_CELLS),
        (true, _) | (_, true) => world.alertness(actor),
        _ => 0,
    };
    if let AiState::GaveUp { .. } = ai_state { reach.min(1) } else { reach }
}

/// What others notice when an actor finds an enemy: its bark, or that it was no chest.
pub(super) fn give_notice(world: &mut World, actor: &ActorRef, was_taken_for: Option<Guise>) {
    if was_taken_for == Some(Guise::Chest) {
        world.emit(ActorEvent::Unmasked { who: world.who(actor) });
    }
    let loudness = world.kind(actor).traits.barks;
    if loudness > 0 {
        world.emit(ActorEvent::Barked { who: world.who(actor), loudness });
        noise::sound(world, actor.pos, loudness);
    }
}
