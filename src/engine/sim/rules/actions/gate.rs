//! Gates, opened by the key or tool for them.

use crate::sim::prelude::*;
use levels::Tile;

use crate::sim::rules::action::Action;
use crate::sim::rules::noise;

/// What a step into a shut door or a gate turns into, if it opens for that actor.
pub(super) fn opening(world: &World, actor: &ActorRef, at: Pos) -> Option<Action> {
    if world.is_barred(at) && actor.id != ActorId::PLAYER {
        // Only the upkeeper knows how the bars of the house are lifted.
        return Some(if world.kind(actor).forces { Action::Force(at) } else { Action::Wait });
    }
    if world.is_closed_door(at) {
        return Some(Action::OpenDoor(at));
    }
    match world.gate_at(at)? {
        gate @ (Gate::LockedDoor | Gate::BossDoor) if world.has_opener(actor, gate) => {
            Some(Action::Unlock(at))
        }
        Gate::Rubble if world.has_opener(actor, Gate::Rubble) => Some(Action::Blast(at)),
        _ => None,
    }
}

/// Unlocks a door and opens it; the key stays in the lock, and the lock never shuts again.
pub(super) fn unlock(world: &mut World, actor: &ActorRef, at: Pos) {
    let Some((gate, key)) =
        world.gate_at(at).and_then(|gate| Some((gate, world.catalog.opener(gate)?)))
    else {
        return;
    };
    if gate.keeps_its_key() {
        world.run.belongings.take_from_belt(key);
    }
    world.set_door(at, Door::Open);
    world.emit(FloorEvent::Unlocked { who: world.who(actor), at, key });
    let loudness = world.catalog.rules.noise_door;
    noise::sound_of_player(world, at, loudness);
}

/// Blasts rubble away, with a loud noise. The satchel refills by itself.
pub(super) fn blast(world: &mut World, actor: &ActorRef, at: Pos) {
    let (refill, loudness) = (world.catalog.rules.satchel_refill, world.catalog.rules.noise_blast);
    let ready = Turns(world.clock().0 + refill);
    world.run.belongings.satchel_ready = ready;
    world.floor.set_terrain(at, Tile::Floor);
    world.emit(FloorEvent::Blasted { who: world.who(actor), at });
    noise::sound(world, at, loudness);
}
