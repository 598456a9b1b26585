//! Levers set on a copy of the site, as the player would set them.

use crate::sim::prelude::*;

impl World {
    /// A copy of the site with some levers set, and the player off it.
    pub fn with_levers(&self, levers: &[Lever]) -> World {
        let mut world = self.copy(None);
        world.set_levers(levers);
        world
    }

    /// Sets some levers, and takes the player off the floor.
    pub(super) fn set_levers(&mut self, levers: &[Lever]) {
        self.take_player_off();
        for &lever in levers {
            self.set_lever(lever);
        }
        self.update_sight();
    }
}
