//! The floors of a site that are not in play: nothing happens on them.

use serde::{Deserialize, Serialize};

use crate::sim::state::floor_state::FloorState;
use crate::sim::state::report::RaidReport;
use crate::sim::state::shift::ShiftState;
use crate::sim::state::streams::Streams;
use crate::sim::units::Turns;

/// A floor of the site that is not in play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredFloor {
    /// Counted from 0, the way down.
    pub number: u8,
    /// The player stands among its actors where they last stood on it.
    pub floor: FloorState,
    pub shift: ShiftState,
    pub streams: Streams,
}

/// How far the raid of dawn has come on a site of several floors.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum RaidProgress {
    #[default]
    NotYet,
    /// On the floor in play.
    Here,
    /// On a floor above. Who comes down is in the report of that floor, as gone through.
    Arrives {
        on: Turns,
        report: Box<RaidReport>,
    },
    Over,
}
