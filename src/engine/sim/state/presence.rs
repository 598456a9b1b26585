//! Indexes of a floor by cell: where actors stand, by faction, so that enemies are found without a
//! look at every actor, and where things lie.

use hecs::Entity;

use base::{Bits, Grid, Pos, Rect};
use content::{FactionId, Factions};

/// The cells where actors stand. Follows from the actors.
#[derive(Clone, Debug)]
pub(crate) struct Presence {
    anybody: Bits,
    /// The cells of the actors of each faction, in no order.
    sides: Vec<Vec<Pos>>,
}

impl Presence {
    /// The index of a floor of this size without actors.
    pub(crate) fn new(width: i32, height: i32, factions: &Factions) -> Presence {
        let sides = vec![Vec::new(); factions.names.len()];
        Presence { anybody: Bits::new(width, height), sides }
    }

    /// An actor of a faction stands on a cell from now on, in place of any that stood there.
    pub(crate) fn put(&mut self, pos: Pos, side: FactionId) {
        if !self.anybody.insert(pos) {
            self.sides.iter_mut().for_each(|cells| forget(cells, pos));
        }
        self.sides[usize::from(side.0)].push(pos);
    }

    /// The actor of a faction on a cell is gone.
    pub(crate) fn clear(&mut self, pos: Pos, side: FactionId) {
        self.anybody.remove(pos);
        forget(&mut self.sides[usize::from(side.0)], pos);
    }

    /// The cells where enemies of a faction stand, by their faction, in no order.
    pub(crate) fn foes(
        &self,
        side: FactionId,
        factions: &Factions,
    ) -> impl Iterator<Item = &[Pos]> {
        let enemies = factions.enemies_of(side).iter();
        enemies.map(|enemy| &self.sides[usize::from(enemy.0)][..])
    }

    /// Whether both hold the same cells for the same factions, in whatever order.
    pub(crate) fn agrees_with(&self, other: &Presence) -> bool {
        let in_order = |presence: &Presence| {
            let mut sides = presence.sides.clone();
            for cells in &mut sides {
                cells.sort();
            }
            sides
        };
        self.anybody == other.anybody && in_order(self) == in_order(other)
    }

    /// The cells within a rectangle where actors stand.
    pub(crate) fn within(&self, rect: Rect) -> impl Iterator<Item = Pos> {
        self.anybody.iter_in(rect)
    }
}

fn forget(cells: &mut Vec<Pos>, pos: Pos) {
    if let Some(place) = cells.iter().position(|&cell| cell == pos) {
        cells.swap_remove(place);
    }
}

/// The things of one kind on a floor, one to a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ThingIndex {
    pub(super) at: Grid<Option<Entity>>,
    pub(super) cells: Bits,
}

impl ThingIndex {
    pub(super) fn new(width: i32, height: i32) -> ThingIndex {
        ThingIndex { at: Grid::filled(width, height, None), cells: Bits::new(width, height) }
    }

    pub(super) fn insert(&mut self, pos: Pos, entity: Entity) {
        self.at[pos] = Some(entity);
        self.cells.insert(pos);
    }

    pub(super) fn remove(&mut self, pos: Pos) -> Option<Entity> {
        self.cells.remove(pos);
        self.at[pos].take()
    }
}
