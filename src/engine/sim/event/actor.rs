//! Where actors go, and what they do besides fighting.

use serde::Serialize;

use crate::sim::event::parts::Who;
use base::Pos;
use content::{ActorKindId, TrapKindId};

/// Where actors go, and what they do besides fighting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum ActorEvent {
    Moved {
        who: Who,
        from: Pos,
    },
    Teleported {
        who: Who,
        from: Pos,
    },
    /// An actor laid a trap of its own.
    Wove {
        who: Who,
        trap: TrapKindId,
        at: Pos,
    },
    /// An actor ate a body, or blood.
    Ate {
        who: Who,
        body: Option<ActorKindId>,
        at: Pos,
    },
    /// An actor barked at an enemy.
    Barked {
        who: Who,
        loudness: u8,
    },
    /// What was taken for a chest is none.
    Unmasked {
        who: Who,
    },
    /// A guard is where it belongs again.
    BackAtPost {
        who: Who,
    },
    /// A stray came home by itself: a job done.
    CameHome {
        who: Who,
        at: Pos,
    },
}
