//! Parties of raiders, as in `data/parties.ron`.

use serde::Deserialize;

use super::ActorKindId;
use crate::content::DepthRange;

/// A party of raiders; one entry of `data/parties.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartyKind {
    /// With the article: "the Copper Lanterns".
    pub name: String,
    /// The depths that the party raids, both included.
    pub depths: DepthRange,
    /// Weight by which it is drawn among the parties of a depth.
    pub weight: u32,
    /// Turns that the party explores before it makes for the exit.
    pub stays: u16,
    /// The leader's kind is the first.
    pub members: Vec<Member>,
}

/// Members of one kind.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// A name from `actors.ron`.
    pub kind: String,
    /// Filled in when the catalog is built.
    #[serde(skip)]
    pub kind_id: ActorKindId,
    /// Number of members, both ends included.
    pub count: (u8, u8),
}
