//! Playing a raid to its end at once.

use crate::sim::prelude::*;
use crate::sim::shift::turn;

/// Plays the raid that is on to its end, with the player off the floor. `tell` gets the events of each turn.
pub(crate) fn play_out(world: &mut World, mut tell: impl FnMut(&mut Vec<Event>)) {
    while world.raid().is_some() && world.shift().end.is_none() {
        turn::tick(world);
        tell(&mut world.events);
        world.events.clear();
    }
}
