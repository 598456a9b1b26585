//! Levers set on a copy of the site, as the player would set them.

use crate::sim::prelude::*;
use crate::sim::state::shift::Cord;
use crate::sim::work::prepare;

impl World {
    /// A copy of the site with some levers set, and the player off it.
    pub fn with_levers(&self, levers: &[Lever]) -> World {
        let mut world = self.copy(None);
        world.take_player_off();
        for &lever in levers {
            world.set_lever(lever);
        }
        world.update_sight();
        world
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
                self.relocate(&resident, at);
                prepare::post(self, &resident, at);
            }
        }
    }
}
