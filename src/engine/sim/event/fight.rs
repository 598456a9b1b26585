//! Blows and shots, statuses, deaths, and what bosses and traps do to actors.

use serde::Serialize;

use crate::sim::event::parts::{Harm, Who};
use base::Pos;
use content::{ItemKindId, Status, TrapKindId};

/// Blows and shots, statuses, deaths, and what bosses and traps do to actors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum FightEvent {
    Struck {
        by: Who,
        victim: Who,
        damage: i32,
    },
    Missed {
        by: Who,
        victim: Who,
    },
    Shot {
        by: Who,
        victim: Who,
        from: Pos,
        to: Pos,
        damage: Option<i32>,
    },
    /// Health lost to something other than a blow.
    Hurt {
        victim: Who,
        by: Harm,
        damage: i32,
    },
    Died {
        who: Who,
        by: Harm,
    },
    Healed {
        who: Who,
        amount: i32,
    },
    StatusBegan {
        who: Who,
        status: Status,
        turns: u16,
    },
    StatusEnded {
        who: Who,
        status: Status,
    },
    StruggledFree {
        who: Who,
    },
    Struggled {
        who: Who,
    },
    TrapSprung {
        trap: TrapKindId,
        at: Pos,
        victim: Who,
    },
    Shattered {
        item: ItemKindId,
        at: Pos,
    },
    /// Nothing came of it.
    Fizzled {
        item: ItemKindId,
    },
    /// An enemy of the player came into sight.
    ThreatSeen {
        who: Who,
    },
    /// An actor that hunted the player lost them or gave up.
    ThreatLost {
        who: Who,
    },
    /// A boss draws back for a heavy blow that will fall on these cells.
    WoundUp {
        who: Who,
        blow: u8,
        cells: Vec<Pos>,
    },
    /// It has fallen on them.
    HeavyBlow {
        who: Who,
        blow: u8,
        cells: Vec<Pos>,
    },
    /// A boss that was prepared for a heavy blow is held, and the blow does not fall.
    BlowLost {
        who: Who,
    },
    /// A boss does from now on what it does in this phase.
    PhaseBegan {
        who: Who,
        phase: u8,
    },
    /// An actor was pushed off its cell.
    Shoved {
        who: Who,
        from: Pos,
    },
    /// An actor teleported over a short distance.
    Blinked {
        who: Who,
        from: Pos,
    },
    /// An actor split into two.
    Split {
        who: Who,
        into: Who,
    },
}
