//! Parties of raiders, as `data/parties.ron` has them.

use serde::Deserialize;

use super::ActorKindId;
use crate::content::DepthRange;

/// Who raids together; one entry of `data/parties.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartyKind {
    /// What they call themselves: "the Copper Lanterns".
    pub name: String,
    /// The depths they dare, both included.
    pub depths: DepthRange,
    /// How often they are drawn among those who dare.
    pub weight: u32,
    /// Turns that they look round before they make for the way out.
    pub stays: u16,
    /// The leader's kind comes first.
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
    /// How many, both included.
    pub count: (u8, u8),
}
