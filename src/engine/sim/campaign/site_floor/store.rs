//! The floors of a site beside the one in play, stored with the journey.

use crate::sim::prelude::*;
use crate::sim::state::journey::stored_floor::StoredFloor;

/// Stores all floors but the first beside the journey, and returns that one.
pub(in crate::sim::campaign) fn store(mut floors: Vec<World>, journey: &mut Journey) -> World {
    let next_id = next_id(&floors);
    let stored = floors.drain(1..).enumerate().map(|(place, floor)| {
        let Snapshot { shift, floor, streams, .. } = floor.snapshot();
        StoredFloor { number: place as u8 + 1, floor, shift, streams }
    });
    journey.floors = stored.collect();
    (journey.floor, journey.raid) = (0, RaidProgress::NotYet);
    let mut world = floors.remove(0);
    // Actors of all floors have ids of their own.
    world.skip_ids_to(next_id);
    world
}

/// The first id that no actor on any of the floors has.
pub(super) fn next_id(floors: &[World]) -> u32 {
    floors.iter().map(|floor| floor.run().next_id).max().unwrap_or(1)
}
