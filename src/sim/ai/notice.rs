//! How far somebody looks for enemies, and what others notice of it.

use crate::content::Guise;

use crate::sim::event::{ActorEvent, Event};
use crate::sim::rules::noise;
use crate::sim::state::components::{AiState, Duty};
use crate::sim::state::world::{ActorRef, World};

/// How near an enemy comes before somebody astray turns on it, in cells, however calm its kind.
const STRAY_AGGRESSION_CELLS: i32 = 7;

/// How far somebody looks for enemies in this mind, in cells; 0 for one that starts nothing.
pub(super) fn reach(world: &World, actor: &ActorRef, ai_state: AiState, frightened: bool) -> i32 {
    let kind = world.kind(actor);
    if frightened {
        return kind.alert;
    }
    let is_stray = matches!(world.duty(actor.entity), Duty::Stray { .. });
    let reach = match (is_stray, kind.temperament.aggressive) {
        (true, _) if kind.traits.lurks.is_none() => kind.alert.max(STRAY_AGGRESSION_CELLS),
        (true, _) | (_, true) => kind.alert,
        _ => 0,
    };
    if let AiState::GaveUp { .. } = ai_state { reach.min(1) } else { reach }
}

/// What others notice when somebody finds an enemy: a bark, or that a chest was none.
pub(super) fn give_notice(world: &mut World, actor: &ActorRef, was_taken_for: Option<Guise>) {
    if was_taken_for == Some(Guise::Chest) {
        let who = world.who(actor);
        world.emit(Event::Actor(ActorEvent::Unmasked { who }));
    }
    let loudness = world.kind(actor).traits.barks;
    if loudness > 0 {
        let who = world.who(actor);
        world.emit(Event::Actor(ActorEvent::Barked { who, loudness }));
        noise::sound(world, actor.pos, loudness);
    }
}
