//! What goes on over several turns: walks, rests, jobs. Saved with the state.

use serde::{Deserialize, Serialize};

use crate::base::Pos;

use crate::sim::units::Turns;

/// Something begun that is not over yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Behaviour {
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

impl Behaviour {
    pub(crate) fn code(self) -> u64 {
        let (tag, pos) = match self {
            Behaviour::Work { at } => (1, at),
            Behaviour::Rest => (2, Pos::default()),
            Behaviour::Travel { goal } => (3, goal),
            Behaviour::Leave => (4, Pos::default()),
            Behaviour::NextJob => (5, Pos::default()),
            Behaviour::Explore => (6, Pos::default()),
            Behaviour::Watch => (7, Pos::default()),
            Behaviour::Linger { until } => (8, Pos::new(until.0 as i32, 0)),
            Behaviour::Mop => (9, Pos::default()),
        };
        tag << 48 | u64::from(pos.x as u32) << 24 | u64::from(pos.y as u32)
    }
}
