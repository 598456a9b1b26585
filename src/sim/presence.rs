//! Who stands where, by whom it concerns: so that nobody has to look at everybody to find an enemy.

use crate::base::{Pos, Rect};
use crate::content::{FactionId, Factions};

/// Everybody on the floor: where they stand and on whose side, in reading order. Follows from the actors.
#[derive(Clone, Debug, Default)]
pub(super) struct Presence(Vec<(Pos, FactionId)>);

impl Presence {
    /// Somebody of a side has come to a cell, whoever was there.
    pub(super) fn put(&mut self, pos: Pos, side: FactionId) {
        match self.find(pos) {
            Ok(place) => self.0[place].1 = side,
            Err(place) => self.0.insert(place, (pos, side)),
        }
    }

    /// Nobody is there any more.
    pub(super) fn clear(&mut self, pos: Pos) {
        if let Ok(place) = self.find(pos) {
            self.0.remove(place);
        }
    }

    /// The cells with a foe of a side within so many steps of a cell, in reading order.
    pub(super) fn foes_near(
        &self,
        side: FactionId,
        factions: &Factions,
        pos: Pos,
        steps: i32,
    ) -> Option<impl Iterator<Item = Pos>> {
        let hostile = factions.hostile_to(side);
        let near = self.rows(pos.y - steps, pos.y + steps).filter(move |&&(foe, its)| {
            (foe.x - pos.x).abs() <= steps && hostile[usize::from(its.0)]
        });
        near.clone().next().is_some().then_some(near.map(|&(foe, _)| foe))
    }

    /// The cells within a rectangle where somebody stands, in reading order.
    pub(super) fn within(&self, rect: Rect) -> impl Iterator<Item = Pos> {
        let rows = self.rows(rect.y, rect.bottom() - 1).map(|&(pos, _)| pos);
        rows.filter(move |&pos| rect.contains(pos))
    }

    /// Those in some rows, from the first to the last.
    fn rows(&self, first: i32, last: i32) -> impl Iterator<Item = &(Pos, FactionId)> + Clone {
        let from = self.0.partition_point(|(pos, _)| pos.y < first);
        self.0[from..].iter().take_while(move |(pos, _)| pos.y <= last)
    }

    fn find(&self, pos: Pos) -> Result<usize, usize> {
        self.0.binary_search_by_key(&pos, |&(there, _)| there)
    }
}
