use serde::Serialize;

use crate::base::Pos;
use crate::content::{
    ActorKindId, Gate, ItemKindId, JobKind, PartyKindId, Status, Supply, TrapKindId,
};

use super::{ActorId, Stack, Stop};

/// Something that has happened: plain data, in the past tense. Screens turn them into words and
/// movement; nothing in the rules reads them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Event {
    Moved {
        who: Who,
        from: Pos,
    },
    Teleported {
        who: Who,
        from: Pos,
    },
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
    /// Somebody went over a ledge.
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
    ItemTaken {
        stack: Stack,
    },
    ItemDropped {
        stack: Stack,
        at: Pos,
    },
    Equipped {
        item: ItemKindId,
    },
    TakenOff {
        item: ItemKindId,
    },
    /// `known` tells whether the upkeeper knew what it was.
    Used {
        item: ItemKindId,
        known: bool,
    },
    /// It turned out to be this.
    Identified {
        item: ItemKindId,
    },
    Threw {
        item: ItemKindId,
        known: bool,
        from: Pos,
        to: Pos,
    },
    Shattered {
        item: ItemKindId,
        at: Pos,
    },
    MapRead,
    /// Nothing came of it.
    Fizzled {
        item: ItemKindId,
    },
    /// Somebody at war with the player came into sight.
    ThreatSeen {
        who: Who,
    },
    /// Somebody lost or gave up the player.
    ThreatLost {
        who: Who,
    },
    /// A walk, a rest or a job ended, and why.
    Stopped {
        why: Stop,
    },
    /// So much of the night is left.
    DawnNears {
        turns: u32,
    },
    /// A party has come in at the start.
    RaidBegan {
        party: PartyKindId,
    },
    /// One of the party is off the floor: out by the exit, or back by the start.
    RaiderLeft {
        who: Who,
        through: bool,
    },
    /// A raider took a shut door off its hinges.
    DoorKickedIn {
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
    LightLit {
        who: Who,
        at: Pos,
    },
    /// A brazier was put out: on purpose, or in a fight beside it.
    LightPutOut {
        who: Who,
        at: Pos,
    },
    /// The undead run from somebody.
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
    /// Nobody of the party is left on the floor, or they have had enough.
    RaidOver,
    /// The upkeeper has clocked out, and the night goes on without.
    ClockedOut,
    ShiftEnded {
        how: End,
    },
}

/// Somebody at the moment of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Who {
    pub id: ActorId,
    pub kind: ActorKindId,
    pub at: Pos,
    /// Whether the player saw them then. Always true of the player.
    pub seen: bool,
}

impl Who {
    pub fn is_player(self) -> bool {
        self.id == ActorId::PLAYER
    }
}

/// What took health.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, serde::Deserialize)]
pub enum Harm {
    Blow { by: ActorKindId },
    Trap(TrapKindId),
    Gas,
    Status(Status),
    Missile(ItemKindId),
    Potion(ItemKindId),
}

/// How a shift ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, serde::Deserialize)]
pub enum End {
    /// Clocked out at the exit.
    ClockedOut,
    /// Still inside when the raid at dawn was over; graded with what was done.
    Dawn,
    Died,
    Abandoned,
}
