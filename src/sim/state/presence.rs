//! Who stands where, by whom it concerns: so that nobody has to look at everybody to find an enemy.

use crate::base::{Bits, Pos, Rect};
use crate::content::{FactionId, Factions};

/// The cells where somebody stands. Follows from the actors.
#[derive(Clone, Debug)]
pub(crate) struct Presence {
    anybody: Bits,
    /// Those of the people of each side, in no order.
    sides: Vec<Vec<Pos>>,
}

impl Presence {
    /// Nobody on a floor of this size.
    pub(crate) fn new(width: i32, height: i32, factions: &Factions) -> Presence {
        let sides = vec![Vec::new(); factions.names.len()];
        Presence { anybody: Bits::new(width, height), sides }
    }

    /// Somebody of a side has come to a cell, whoever was there.
    pub(crate) fn put(&mut self, pos: Pos, side: FactionId) {
        if !self.anybody.insert(pos) {
            self.sides.iter_mut().for_each(|cells| forget(cells, pos));
        }
        self.sides[usize::from(side.0)].push(pos);
    }

    /// Nobody is there any more, who was of a side.
    pub(crate) fn clear(&mut self, pos: Pos, side: FactionId) {
        self.anybody.remove(pos);
        forget(&mut self.sides[usize::from(side.0)], pos);
    }

    /// The cells where foes of a side stand, for each of their sides, in no order.
    pub(crate) fn foes(
        &self,
        side: FactionId,
        factions: &Factions,
    ) -> impl Iterator<Item = &[Pos]> {
        let enemies = factions.enemies_of(side).iter();
        enemies.map(|enemy| &self.sides[usize::from(enemy.0)][..])
    }

    /// Whether the same cells are held by the same sides, in whatever order.
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

    /// The cells within a rectangle where somebody stands.
    pub(crate) fn within(&self, rect: Rect) -> impl Iterator<Item = Pos> {
        self.anybody.iter_in(rect)
    }
}

fn forget(cells: &mut Vec<Pos>, pos: Pos) {
    if let Some(place) = cells.iter().position(|&cell| cell == pos) {
        cells.swap_remove(place);
    }
}
