//! What goes on over several turns: walks, rests, jobs. Saved with the state.

use serde::{Deserialize, Serialize};

use crate::base::Pos;

use crate::sim::units::Turns;

/// Something begun that is not over yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Activity {
    Work {
        at: Pos,
    },
    Rest,
    Travel {
        goal: Pos,
    },
    Leave,
    NextJob,
    Explore,
    /// Clocked out: the raid goes on without the upkeeper.
    Watch,
    /// Waiting, healed or not, for something to happen, or for a turn of the night.
    Linger {
        until: Turns,
    },
    /// From stain to stain.
    Mop,
}
