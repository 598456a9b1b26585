//! The kinds of gates: locks, pits, rubble and drops.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A gate of a floor: it blocks the way until the player has its key or tool. Levels before they are built for play know
/// four of these as `levels::LinkGate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Gate {
    /// Opened by any small key, which is used up.
    LockedDoor,
    /// Opened by the boss key, which is used up.
    BossDoor,
    /// Crossed in the feather boots.
    Pit,
    /// Cleared with the bomb satchel.
    Rubble,
    /// A ledge to jump down from: nothing opens the way up.
    Drop,
}

impl Gate {
    pub const ALL: [Gate; 5] =
        [Gate::LockedDoor, Gate::BossDoor, Gate::Pit, Gate::Rubble, Gate::Drop];

    /// The gates that an item opens: exactly one kind of item for each.
    pub const OPENED: [Gate; 4] = [Gate::LockedDoor, Gate::BossDoor, Gate::Pit, Gate::Rubble];

    /// The words for it: "a locked door".
    pub fn name(self) -> &'static str {
        match self {
            Gate::LockedDoor => "a locked door",
            Gate::BossDoor => "the boss door",
            Gate::Pit => "a pit",
            Gate::Rubble => "a heap of rubble",
            Gate::Drop => "a ledge",
        }
    }

    /// Whether the item that opens it is used up.
    pub fn keeps_its_key(self) -> bool {
        matches!(self, Gate::LockedDoor | Gate::BossDoor)
    }
}

impl fmt::Display for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
