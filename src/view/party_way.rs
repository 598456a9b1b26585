//! The way that a party has through the floor, as far as the player knows the floor.

use crate::base::{Bits, DistanceField, Moves, Pos};

use super::View;

/// The shortest ways from the entry to the exit over known cells, traps included.
pub(crate) struct PartyWay {
    start: Pos,
    exit: Pos,
    open: Bits,
    from_start: DistanceField,
    to_exit: DistanceField,
    /// Steps of the shortest way.
    steps: u16,
}

impl PartyWay {
    /// `None` as long as the player knows of no way from the entry to the exit.
    pub(crate) fn of(view: &View<'_>) -> Option<PartyWay> {
        let (start, exit) = (view.start(), view.exit());
        let open = view.known_passable_cells();
        let (mut from_start, mut to_exit) = (DistanceField::new(), DistanceField::new());
        let steps = to_exit.spread_until(&open, [exit], Moves::Eight, start)?;
        from_start.spread(&open, [start], Moves::Eight, steps);
        Some(PartyWay { start, exit, open, from_start, to_exit, steps })
    }

    /// The cells of one shortest way, from the entry to the exit.
    pub(crate) fn cells(&self) -> Vec<Pos> {
        let next = |&at: &Pos| self.to_exit.step_down(at).map(|dir| at + dir);
        std::iter::successors(Some(self.start), next).collect()
    }

    /// Steps from a cell of a shortest way to the exit.
    pub(crate) fn steps_to_exit(&self, from: Pos) -> u16 {
        self.to_exit.get(from)
    }

    /// The number of known cells beside one that can be walked on.
    pub(crate) fn open_around(&self, at: Pos) -> u32 {
        self.open.around(at).count_ones()
    }

    /// Whether a shortest way leads over a cell.
    pub(crate) fn leads_over(&self, at: Pos) -> bool {
        let (before, after) = (self.from_start.get(at), self.to_exit.get(at));
        before.checked_add(after) == Some(self.steps)
    }

    /// Whether another way leads to the exit than over one cell.
    pub(crate) fn has_way_round(&self, avoided: Pos) -> bool {
        let mut without = self.open.clone();
        without.remove(avoided);
        let mut field = DistanceField::new();
        field.spread_until(&without, [self.exit], Moves::Eight, self.start).is_some()
    }
}
