//! The forecast: what dawn would come to if the player set some levers first, by raids on a copy of
//! the site.

use crate::sim::prelude::*;
use crate::sim::state::shift::Cord;
use crate::sim::work::prepare;

/// What some raids came to.
pub struct Forecast {
    /// Points of dawn before they are set against a night in bed, in hundredths: one for each raid,
    /// from the least to the greatest.
    pub raw: Vec<u32>,
    /// In how many of the raids somebody trod on each cell.
    pub visits: Grid<u16>,
}

impl Forecast {
    pub fn mean(&self) -> u32 {
        self.raw.iter().sum::<u32>() / self.raw.len().max(1) as u32
    }
}

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

    /// What dawn would come to with these levers, by raids with the random streams of some samples.
    pub fn forecast(&self, levers: &[Lever], samples: std::ops::Range<u32>) -> Forecast {
        let world = self.with_levers(levers);
        let (width, height) = (self.floor.width(), self.floor.height());
        let mut forecast = Forecast { raw: Vec::new(), visits: Grid::filled(width, height, 0) };
        for sample in samples {
            let rehearsal = world.rehearse(sample);
            forecast.raw.push(rehearsal.points.raw());
            for pos in rehearsal.trod.iter() {
                forecast.visits[pos] += 1;
            }
        }
        forecast.raw.sort_unstable();
        forecast
    }
}
