//! What a town thinks of somebody who helps themselves.

use crate::sim::prelude::*;

impl World {
    /// In a town: the player was seen at a chest, or has robbed a shop, which counts for several times.
    pub(crate) fn note_theft(&mut self, times: u8) {
        if self.journey().is_none_or(|journey| journey.phase != Phase::Town) {
            return;
        }
        self.change_journey(|journey| {
            let site = journey.at;
            if let Some(town) = journey.towns.iter_mut().find(|town| town.site == site) {
                town.thefts = town.thefts.saturating_add(times);
            }
        });
    }
}
