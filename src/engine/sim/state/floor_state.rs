//! A floor at rest: plain records of all that is on it.

use serde::{Deserialize, Serialize};

use crate::sim::state::belongings::Body;
use crate::sim::state::cells::Cells;
use crate::sim::state::components::{AiState, Duty, Statuses, Vitals};
use crate::sim::units::{ActorId, Stack};
use base::Pos;
use content::{ActorKindId, Depth};

/// The part of a state that is one floor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FloorState {
    pub depth: Depth,
    pub cells: Cells,
    /// By id; the player first.
    pub actors: Vec<ActorRecord>,
    /// In reading order.
    pub items: Vec<(Pos, Stack)>,
    pub bodies: Vec<(Pos, Body)>,
}

/// All that makes up one actor, as it is spawned and as it is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActorRecord {
    pub id: ActorId,
    pub kind: ActorKindId,
    #[serde(rename = "at")]
    pub pos: Pos,
    pub vitals: Vitals,
    pub statuses: Statuses,
    #[serde(rename = "mind")]
    pub ai_state: AiState,
    pub duty: Duty,
}
