//! Parties of raiders, as in `data/parties.ron`.

use serde::Deserialize;

use super::{ActorKindId, Ref};
use crate::DepthRange;

/// A party of raiders; one entry of `data/parties.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartyKind {
    /// Identifies the kind, and is one of the names that its parties have: "the Copper Lanterns".
    pub name: String,
    /// The depths that the party raids, both included.
    pub depths: DepthRange,
    /// Weight by which it is drawn among the parties of a depth.
    pub weight: u32,
    /// Turns that the party explores before it makes for the exit.
    pub stays: u16,
    /// What parties of this kind are called.
    pub companies: Companies,
    /// The leader's kind is the first.
    pub members: Vec<Member>,
}

/// The names of the parties of a kind: a pattern with two blanks, and all that fits into either.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Companies {
    /// With the article: "the {first} {second}".
    pub called: String,
    pub first: Vec<String>,
    pub second: Vec<String>,
}

impl Companies {
    /// The number of names.
    pub fn count(&self) -> usize {
        self.first.len() * self.second.len()
    }

    /// The name at a place; places from [`Companies::count`] on have the same names again.
    pub fn name(&self, place: usize) -> String {
        let first = &self.first[place % self.first.len()];
        let second = &self.second[place / self.first.len() % self.second.len()];
        self.called.replace("{first}", first).replace("{second}", second)
    }
}

/// Members of one kind.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Member {
    pub kind: Ref<ActorKindId>,
    /// Number of members, both ends included.
    pub count: (u8, u8),
}
