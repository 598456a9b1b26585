//! What events are made of: actors as events name them, causes of harm, what burns, and how a shift
//! ends.

use serde::Serialize;

use crate::sim::units::{ActorId, PersonId, SiteId};
use base::Pos;
use content::{ActorKindId, EncounterId, ItemKindId, Status, Supply, TrapKindId};

/// An actor at the moment of an event.
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
    // Gas going off.
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
    /// Of a journey: the Deep Seat is in order, and its Champion gone.
    Won,
}

/// An encounter on the road to a site, and who of the cast it is with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, serde::Deserialize)]
pub struct Meeting {
    pub encounter: EncounterId,
    pub person: Option<PersonId>,
    pub to: SiteId,
}

/// What a choice on the road has changed of the player's belongings and health: more, or with a
/// negative number fewer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ChoiceChange {
    pub coins: i32,
    pub rations: i32,
    pub health: i32,
    /// Only those that have changed, in their order.
    pub supplies: Vec<(Supply, i32)>,
    /// The same, by kind.
    pub items: Vec<(ItemKindId, i32)>,
}
