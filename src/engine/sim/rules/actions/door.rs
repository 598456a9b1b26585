//! Doors: opened, shut and barred.

use crate::sim::prelude::*;
use crate::sim::rules::noise;

/// Opens a shut door; lifts the bar, if there is one.
pub(super) fn open(world: &mut World, actor: &ActorRef, at: Pos) {
    if world.is_barred(at) {
        world.emit(FloorEvent::Unbarred { who: world.who(actor), at });
    }
    world.set_door(at, Door::Open);
    world.shift.shut_out.retain(|&(door, _)| door != at);
    world.emit(FloorEvent::DoorOpened { who: world.who(actor), at });
    creak(world, actor, at);
}

/// Shuts an open one.
pub(super) fn close(world: &mut World, actor: &ActorRef, at: Pos) {
    world.set_door(at, Door::Closed);
    if actor.id == ActorId::PLAYER {
        world.note_shut_door(at);
    }
    world.emit(FloorEvent::DoorClosed { who: world.who(actor), at });
    if actor.id == ActorId::PLAYER && world.has_perk_effect(&PerkEffect::ShutBars) {
        return bar(world, actor, at);
    }
    creak(world, actor, at);
}

/// Lays a bar across a shut one.
pub(super) fn bar(world: &mut World, actor: &ActorRef, at: Pos) {
    world.set_door(at, Door::Barred);
    world.emit(FloorEvent::DoorBarred { who: world.who(actor), at });
    creak(world, actor, at);
}

fn creak(world: &mut World, actor: &ActorRef, at: Pos) {
    let loudness = world.catalog.rules.noise_door;
    if actor.id == ActorId::PLAYER {
        let loudness = world.loudness_with_perks(loudness, PerkNoise::Door);
        noise::sound_of_player(world, at, loudness);
    } else {
        noise::sound_of(world, actor, at, loudness);
    }
}
