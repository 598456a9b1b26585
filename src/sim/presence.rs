//! Who stands where, by whom it concerns: so that nobody has to look at everybody to find an enemy.

use crate::base::{Bits, Pos, Rect};
use crate::content::{FactionId, Factions};

/// For each side the cells where somebody at war with it stands. Follows from the actors.
#[derive(Clone, Debug)]
pub(super) struct Presence {
    foes: Vec<Bits>,
}

impl Presence {
    pub(super) fn new(width: i32, height: i32, factions: &Factions) -> Presence {
        Presence { foes: vec![Bits::new(width, height); factions.names.len()] }
    }

    /// Somebody of a side has come to a cell, whoever was there.
    pub(super) fn put(&mut self, pos: Pos, side: FactionId, factions: &Factions) {
        for (foes, &hostile) in self.foes.iter_mut().zip(factions.hostile_to(side)) {
            foes.set(pos, hostile);
        }
    }

    /// Nobody is there any more.
    pub(super) fn clear(&mut self, pos: Pos) {
        for foes in &mut self.foes {
            foes.remove(pos);
        }
    }

    /// The cells with a foe of a side within so many steps of a cell, in reading order.
    pub(super) fn foes_near(
        &self,
        side: FactionId,
        pos: Pos,
        steps: i32,
    ) -> Option<impl Iterator<Item = Pos>> {
        let foes = &self.foes[usize::from(side.0)];
        let near = Rect::new(pos.x, pos.y, 1, 1).grown(steps);
        foes.meets(near).then(|| foes.iter_in(near))
    }
}
