//! Why something that goes on over several turns ends, and what is in the way of it.

use serde::Serialize;

use crate::base::Pos;
use crate::content::{ActorKindId, Catalog, Gate, Status, Supply, TrapKindId};

/// Why it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Interruption {
    /// It was finished.
    Done,
    Arrived,
    /// There is work in reach.
    AtWork,
    /// Healed.
    Rested,
    /// Everything that can be reached safely was looked at.
    Explored,
    /// The same, and what is left lies behind this gate, or gates of other kinds behind it.
    Gated(Gate),
    /// The same, and what is left lies behind that.
    Fenced {
        by: Obstacle,
        at: Pos,
    },
    /// In front of a gate that is in the way.
    Barred(Gate),
    /// Somebody stands in the only way.
    Crowded(ActorKindId),
    /// That lies in the only way, and the player would want to be asked before going on.
    Blocked {
        by: Obstacle,
        at: Pos,
    },
    /// The work that is left wants what there is none of.
    NoSupply(Supply),
    /// The way there is shut, or leads through danger.
    NoWay,
    /// Somebody at war with the player came into sight.
    Threat(ActorKindId),
    /// Somebody who was in sight already is after the player now.
    Noticed(ActorKindId),
    /// A body got up somewhere.
    Risen,
    /// A noise, while listening.
    Heard,
    /// Nothing has happened for as long as one waits for something.
    Waited,
    Hurt,
    Afflicted(Status),
    /// Something in sight is on fire.
    Fire,
    /// The night said how late it was.
    Late,
    /// The next party has come in.
    Raided,
    /// With a body in the arms, and no way to a chute known.
    NoChute,
    /// The mop is foul, and no way to water known.
    NoWater,
    /// Somebody stands where all the work is.
    Occupied,
    /// It cannot go on as it was begun.
    Impossible,
}

/// What nobody walks through without having been told to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Obstacle {
    /// A door that somebody has barred, the player mostly.
    Bar,
    Fire,
    Gas,
    /// Armed.
    Trap(TrapKindId),
}

impl Obstacle {
    /// The words for it: "an armed dart trap".
    pub fn describe(self, catalog: &Catalog) -> String {
        match self {
            Obstacle::Bar => "a barred door".to_owned(),
            Obstacle::Fire => "fire".to_owned(),
            Obstacle::Gas => "choking gas".to_owned(),
            Obstacle::Trap(kind) => format!("an armed {} trap", catalog.trap(kind).name),
        }
    }
}
