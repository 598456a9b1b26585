//! What a command can mean on a journey.

use crate::sim::prelude::*;

/// What a command means on a journey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// One of the journey's own.
    OfJourney(JourneyCommand),
    /// The run is given up, over the map.
    Abandon,
    /// One of the floor: this one.
    OfFloor(Command),
}
