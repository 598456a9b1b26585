//! Doors broken by force, blow by blow.

use crate::base::Pos;

use crate::sim::event::{Event, FloorEvent};
use crate::sim::rules::action::ActionResult;
use crate::sim::rules::{noise, raid_report};
use crate::sim::state::fixture::{Door, Fixture};
use crate::sim::state::world::{ActorRef, World};

/// One blow at a door that is shut or barred; the last one leaves it broken: a kick off the latch, several off
/// the bar, or against the frame of a door that opens towards them. Several may hammer at the same, and one may go on where another left off.
pub(super) fn force(world: &mut World, actor: &ActorRef, at: Pos) -> ActionResult {
    let Some(stands) = blows_needed(world, actor.pos, at) else { return ActionResult::Done };
    let blows = world.floor.damage_door(at);
    let who = world.who(actor);
    if blows < stands {
        world.emit(Event::Floor(FloorEvent::DoorHammered { who, at }));
    } else {
        world.break_fixture(at, Fixture::Door(Door::Broken));
        raid_report::broke_door(world, actor);
        world.emit(Event::Floor(FloorEvent::DoorForced { who, at, blows }));
    }
    let loudness = world.catalog.rules.noise_force;
    noise::sound_of(world, actor, at, loudness);
    ActionResult::Done
}

/// The blows from a side that a door stands as it is; `None` where force does nothing.
fn blows_needed(world: &World, from: Pos, at: Pos) -> Option<u8> {
    let rules = &world.catalog.rules;
    match world.floor.fixture(at)? {
        Fixture::Door(Door::Closed) if world.opens_towards(at, from) => Some(rules.force_barred),
        Fixture::Door(Door::Closed) => Some(rules.force_shut),
        Fixture::Door(Door::Barred) => Some(rules.force_barred),
        _ => None,
    }
}
