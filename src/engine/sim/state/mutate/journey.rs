//! Writes on the journey.

use std::sync::Arc;

use crate::sim::state::digest;
use crate::sim::state::journey::Journey;
use crate::sim::state::journey::atlas::Atlas;
use crate::sim::state::journey::town::TownVisit;
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

    /// Changes the visit to a town that goes on, if there is one.
    pub(crate) fn change_visit(&mut self, change: impl FnOnce(&mut TownVisit)) {
        self.change_journey(|journey| {
            if let Some(visit) = &mut journey.visit {
                change(visit);
            }
        });
    }

    /// Changes the rations, as far as there are any and as many as can be carried.
    pub(crate) fn change_rations(&mut self, rations: i32) {
        let max = self.catalog.campaign.max_rations;
        self.change_journey(|journey| {
            let left = i32::from(journey.rations) + rations;
            journey.rations = left.clamp(0, i32::from(max)) as u16;
        });
    }
}
