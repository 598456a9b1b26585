//! Fixtures: what is built into cells, and what each lets through.

use serde::{Deserialize, Serialize};

use base::Dir;
use content::{FixtureState, Gate, JobKind, TrapKindId};

/// Something built into a cell of the floor; one at most to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fixture {
    Trap { kind: TrapKindId, armed: bool },
    Chest { full: bool },
    Door(Door),
    Light { lit: bool },
    // Where a resident keeps watch; empty once it was driven off.
    Post { empty: bool },
    Closet,
    Chute,
    Well,
    // A ledge, crossed in one direction alone.
    Drop(Dir),
    // Blocks its cell until it is smashed.
    Crate,
    // The door of a house: shut, and it stays so.
    House,
    // A place to hide in, made of wood.
    Wardrobe,
    // A hollow in the rock, to hide in.
    Alcove,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Door {
    Open,
    Closed,
    Broken,
    Locked,
    /// Locked by the boss: no small key opens it.
    Bolted,
    /// Shut, with a bar across: it is opened by lifting the bar or by force.
    Barred,
}

impl Fixture {
    /// The state that it is drawn and named by.
    pub fn state(self) -> FixtureState {
        match self {
            Fixture::Trap { armed: true, .. } => FixtureState::TrapArmed,
            Fixture::Trap { armed: false, .. } => FixtureState::TrapSprung,
            Fixture::Chest { full: true } => FixtureState::ChestFull,
            Fixture::Chest { full: false } => FixtureState::ChestLooted,
            Fixture::Door(Door::Open) => FixtureState::DoorOpen,
            Fixture::Door(Door::Closed) => FixtureState::DoorClosed,
            Fixture::Door(Door::Broken) => FixtureState::DoorBroken,
            Fixture::Door(Door::Locked) => FixtureState::DoorLocked,
            Fixture::Door(Door::Bolted) => FixtureState::DoorBolted,
            Fixture::Door(Door::Barred) => FixtureState::DoorBarred,
            Fixture::Light { lit: true } => FixtureState::LightLit,
            Fixture::Light { lit: false } => FixtureState::LightDead,
            Fixture::Post { empty: true } => FixtureState::PostEmpty,
            Fixture::Post { empty: false } => FixtureState::PostKept,
            Fixture::Closet => FixtureState::Closet,
            Fixture::Chute => FixtureState::Chute,
            Fixture::Well => FixtureState::Well,
            Fixture::Drop(_) => FixtureState::Ledge,
            Fixture::Crate => FixtureState::Crate,
            Fixture::House => FixtureState::House,
            Fixture::Wardrobe => FixtureState::Wardrobe,
            Fixture::Alcove => FixtureState::Alcove,
        }
    }

    pub fn job(self) -> Option<JobKind> {
        match self {
            Fixture::Trap { armed: false, .. } => Some(JobKind::Trap),
            Fixture::Chest { full: false } => Some(JobKind::Chest),
            Fixture::Door(Door::Broken) => Some(JobKind::Door),
            Fixture::Light { lit: false } => Some(JobKind::Light),
            Fixture::Post { empty: true } => Some(JobKind::Pen),
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
            Fixture::Post { .. } => Fixture::Post { empty: false },
            whole => whole,
        }
    }

    pub fn is_opaque(self) -> bool {
        matches!(
            self,
            Fixture::Door(Door::Closed | Door::Locked | Door::Bolted | Door::Barred)
                | Fixture::House
        )
    }

    /// Whether it blocks walks; a ledge is crossed on purpose alone.
    pub fn is_barrier(self) -> bool {
        self.is_sealed() || matches!(self, Fixture::Drop(_) | Fixture::Crate)
    }

    /// Not even air gets through: gas and noise stay on their side.
    pub fn is_sealed(self) -> bool {
        matches!(self, Fixture::Door(Door::Locked | Door::Bolted) | Fixture::House)
    }

    pub fn gate(self) -> Option<Gate> {
        match self {
            Fixture::Door(Door::Locked) => Some(Gate::LockedDoor),
            Fixture::Door(Door::Bolted) => Some(Gate::BossDoor),
            Fixture::Drop(_) => Some(Gate::Drop),
            _ => None,
        }
    }

    pub(crate) fn trap(self) -> Option<TrapKindId> {
        match self {
            Fixture::Trap { kind, .. } => Some(kind),
            _ => None,
        }
    }

    pub fn is_armed_trap(self) -> bool {
        matches!(self, Fixture::Trap { armed: true, .. })
    }

    /// Shut by a latch or a bar: it holds sight and gas, and takes something off a noise.
    pub fn is_shut_door(self) -> bool {
        matches!(self, Fixture::Door(Door::Closed | Door::Barred))
    }

    pub fn hides(self) -> bool {
        matches!(self, Fixture::Wardrobe | Fixture::Alcove)
    }

    /// A place to rinse a mop in.
    pub fn has_water(self) -> bool {
        matches!(self, Fixture::Well | Fixture::Closet)
    }
}
