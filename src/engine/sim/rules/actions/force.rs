//! Doors broken by force, blow by blow.

use crate::sim::prelude::*;
use crate::sim::rules::{noise, raid_report};

/// One blow at a door that is shut or barred; the last one leaves it broken: a kick off the latch, several off
/// the bar. Several may hammer at the same, and one may go on where another left off. A door that opens towards whoever
/// kicks it stands as many kicks as there are.
pub(super) fn force(world: &mut World, actor: &ActorRef, at: Pos) {
    let Some(door) = shut_door(world, at) else { return };
    let rules = &world.catalog.rules;
    let (loudness, bar) = (rules.noise_force, rules.force_barred);
    let who = world.who(actor);
    let holds = door == Door::Closed && world.opens_towards(at, actor.pos);
    let stands = if door == Door::Barred { bar } else { rules.force_shut };
    let blows = if holds { 0 } else { world.floor.damage_door(at) };
    if holds || door == Door::Barred {
        raid_report::held_at_door(world, actor, door == Door::Barred);
    }
    if holds || blows < stands {
        world.emit(FloorEvent::DoorHammered { who, at });
    } else {
        world.break_fixture(at, Fixture::Door(Door::Broken));
        raid_report::broke_door(world, actor);
        world.emit(FloorEvent::DoorForced { who, at, blows });
    }
    noise::sound_of(world, actor, at, loudness);
}

/// The state of a door that blows can do something to.
fn shut_door(world: &World, at: Pos) -> Option<Door> {
    match world.floor.fixture(at)? {
        Fixture::Door(door @ (Door::Closed | Door::Barred)) => Some(door),
        _ => None,
    }
}
