//! What levers come to at dawn, for those who plan by it.

use std::ops::Range;

use base::Pos;

use crate::sim::{ActorId, Forecast, Lever};

use super::View;

impl View<'_> {
    /// What dawn would come to with these levers set, by a raid for each of some samples.
    pub fn forecast(&self, levers: &[Lever], samples: Range<u32>) -> Forecast {
        self.world().forecast(levers, samples)
    }

    /// The cord that is to be pulled now, by the rule that forecasts keep to.
    pub fn cord_to_pull(&self) -> Option<u8> {
        self.world().cord_to_pull()
    }

    /// Cords that can still be laid tonight.
    pub fn cords_left(&self) -> usize {
        self.world().cords_left()
    }

    /// The residents that would follow to another post, and where they are.
    pub fn residents_to_lead(&self) -> Vec<(ActorId, Pos)> {
        self.world().residents_to_lead()
    }
}
