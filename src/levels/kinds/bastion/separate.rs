//! Pushes the scattered rooms apart.

use crate::algo::separation::{drop_overlapping, separate};
use crate::draft::LevelDraft;
use crate::error::PassError;

/// Pushes the rooms apart until at least `gap` cells lie between any two, for a bounded number of rounds; then drops the
/// smaller of every two that are still too near.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let gap = draft.setting("gap")?;
    let inside = draft.tiles.bounds().grown(-1);
    let Some(scatter) = &mut draft.scatter else {
        return Err(PassError::Missing("dropped rooms"));
    };
    scatter.rounds = separate(&mut scatter.rooms, inside, gap);
    drop_overlapping(&mut scatter.rooms, inside, gap);
    Ok(())
}
