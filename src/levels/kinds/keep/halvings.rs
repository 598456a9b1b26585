//! Splits a keep into a power of two of leaves.

use crate::algo::bsp::SplitGoal;
use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::passes::partition::partition;

/// Splits the level into 2^`halvings` leaves.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let times = draft.setting("halvings")? as u32;
    partition(draft, SplitGoal::Times(times))
}
