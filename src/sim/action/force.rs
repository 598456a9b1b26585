//! Doors broken by force, blow by blow.

use crate::base::Pos;

use super::Outcome;
use crate::sim::world::{Spot, World};
use crate::sim::{Door, Event, Fixture, noise};

/// One blow at a door that is shut, barred or locked; the last one leaves it broken. Several may hammer at
/// the same, and one may go on where another left off.
pub(super) fn force(world: &mut World, actor: &Spot, at: Pos) -> Outcome {
    let Some(stands) = blows_needed(world, at) else { return Outcome::Done };
    let who = world.who(actor);
    world.emit(Event::DoorHammered { who, at });
    let loudness = world.catalog.rules.noise_force;
    noise::sound_of(world, actor, at, loudness);
    let blows = match world.hammered.binary_search_by_key(&at, |&(door, _)| door) {
        Ok(place) => {
            world.hammered[place].1 += 1;
            world.hammered[place].1
        }
        Err(place) => {
            world.hammered.insert(place, (at, 1));
            1
        }
    };
    if blows >= stands {
        world.spoil(at, Fixture::Door(Door::Broken));
        world.emit(Event::DoorForced { who, at });
    }
    Outcome::Done
}

/// The blows that a door stands as it is; `None` where force does nothing.
fn blows_needed(world: &World, at: Pos) -> Option<u8> {
    let rules = &world.catalog.rules;
    match world.floor.fixture(at)? {
        Fixture::Door(Door::Closed) => Some(rules.force_shut),
        Fixture::Door(Door::Barred) => Some(rules.force_barred),
        Fixture::Door(Door::Locked) => Some(rules.force_locked),
        _ => None,
    }
}
