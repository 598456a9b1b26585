//! What happens to the floor: doors, gates, fire, gas, lights, noises, hiding places.

use serde::Serialize;

use crate::sim::event::parts::{Burnt, Who};
use crate::sim::units::Stack;
use base::Pos;
use content::{Gate, ItemKindId};

/// What happens to the floor: doors, gates, fire, gas, lights, noises, hiding places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum FloorEvent {
    GasReleased {
        at: Pos,
    },
    /// A sound, heard by the player or not.
    Noise {
        at: Pos,
        loudness: u8,
    },
    DoorOpened {
        who: Who,
        at: Pos,
    },
    DoorClosed {
        who: Who,
        at: Pos,
    },
    /// A door that was hung the other way fell shut behind whoever went through.
    DoorFellShut {
        at: Pos,
    },
    DoorBarred {
        who: Who,
        at: Pos,
    },
    /// The bar was lifted; that the door was opened is told after it.
    Unbarred {
        who: Who,
        at: Pos,
    },
    /// A blow at a door that does not open.
    DoorHammered {
        who: Who,
        at: Pos,
    },
    /// The last of so many, or the only one: it is broken.
    DoorForced {
        who: Who,
        at: Pos,
        blows: u8,
    },
    /// Where nothing burnt, something does.
    FireBegan {
        at: Pos,
    },
    /// Something has burnt down.
    Burnt {
        at: Pos,
        what: Burnt,
    },
    /// Gas has gone off.
    GasFlashed {
        at: Pos,
    },
    /// Water came down on a place and all around it.
    Doused {
        at: Pos,
    },
    /// A brazier went out: by an actor's hand, in a fight beside it, or by an effect.
    LightOut {
        at: Pos,
        by: Option<Who>,
    },
    /// The player beat out flames.
    Smothered {
        at: Pos,
    },
    /// A burning actor got into water.
    Quenched {
        who: Who,
    },
    /// The player is hidden now.
    Hid {
        at: Pos,
    },
    /// The player was pulled out of where he hid.
    DraggedOut {
        by: Who,
        from: Pos,
    },
    /// A lock was opened for good; `key` says with what.
    Unlocked {
        who: Who,
        at: Pos,
        key: ItemKindId,
    },
    /// Rubble is gone.
    Blasted {
        who: Who,
        at: Pos,
    },
    CrateSmashed {
        at: Pos,
    },
    CrateHeld {
        stack: Stack,
        at: Pos,
    },
    /// An actor jumped down a ledge.
    JumpedDown {
        who: Who,
        at: Pos,
    },
    /// The player sees a gate for the first time; of a wide one only the first cell tells.
    GateSeen {
        gate: Gate,
        at: Pos,
    },
    /// The player sees a key or a tool for gates for the first time.
    OpenerSeen {
        item: ItemKindId,
        at: Pos,
    },
    /// A boss went through a wall.
    Breached {
        who: Who,
        at: Pos,
    },
}
