//! Who stands where, by whom it concerns: so that nobody has to look at everybody to find an enemy.

use crate::base::{Bits, Pos, Rect};
use crate::content::{FactionId, Factions};

/// The cells where somebody stands. Follows from the actors.
#[derive(Clone, Debug)]
pub(super) struct Presence {
    anybody: Bits,
    /// For each side the cells where its foes stand.
    foes: Vec<Bits>,
}

impl Presence {
    /// Nobody on a floor of this size.
    pub(super) fn new(width: i32, height: i32, factions: &Factions) -> Presence {
        let nobody = Bits::new(width, height);
        Presence { foes: vec![nobody.clone(); factions.names.len()], anybody: nobody }
    }

    /// Somebody of a side has come to a cell, whoever was there.
    pub(super) fn put(&mut self, pos: Pos, side: FactionId, factions: &Factions) {
        self.anybody.insert(pos);
        for (foes, &is_hostile) in self.foes.iter_mut().zip(factions.hostile_to(side)) {
            foes.set(pos, is_hostile);
        }
    }

    /// Nobody is there any more.
    pub(super) fn clear(&mut self, pos: Pos) {
        self.anybody.remove(pos);
        for foes in &mut self.foes {
            foes.remove(pos);
        }
    }

    /// The cells where foes of a side stand.
    pub(super) fn foes_of(&self, side: FactionId) -> &Bits {
        &self.foes[usize::from(side.0)]
    }

    /// The cells within a rectangle where somebody stands.
    pub(super) fn within(&self, rect: Rect) -> impl Iterator<Item = Pos> {
        self.anybody.iter_in(rect)
    }
}
