//! Events: what a turn has come to, for those who show and tell it.

mod actor;
mod fight;
mod floor;
mod item;
mod raid;
mod work;

use serde::Serialize;

use crate::base::Pos;
use crate::content::{ActorKindId, ItemKindId, Status, TrapKindId};

use crate::sim::units::ActorId;

pub use actor::ActorEvent;
pub use fight::FightEvent;
pub use floor::FloorEvent;
pub use item::ItemEvent;
pub use raid::RaidEvent;
pub use work::WorkEvent;

/// Something that has happened, by its subject: plain data, in the past tense. Screens turn it into words and
/// movement. No rule depends on events but one: `travel::interrupt` reads those of a turn to end a walk, a rest or a
/// job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Event {
    Fight(FightEvent),
    Floor(FloorEvent),
    Item(ItemEvent),
    Work(WorkEvent),
    Raid(RaidEvent),
    Actor(ActorEvent),
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
