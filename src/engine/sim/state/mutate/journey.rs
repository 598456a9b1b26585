//! Writes on the journey.

use std::sync::Arc;

use crate::sim::state::digest;
use crate::sim::state::journey::Journey;
use crate::sim::state::journey::atlas::Atlas;
use crate::sim::state::world::World;

impl World {
    /// Begins or takes over a journey with its map.
    pub(crate) fn set_journey(&mut self, journey: Option<Journey>, atlas: Option<Arc<Atlas>>) {
        self.journey_digest = digest::journey(journey.as_ref());
        self.journey = journey;
        self.atlas = atlas;
    }

    /// Takes the journey out of this world, for the one of the next floor.
    pub(crate) fn take_journey(&mut self) -> (Option<Journey>, Option<Arc<Atlas>>) {
        self.journey_digest = 0;
        (self.journey.take(), self.atlas.take())
    }

    /// Changes the journey, if there is one.
    pub(crate) fn change_journey(&mut self, change: impl FnOnce(&mut Journey)) {
        if let Some(journey) = &mut self.journey {
            change(journey);
            self.journey_digest = digest::journey(Some(journey));
        }
    }
}
