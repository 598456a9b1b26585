//! Bodies that the player has not found: the order tells how many there are, and each raid of a
//! forecast finds them at other places.

use crate::sim::prelude::*;

#[derive(Default)]
pub(super) struct Unseen {
    /// Cells that the player knows of and has not seen, in reading order.
    cells: Vec<Pos>,
    bodies: usize,
    /// Those who fell last night.
    fallen: Vec<ActorKindId>,
    /// The turns between which those get up that still lie.
    rises: (i32, i32),
}

impl Unseen {
    /// What has not been found in a world that the player knows as another.
    pub(super) fn of(world: &World, known: &World) -> Unseen {
        let floor = &world.floor;
        let mut cells = known.floor.passable.clone();
        cells.subtract(&floor.seen);
        let is_found = |&pos: &Pos| floor.known(pos).body && world.body_at(pos).is_some();
        let members = world.shift.last_night.members.iter();
        let fallen = members.filter(|member| matches!(member.fate, Fate::Fell(_)));
        let (min, max) = world.body_rises();
        let now = world.shift.turns_in_play().0 + 1;
        Unseen {
            cells: cells.iter().filter(|&pos| known.floor.is_plain_floor(pos)).collect(),
            bodies: world.body_cells().count() - floor.remembered.iter().filter(is_found).count(),
            fallen: fallen.map(|member| member.kind).collect(),
            rises: (min.max(now) as i32, max.max(now) as i32),
        }
    }

    /// Lays them down somewhere in a copy; who is due by then is up.
    pub(super) fn lay(&self, world: &mut World) {
        for _ in 0..self.bodies {
            let stream = &mut world.streams.floor;
            let kind = stream.pick(&self.fallen).copied();
            let rises = Turns(stream.range(self.rises.0, self.rises.1).unsigned_abs());
            let Some(&at) = stream.pick(&self.cells) else { return };
            let kind = kind.unwrap_or(world.catalog.rules.upkeeper.id);
            world.lay_known(at, Body { kind, rises, by: None, person: None });
        }
    }
}
