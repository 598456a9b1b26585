//! The way that a party has through the floor, as far as the player knows the floor.

use base::{Bits, DistanceField, Moves, Pos};

use super::View;

/// A cell beside which more cells are open is not asked whether there is a way round it.
const MAX_OPEN_AROUND: u32 = 4;

/// Narrow places are so many cells apart at least.
const MIN_CELLS_APART: i32 = 4;

/// A cell that a party has to walk over, where a trap kit can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NarrowPlace {
    pub at: Pos,
    /// The cell beside it from which to set the kit: on the side of the exit.
    pub from: Pos,
}

/// The shortest ways from the entry to the exit over known cells, traps and the gates that parties
/// get past included.
pub struct PartyWay {
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
    pub fn of(view: &View<'_>) -> Option<PartyWay> {
        let (start, exit) = (view.start(), view.exit());
        let open = view.known_ground_of_raiders();
        let (mut from_start, mut to_exit) = (DistanceField::new(), DistanceField::new());
        let steps = to_exit.spread_until(&open, [exit], Moves::Eight, start)?;
        from_start.spread(&open, [start], Moves::Eight, steps);
        Some(PartyWay { start, exit, open, from_start, to_exit, steps })
    }

    /// The cells of one shortest way, from the entry to the exit.
    pub fn cells(&self) -> Vec<Pos> {
        let next = |&at: &Pos| self.to_exit.step_down(at).map(|dir| at + dir);
        std::iter::successors(Some(self.start), next).collect()
    }

    /// The narrow places on one shortest way, from the entry to the exit.
    pub fn narrow_places(&self, view: &View<'_>) -> Vec<NarrowPlace> {
        let mut places: Vec<NarrowPlace> = Vec::new();
        for pair in self.cells().windows(2) {
            let (at, from) = (pair[0], pair[1]);
            let is_apart = places.last().is_none_or(|last| last.at.steps_to(at) >= MIN_CELLS_APART);
            let is_narrow = || self.open_around(at) <= MAX_OPEN_AROUND && !self.has_way_round(at);
            if is_apart && view.can_set_kit_at(at) && is_narrow() {
                places.push(NarrowPlace { at, from });
            }
        }
        places
    }

    /// Steps from a cell of a shortest way to the exit.
    pub fn steps_to_exit(&self, from: Pos) -> u16 {
        self.to_exit.get(from)
    }

    /// The number of known cells beside one that can be walked on.
    pub fn open_around(&self, at: Pos) -> u32 {
        self.open.around(at).count_ones()
    }

    /// Whether a shortest way leads over a cell.
    pub(crate) fn leads_over(&self, at: Pos) -> bool {
        let (before, after) = (self.from_start.get(at), self.to_exit.get(at));
        before.checked_add(after) == Some(self.steps)
    }

    /// How well a cell serves for a trap kit, to be compared: cells that there is no way round
    /// before others of a shortest way, and of these the one farthest from the exit, which leaves
    /// the player's own way out open.
    pub fn worth(&self, at: Pos) -> (bool, bool, u16) {
        let on_way = self.leads_over(at);
        let to_exit = if on_way { self.steps_to_exit(at) } else { 0 };
        (on_way && !self.has_way_round(at), on_way, to_exit)
    }

    /// Whether another way leads to the exit than over one cell.
    pub fn has_way_round(&self, avoided: Pos) -> bool {
        let mut without = self.open.clone();
        without.remove(avoided);
        let mut field = DistanceField::new();
        field.spread_until(&without, [self.exit], Moves::Eight, self.start).is_some()
    }
}
