//! Splits a keep into a power of two of leaves.

use crate::levelgen::algo::bsp::SplitGoal;
use crate::levelgen::draft::LevelDraft;
use crate::levelgen::error::PassError;
use crate::levelgen::passes::partition::partition;

/// Splits the level into 2^`halvings` leaves.
pub(in crate::levelgen) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let times = draft.setting("halvings")? as u32;
    partition(draft, SplitGoal::Times(times))
}
