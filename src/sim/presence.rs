//! Who stands where, by whom it concerns: so that nobody has to look at everybody to find an enemy.

use crate::base::{Pos, Rect};
use crate::content::{FactionId, Factions};

/// For each side the cells where its people stand, in no order. Follows from the actors.
#[derive(Clone, Debug, Default)]
pub(super) struct Presence(Vec<Vec<Pos>>);

impl Presence {
    /// Somebody of a side has come to a cell, whoever was there.
    pub(super) fn put(&mut self, pos: Pos, side: FactionId) {
        self.clear(pos);
        let side = usize::from(side.0);
        if self.0.len() <= side {
            self.0.resize(side + 1, Vec::new());
        }
        self.0[side].push(pos);
    }

    /// Nobody is there any more.
    pub(super) fn clear(&mut self, pos: Pos) {
        for cells in &mut self.0 {
            if let Some(place) = cells.iter().position(|&cell| cell == pos) {
                cells.swap_remove(place);
                return;
            }
        }
    }

    /// The cells with a foe of a side within so many steps of a cell, in no order.
    pub(super) fn foes_near(
        &self,
        side: FactionId,
        factions: &Factions,
        pos: Pos,
        steps: i32,
    ) -> impl Iterator<Item = Pos> {
        let sides = self.0.iter().zip(factions.hostile_to(side));
        let foes = sides.filter(|&(_, &hostile)| hostile).flat_map(|(cells, _)| cells);
        foes.copied().filter(move |foe| foe.steps_to(pos) <= steps)
    }

    /// The cells within a rectangle where somebody stands, in no order.
    pub(super) fn within(&self, rect: Rect) -> impl Iterator<Item = Pos> {
        self.0.iter().flatten().copied().filter(move |&pos| rect.contains(pos))
    }
}
