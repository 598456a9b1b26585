//! Activities of the player that take several turns: walks, rests, jobs. Saved with the state.

use serde::{Deserialize, Serialize};

use base::{Dir, Pos};
use content::JobKind;

use crate::sim::command::Preparation;
use crate::sim::units::Turns;

/// An activity that was begun and is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Activity {
    Work { at: Pos },
    Rest,
    Travel { goal: Pos },
    Leave,
    NextJob,
    Explore,
    // Clocked out: the raid goes on without the upkeeper.
    Watch,
    // Waiting until something happens, at most until a turn.
    Linger { until: Turns },
    // Mopping one stain after the other.
    Mop,
    // Preparing the floor for the raid.
    Prepare(Preparation),
    // One job: the way to it and the work; of a body also the way to a chute.
    DoJob { at: Pos, job: JobKind },
    // A walk in a direction until something is worth a stop; the direction follows the bends of a
    // passage.
    Run { dir: Dir },
    // Exploring until a job is known that can be done, which is then the activity.
    SeekJob,
}
