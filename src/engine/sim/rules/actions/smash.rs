//! Crates: in the way, and now and then with something in them.

use crate::sim::prelude::*;
use crate::sim::rules::actions::work;
use crate::sim::rules::noise;

/// One turn at a crate; the last one leaves plain floor, and perhaps what was in it.
pub(super) fn smash(world: &mut World, at: Pos) {
    let left = work::taken_up(world, at).unwrap_or_else(|| world.smash_turns());
    let loudness = world.catalog.rules.noise_crate;
    noise::sound_of_player(world, at, loudness);
    if work::goes_on(world, at, left) {
        return;
    }
    world.shift.activity = None;
    world.floor.set_fixture(at, None);
    world.emit(FloorEvent::CrateSmashed { at });
    if let Some(stack) = world.crate_contents(at) {
        world.place_item(at, stack);
        world.emit(FloorEvent::CrateHeld { stack, at });
    }
    world.emit(WorkEvent::Stopped { why: Interruption::Done });
}
