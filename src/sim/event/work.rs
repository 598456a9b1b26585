//! The work, its supplies, and the course of the shift.

use serde::Serialize;

use crate::base::Pos;
use crate::content::{ActorKindId, JobKind, Supply};
use crate::sim::event::parts::{End, Who};
use crate::sim::interruption::Interruption;

/// The work, its supplies, and the course of the shift.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum WorkEvent {
    JobBegun {
        job: JobKind,
        at: Pos,
        turns: u8,
    },
    JobDone {
        job: JobKind,
        at: Pos,
    },
    SupplySpent {
        supply: Supply,
        left: u16,
    },
    MopRinsed {
        at: Pos,
    },
    MopFouled,
    BodyLifted {
        body: ActorKindId,
        at: Pos,
    },
    BodyDropped {
        body: ActorKindId,
        at: Pos,
    },
    BodyDisposed {
        body: ActorKindId,
        at: Pos,
    },
    BodyRose {
        body: ActorKindId,
        who: Who,
    },
    /// Vermin came up where it was filthy.
    VerminCame {
        who: Who,
    },
    /// A walk, a rest or a job ended, and why.
    Stopped {
        why: Interruption,
    },
    /// So much of the night is left.
    DawnNears {
        turns: u32,
    },
    /// The upkeeper has clocked out, and the night goes on without.
    ClockedOut,
    ShiftEnded {
        how: End,
    },
}
