use serde::{Deserialize, Serialize};

use crate::content::{ActorKindId, PartyKindId};
use crate::sim::event::Harm;
use crate::sim::{ActorId, JobCount};

use super::Deed;

/// What a raid came to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    pub party: Option<PartyKindId>,
    /// By id; the leader first.
    pub members: Vec<Raided>,
    /// How long it took.
    pub turns: u32,
    /// The work as the party found it; none of it before the shift.
    pub order: Vec<JobCount>,
    /// What they put to the test, in the order in which they did.
    pub deeds: Vec<Deed>,
    /// Health that the party lost to traps, and to whoever stood in its way.
    pub lost_to_traps: u32,
    pub lost_to_blows: u32,
    pub traps_sprung: u16,
    pub chests_looted: u16,
    pub doors_broken: u16,
    pub residents_slain: u16,
}

/// What became of one of the party.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Raided {
    pub id: ActorId,
    pub kind: ActorKindId,
    /// Health at best, and what was left of it at the end.
    pub most: i32,
    pub health: i32,
    /// Chests emptied.
    pub loot: u8,
    pub fate: Fate,
}

/// How a raid ends for one of the party.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fate {
    /// Still on the floor.
    Inside,
    /// Out by the exit.
    Through,
    /// Out by the way they came.
    Fled,
    Fell(Harm),
}

impl Report {
    /// Whether anybody is still at it.
    pub fn is_going_on(&self) -> bool {
        self.members.iter().any(|member| member.fate == Fate::Inside)
    }

    /// Members that died.
    pub fn fallen(&self) -> usize {
        self.members.iter().filter(|member| matches!(member.fate, Fate::Fell(_))).count()
    }
}
