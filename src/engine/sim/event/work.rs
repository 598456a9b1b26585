//! The work, its supplies, and the course of the shift.

use serde::Serialize;

use crate::sim::event::parts::{End, Who};
use crate::sim::interruption::Interruption;
use crate::sim::units::{Coins, PersonId, Turns};
use base::{Dir, Pos};
use content::{ActorKindId, JobKind, Supply, TrapKindId};

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
    /// The player sets out for a job that is walked to and done in one go.
    JobChosen {
        job: JobKind,
        at: Pos,
        way: Dir,
        /// To the nearest cell from which it can be done.
        steps: u16,
        /// About how many it takes, ways included.
        turns: Turns,
        reason: JobReason,
    },
    /// The player sets out to explore until a job is known that can be done.
    JobSought {
        /// Why nothing that is known can be done now: a supply that is lacking, a trap that would cut something off.
        /// `None` if nothing is known.
        why: Option<JobReason>,
    },
    /// The player makes for the exit while an actor of this kind hunts them.
    LeavesHunted {
        by: ActorKindId,
    },
    SupplySpent {
        supply: Supply,
        left: u16,
    },
    MopRinsed {
        at: Pos,
    },
    MopFouled,
    KitMade {
        trap: TrapKindId,
    },
    KitSet {
        trap: TrapKindId,
        at: Pos,
    },
    TrapTakenDown {
        trap: TrapKindId,
        at: Pos,
        parts: u16,
    },
    /// A wardrobe was pushed to a cell.
    WardrobeMoved {
        at: Pos,
    },
    /// A resident follows the player from now on.
    Led {
        who: Who,
    },
    /// It does no longer, without a new post.
    LeadEnded {
        who: Who,
        why: LeadEnd,
    },
    /// A resident keeps a post that the player chose.
    TookPost {
        who: Who,
    },
    /// A door opens to this side from now on.
    DoorRehung {
        at: Pos,
        opens_to: Dir,
    },
    CoinsLaid {
        coins: Coins,
        at: Pos,
    },
    BodyLifted {
        body: ActorKindId,
        at: Pos,
    },
    BodyDropped {
        body: ActorKindId,
        at: Pos,
    },
    /// The body was thrown, as far as that cell.
    BodyThrown {
        body: ActorKindId,
        at: Pos,
    },
    BodyDisposed {
        body: ActorKindId,
        at: Pos,
    },
    /// A body that the player knows of gets up in so many turns.
    BodyStirs {
        body: ActorKindId,
        /// Who it was, if it was one of the cast of a journey.
        person: Option<PersonId>,
        at: Pos,
        way: Dir,
        turns: u32,
    },
    BodyRose {
        body: ActorKindId,
        person: Option<PersonId>,
        who: Who,
    },
    /// Somebody fell during the shift, whose body is on the order now, with so many bodies in all.
    BodyOrdered {
        total: u16,
    },
    /// Vermin came up where it was filthy.
    VerminCame {
        who: Who,
    },
    /// Something that cannot bear the noise of the player's work has come, out of sight.
    HauntCame {
        who: Who,
    },
    /// A walk, a rest or a job ended, and why.
    Stopped {
        why: Interruption,
    },
    /// The bonus for time falls by a step in so many turns from now on.
    ParPassed {
        step: u32,
    },
    /// So much of the night is left.
    DawnNears {
        turns: u32,
    },
    /// Whoever sets out for the exit now comes there shortly before dawn; so much of the night is left.
    TimeToLeave {
        turns: u32,
    },
    /// The upkeeper has clocked out, and the night goes on without.
    ClockedOut,
    ShiftEnded {
        how: End,
    },
}

/// Why a resident no longer follows the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum LeadEnd {
    /// It fights, or flees.
    Danger,
    /// The player is out of reach or out of sight.
    Lost,
    /// The player sent it home.
    Dismissed,
}

/// Why a job is the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum JobReason {
    /// The player has a body in the arms.
    Carrying,
    /// It is a body that gets up soon.
    Rising,
    /// No job that can be done is nearer.
    Nearest,
    /// Stains are nearer, but take long.
    BeforeStains,
    /// It is the only one known that can be done.
    Only,
    /// It is a stain, and the mop is to be rinsed first.
    FoulMop,
    /// A job of this kind is nearer, but cannot be done with what the player has.
    Lacking(JobKind),
    /// No safe way that is known leads to one of this kind. Not of a job that is chosen.
    NoWay(JobKind),
    /// A trap is nearer, but armed it would cut off other work, or a part of the floor that is not seen yet.
    TrapPostponed,
}
