//! Bodies that the player has not found: the order tells how many there are, and each raid of a
//! forecast finds them at other places.

use crate::sim::prelude::*;

#[derive(Default)]
pub(super) struct Unseen {
    /// Cells that the player knows of and has not seen.
    cells: Bits,
    bodies: usize,
    /// Those who fell last night.
    fallen: Vec<ActorKindId>,
    /// The turns between which they get up, the next turn, and that at which the party comes.
    rises: (u32, u32),
    next: Turns,
    comes: Turns,
}

impl Unseen {
    /// What has not been found in a world that the player knows as another, and that the party
    /// comes into at a turn.
    pub(super) fn of(world: &World, known: &World, comes: Turns) -> Unseen {
        let floor = &world.floor;
        let mut cells = known.floor.passable.clone();
        cells.subtract(&floor.seen);
        for pos in cells.clone().iter().filter(|&pos| !known.floor.is_plain_floor(pos)) {
            cells.remove(pos);
        }
        let is_found = |&pos: &Pos| floor.known(pos).body && world.body_at(pos).is_some();
        let members = world.shift.last_night.members.iter();
        let fallen = members.filter(|member| matches!(member.fate, Fate::Fell(_)));
        Unseen {
            cells,
            bodies: world.body_cells().count() - floor.remembered.iter().filter(is_found).count(),
            fallen: fallen.map(|member| member.kind).collect(),
            rises: world.body_rises(),
            next: Turns(world.shift.turns_in_play().0 + 1),
            comes: comes.saturating_sub(world.shift.stood_still),
        }
    }

    /// Lays them down somewhere in a copy; who is due by then is up. Each keeps its place from one
    /// forecast to the next, unless the player has looked there meanwhile.
    pub(super) fn lay(&self, world: &mut World) {
        if self.cells.is_empty() {
            return;
        }
        let key = Seed(world.streams.floor.next_u64());
        let (width, height) = (self.cells.width(), self.cells.height());
        for body in 0..self.bodies as u64 {
            let mut stream = Stream::new(key, purpose::UNSEEN, Ordinal(body));
            let kind = stream.pick(&self.fallen).copied();
            let (min, max) = self.rises;
            // Of those that still lie each turn to come is as likely.
            let share = stream.below(1 << 16);
            let first = min.max(self.next.0);
            let rises = Turns(first + max.saturating_sub(first) * share / (1 << 16));
            let at = loop {
                let (x, y) = (stream.below(width as u32), stream.below(height as u32));
                let at = Pos::new(x as i32, y as i32);
                if self.cells.contains(at) {
                    break at;
                }
            };
            let kind = kind.unwrap_or(world.catalog.rules.upkeeper.id);
            world.lay_known(at, Body { kind, rises, by: None, person: None }, self.comes);
        }
    }
}
