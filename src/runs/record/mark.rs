//! Marks: when something happened by the clock on the wall, for splits in real time.

use serde::{Deserialize, Serialize};

use super::Milestone;
use engine::sim::Turns;

/// A moment of a run in real time. It has no effect on play and is no part of a state, but it is linked into the chain.
///
/// The time is the claim of whoever recorded the run: no verification can prove it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    pub kind: MarkKind,
    /// The clock of the state in which the mark was made.
    pub turn: Turns,
    /// In milliseconds since 1970.
    pub time: u64,
}

/// The reason for a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MarkKind {
    /// The run was begun.
    Start,
    /// The player left it unfinished.
    Leave,
    /// It was taken up again.
    Resume,
    /// The command before the mark reached this.
    Milestone(Milestone),
}

impl MarkKind {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            MarkKind::Start => "start",
            MarkKind::Leave => "leave",
            MarkKind::Resume => "resume",
            MarkKind::Milestone(milestone) => milestone.name(),
        }
    }
}
