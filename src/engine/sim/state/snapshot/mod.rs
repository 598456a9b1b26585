//! The whole state as plain records: what a keyframe holds. Sorted, so that equal states have equal
//! records; checked when they come back, because files lie.

mod check;
mod order;
mod restore;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::sim::state::floor_state::FloorState;
use crate::sim::state::journey::Journey;
use crate::sim::state::run::RunState;
use crate::sim::state::shift::ShiftState;
use crate::sim::state::streams::Streams;
use crate::sim::state::world::World;
use crate::sim::units::Turns;

/// A state at rest. What its structs derive is the one declaration of what is saved: files, digests, dumps and their
/// differences are serializers over it.
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

/// A snapshot may hold a floor of so many cells, five times as many as the largest that is played on: what actors do in a turn
/// takes time that grows with the floor.
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
