//! What the condition of the floor changes.

use crate::sim::prelude::*;
use content::{ConditionChanges, ConditionId};

impl World {
    /// What is different on this floor tonight.
    pub fn condition(&self) -> Option<ConditionId> {
        self.shift().condition
    }

    /// What that changes in the rules; nothing on a floor without a condition.
    pub(crate) fn changes(&self) -> &ConditionChanges {
        self.catalog.changes(self.condition())
    }

    /// Turns until a body left lying rises: the range from which the number is drawn, both ends included.
    pub(crate) fn body_rises(&self) -> (u32, u32) {
        let (min, max) = self.catalog.rules.body_rises;
        let percent = self.changes().rises_percent;
        (min * percent / 100, max * percent / 100)
    }

    /// How far a sound of some loudness carries here, in cells.
    pub(crate) fn carried(&self, loudness: u8) -> u8 {
        let carried = u32::from(loudness) * self.changes().loudness_percent / 100;
        carried.min(u8::MAX.into()) as u8
    }
}
