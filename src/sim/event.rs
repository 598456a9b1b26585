//! Events: what a turn has come to, for those who show and tell it.

use serde::Serialize;

use crate::base::Pos;
use crate::content::{
    ActorKindId, Gate, ItemKindId, JobKind, PartyKindId, Status, Supply, TrapKindId,
};

use crate::sim::interruption::Interruption;
use crate::sim::units::{ActorId, Coins, Stack};

/// Something that has happened: plain data, in the past tense. Screens turn them into words and movement. No rule
/// depends on them but one: `travel::interrupt` reads the events of a turn to end a walk, a rest or a job.
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
    /// A brazier went out: by somebody's hand, in a fight beside it, or by what came over the place.
    LightOut {
        at: Pos,
        by: Option<Who>,
    },
    /// The player beat out flames.
    Smothered {
        at: Pos,
    },
    /// Somebody who burnt got into water.
    Quenched {
        who: Who,
    },
    /// Nobody perceives the player any more.
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
    /// Off the shelf of a shop; `owed` is what is owed for everything now.
    GoodsTaken {
        stack: Stack,
        owed: Coins,
    },
    /// Back onto a shelf.
    GoodsReturned {
        stack: Stack,
        at: Pos,
    },
    Bought {
        stack: Stack,
        price: Coins,
    },
    Sold {
        stack: Stack,
        price: Coins,
    },
    Paid {
        price: Coins,
    },
    /// Coins came into the purse.
    CoinsFound {
        coins: Coins,
    },
    /// In the pockets of a body.
    PocketsEmptied {
        coins: Coins,
    },
    SupplyFound {
        supply: Supply,
        amount: u16,
    },
    /// Somebody found out that goods went out unpaid.
    Robbed {
        who: Who,
    },
    /// Somebody ate what lay there for them.
    BaitEaten {
        who: Who,
        item: ItemKindId,
    },
    /// The upkeeper was called to the closet.
    Recalled {
        from: Pos,
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
        why: Interruption,
    },
    /// So much of the night is left.
    DawnNears {
        turns: u32,
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
    /// A boss went through a wall.
    Breached {
        who: Who,
        at: Pos,
    },
    /// A boss does from now on what it does in this phase.
    PhaseBegan {
        who: Who,
        phase: u8,
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
    /// Somebody looked into a hiding place.
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
    LightLit {
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
    /// Somebody was sent off their cell.
    Shoved {
        who: Who,
        from: Pos,
    },
    /// Somebody is elsewhere, and not by walking.
    Blinked {
        who: Who,
        from: Pos,
    },
    /// Somebody laid a trap of their own.
    Wove {
        who: Who,
        trap: TrapKindId,
        at: Pos,
    },
    /// Somebody ate a body, or blood.
    Ate {
        who: Who,
        body: Option<ActorKindId>,
        at: Pos,
    },
    /// A part of somebody is somebody of its own now.
    Split {
        who: Who,
        into: Who,
    },
    /// Somebody gives notice of an enemy.
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
    Blow {
        by: ActorKindId,
    },
    Trap(TrapKindId),
    Gas,
    Status(Status),
    Missile(ItemKindId),
    Potion(ItemKindId),
    /// Gas going off.
    Fire,
}

/// What a fire has eaten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Burnt {
    Door,
    Crate,
    Wardrobe,
    Body(ActorKindId),
    Paper(ItemKindId),
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
