//! Levers set on a copy of the site, as the player would set them.

use crate::sim::prelude::*;
use crate::sim::state::shift::Cord;
use crate::sim::work::prepare;

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

    fn set_lever(&mut self, lever: Lever) {
        match lever {
            Lever::Kit { at, trap } => {
                self.floor.set_fixture(at, Some(Fixture::Trap { kind: trap, armed: true }));
                set_member(&mut self.shift.placed_traps, at, true);
            }
            Lever::Cord { at } => {
                self.shift.prepared.cords.push(Cord { at, ready: Turns(0), pulled: false });
            }
            Lever::Job { at, job: JobKind::Body } => _ = self.lift_body(at),
            Lever::Job { at, job } => self.complete(job, at),
            Lever::Post { who, at } => {
                let Some(resident) = self.alive(who) else { return };
                let is_free = !self.is_occupied(at) || resident.pos == at;
                let place = if is_free { Some(at) } else { self.nearest_free(at) };
                let Some(place) = place else { return };
                self.relocate(&resident, place);
                prepare::post(self, &resident, at);
            }
        }
    }
}
