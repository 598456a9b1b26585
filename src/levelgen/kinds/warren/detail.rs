//! The part of a dump about a warren: the walkers, and what they dug.

use serde::Serialize;

/// What the walkers were given, and what became of what they dug.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WarrenDetail {
    /// At the beginning.
    pub walkers: i32,
    pub rounds: i32,
    pub birth_percent: i32,
    /// No walker gives birth while there are so many.
    pub most_walkers: i32,
    /// Cells that were dug, each counted once.
    pub walked: usize,
    /// Cells of the outer ring that had to be closed; none, as walkers turn back there.
    pub closed_border: usize,
    /// Cells that were filled because no way led to them.
    pub dropped: usize,
}
