//! The part of a dump about a warren: the walkers, and what they dug.

use serde::Serialize;

/// The settings of the walkers, and what they dug.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WarrenDetail {
    /// Number of walkers at the beginning.
    pub walkers: i32,
    pub rounds: i32,
    pub birth_percent: i32,
    /// Number of walkers with which none gives birth.
    pub most_walkers: i32,
    /// Cells that were dug, each counted once.
    pub walked: usize,
    /// Cells of the outer ring that had to be closed; none, as walkers turn back there.
    pub closed_border: usize,
    /// Number of cells that were filled because they could not be reached.
    pub dropped: usize,
}
