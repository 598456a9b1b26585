use serde::{Deserialize, Serialize};

use crate::content::{JobKind, TrapKindId};

/// Something built into a cell of the floor; one at most to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fixture {
    Trap { kind: TrapKindId, armed: bool },
    Chest { full: bool },
    Door(Door),
    Light { lit: bool },
    Closet,
    Chute,
    Well,
}

/// The state of a door.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Door {
    Open,
    Closed,
    Broken,
    Locked,
}

impl Fixture {
    /// The job that this state of it calls for.
    pub fn job(self) -> Option<JobKind> {
        match self {
            Fixture::Trap { armed: false, .. } => Some(JobKind::Trap),
            Fixture::Chest { full: false } => Some(JobKind::Chest),
            Fixture::Door(Door::Broken) => Some(JobKind::Door),
            Fixture::Light { lit: false } => Some(JobKind::Light),
            _ => None,
        }
    }

    /// What it is once its job is done.
    pub fn mended(self) -> Fixture {
        match self {
            Fixture::Trap { kind, .. } => Fixture::Trap { kind, armed: true },
            Fixture::Chest { .. } => Fixture::Chest { full: true },
            Fixture::Door(Door::Broken) => Fixture::Door(Door::Closed),
            Fixture::Light { .. } => Fixture::Light { lit: true },
            whole => whole,
        }
    }

    /// Shuts out sight.
    pub fn is_opaque(self) -> bool {
        matches!(self, Fixture::Door(Door::Closed | Door::Locked))
    }

    /// Nobody gets through as it stands.
    pub fn is_barrier(self) -> bool {
        matches!(self, Fixture::Door(Door::Locked))
    }

    pub fn is_armed_trap(self) -> bool {
        matches!(self, Fixture::Trap { armed: true, .. })
    }

    /// A place to rinse a mop in.
    pub fn has_water(self) -> bool {
        matches!(self, Fixture::Well | Fixture::Closet)
    }

    /// As one number, for digests.
    pub(super) fn code(self) -> u32 {
        match self {
            Fixture::Trap { kind, armed } => 1 << 24 | u32::from(kind.0) << 1 | u32::from(armed),
            Fixture::Chest { full } => 2 << 24 | u32::from(full),
            Fixture::Door(state) => 3 << 24 | state as u32,
            Fixture::Light { lit } => 4 << 24 | u32::from(lit),
            Fixture::Closet => 5 << 24,
            Fixture::Chute => 6 << 24,
            Fixture::Well => 7 << 24,
        }
    }
}
