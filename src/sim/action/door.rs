use crate::base::Pos;

use super::Outcome;
use crate::sim::world::{Spot, World};
use crate::sim::{ActorId, Door, Event, noise};

/// Opens a shut door.
pub(super) fn open(world: &mut World, actor: &Spot, at: Pos) -> Outcome {
    world.set_door(at, Door::Open);
    let who = world.who(actor);
    world.emit(Event::DoorOpened { who, at });
    creak(world, actor, at);
    Outcome::Done
}

/// Shuts an open one.
pub(super) fn close(world: &mut World, actor: &Spot, at: Pos) -> Outcome {
    world.set_door(at, Door::Closed);
    let who = world.who(actor);
    world.emit(Event::DoorClosed { who, at });
    creak(world, actor, at);
    Outcome::Done
}

fn creak(world: &mut World, actor: &Spot, at: Pos) {
    let loudness = world.catalog.rules.noise_door;
    if actor.id == ActorId::PLAYER {
        noise::sound_of_player(world, at, loudness);
    } else {
        noise::sound(world, at, loudness);
    }
}
