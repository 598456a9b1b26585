//! What is known and kept of each site of the map.

use serde::{Deserialize, Serialize};

use crate::sim::state::journey::person::TrapSet;
use crate::sim::units::{PersonId, Stack};
use base::{Bits, Pos};
use content::{ActorKindId, PartyKindId};

/// A site in the course of a journey. What it holds follows from the seed; this is what has
/// happened to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteRecord {
    pub state: SiteState,
    /// The raids since it was made or worked, in order: its floors are as these left them.
    pub raids: Vec<SiteRaid>,
    /// The night on which it is lost, unless it is worked before.
    pub falls_on: Option<i16>,
    /// What stays of the player's nights that left it out of order.
    pub memory: SiteMemory,
}

/// What stays of the player's nights at a site that was left out of order; nothing if there were
/// none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteMemory {
    /// The raids that the site had seen by the last of them.
    pub raids: u16,
    /// The uppermost first.
    pub floors: Vec<FloorMemory>,
}

/// The same for one of its floors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FloorMemory {
    /// The cells that were seen.
    pub seen: Bits,
    /// The locks and rubble that were still shut, in reading order.
    pub shut: Vec<Pos>,
}

/// Whether a site is still to be worked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SiteState {
    #[default]
    Open,
    /// Worked by the player, or a town that was passed through: its roads are open.
    Worked { night: i16 },
    /// Fallen: its roads are closed.
    Lost { night: i16 },
}

/// A raid on a site, by what it takes to play it again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteRaid {
    pub night: i16,
    pub party: PartyKindId,
    /// As they were when they went in, the leader first.
    pub entrants: Vec<Entrant>,
    /// What it came to: members that fell, and chests that were carried off.
    pub fallen: u8,
    pub chests: u16,
}

/// Somebody who goes into a raid: one of the cast, or a stranger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    pub kind: ActorKindId,
    /// `None` for a stranger, who is as hardy as the floor asks and draws the kit by its kind.
    pub person: Option<EntrantPerson>,
}

/// What somebody of the cast brings into a raid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntrantPerson {
    pub id: PersonId,
    pub level: u8,
    pub kit: Option<Stack>,
    pub carries: Option<Stack>,
    pub wary: TrapSet,
    /// Percent of the traps that they notice at least.
    pub spots: u8,
    /// Percent of the health that they have when they are rested.
    pub health: u8,
}

impl Entrant {
    /// Somebody who is not of the cast.
    pub(crate) fn stranger(kind: ActorKindId) -> Entrant {
        Entrant { kind, person: None }
    }
}
