//! The whole state as plain records: what a keyframe holds. Sorted, so that equal states have equal
//! records; checked when they come back, because files lie.

use crate::sim::state::belongings::RunState;
use crate::sim::state::cells::{Cells, FloorState};
use crate::sim::state::journey::Journey;
use crate::sim::state::purpose::Streams;
use crate::sim::state::shift::ShiftState;
use crate::sim::state::world::World;
use crate::sim::units::Turns;
use serde::{Deserialize, Serialize};
use thiserror::Error;

mod check;
mod restore;

/// A state at rest. What its structs derive is the one declaration of what is saved: files,
/// digests, dumps and their differences are serializers over it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    pub run: RunState,
    pub shift: ShiftState,
    pub floor: FloorState,
    pub streams: Streams,
    /// Of the mode that is a journey.
    pub journey: Option<Journey>,
}

/// A snapshot may hold twice as many actors as the most crowded floor that is made.
const MAX_ACTORS: usize = 256;

/// A snapshot may hold a floor of so many cells, five times as many as the largest that is played
/// on: what actors do in a turn takes time that grows with the floor.
const MAX_CELLS: i32 = 1 << 14;

/// A snapshot that no play could have led to.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{path}: {fault}")]
pub struct SnapshotError {
    /// The path of the value in a dump: `actors[7].vitals.health`, `floor.tiles`.
    pub path: String,
    pub fault: String,
}

impl Snapshot {
    /// Turns since the run began.
    pub fn turns(&self) -> Turns {
        let before = self.journey.as_ref().map_or(0, |journey| journey.turns_before.0);
        Turns(before + self.shift.clock.0)
    }
}

impl World {
    pub(crate) fn snapshot(&self) -> Snapshot {
        let floor = FloorState {
            depth: self.depth,
            cells: self.floor.record(),
            actors: self.roster.iter().map(|own| self.actor_record(own)).collect(),
            items: self.lying(),
            bodies: self.lying(),
        };
        Snapshot {
            run: self.run.clone(),
            shift: self.shift.clone(),
            floor,
            streams: self.streams.clone(),
            journey: self.journey.clone(),
        }
    }
}

impl Snapshot {
    /// The snapshot with the lists in order that are one by id or by cell, for states that were
    /// written by hand.
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
