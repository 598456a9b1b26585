//! What a party of raiders does besides fighting.

use serde::Serialize;

use crate::sim::event::parts::Who;
use crate::sim::units::Stack;
use base::Pos;
use content::{PartyKindId, TrapKindId};

/// What a party of raiders does besides fighting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum RaidEvent {
    /// A party has come in at the start.
    RaidBegan {
        party: PartyKindId,
    },
    /// One of the party is off the floor: out by the exit, or back by the start.
    RaiderLeft {
        who: Who,
        through: bool,
    },
    /// A raider searched a hiding place.
    Searched {
        who: Who,
        at: Pos,
    },
    ChestLooted {
        who: Who,
        at: Pos,
    },
    /// A raider picked up what lay there.
    Pocketed {
        who: Who,
        stack: Stack,
        at: Pos,
    },
    /// A raider noticed an armed trap.
    TrapNoticed {
        who: Who,
        trap: TrapKindId,
        at: Pos,
    },
    TrapDisarmed {
        who: Who,
        trap: TrapKindId,
        at: Pos,
    },
    /// A raider set off a trap from afar, and nobody was on it.
    TrapBurst {
        who: Who,
        trap: TrapKindId,
        at: Pos,
    },
    /// The party walks over a trap that it has noticed: no other way leads on.
    TrapBraved {
        who: Who,
        at: Pos,
    },
    LightLit {
        who: Who,
        at: Pos,
    },
    /// A raider turned the undead in sight.
    UndeadTurned {
        by: Who,
    },
    /// A party turns back.
    RetreatCalled,
    /// A resident has left its post for good.
    DrivenOff {
        who: Who,
        post: Pos,
    },
    /// A party has come in on the floor above: it will come down.
    HeardAbove,
    /// Those of the party who got through the floor above have come down.
    PartyCameDown,
    /// No member of the party is left on the floor, or the raid took too long.
    RaidOver,
}
