//! The canonical order of a snapshot's lists.

use super::Snapshot;
use crate::sim::state::cells::Cells;
use crate::sim::state::floor_state::FloorState;

impl Snapshot {
    /// The snapshot with the lists in order that are one by id or by cell, for states that were written by hand.
    ///
    /// What stands twice is left as it is, for the check to refuse.
    #[must_use]
    pub fn in_order(mut self) -> Snapshot {
        let FloorState { cells, actors, items, bodies, depth: _ } = &mut self.floor;
        actors.sort_by_key(|actor| actor.id);
        items.sort_by_key(|&(at, _)| at);
        bodies.sort_by_key(|&(at, _)| at);
        let Cells { fixtures, blood, gas, fire, door_damage, remembered, .. } = cells;
        fixtures.sort_by_key(|&(at, _)| at);
        blood.sort_unstable();
        gas.sort_unstable();
        fire.sort_unstable();
        door_damage.sort_unstable();
        remembered.sort_by_key(|&(at, _)| at);
        let shift = &mut self.shift;
        shift.threats.sort_unstable();
        shift.recently_seen.sort_unstable();
        shift.shut_out.sort_unstable();
        for cells in [
            &mut shift.discarded,
            &mut shift.thrown,
            &mut shift.placed_traps,
            &mut shift.goods,
            &mut shift.tally.finished_jobs,
        ] {
            cells.sort_unstable();
        }
        let own = &mut self.run.belongings;
        own.kits.sort_unstable();
        own.belt.sort_by_key(|stack| stack.kind);
        own.unpaid.sort_by_key(|stack| stack.kind);
        own.resting.sort_unstable();
        self
    }
}
