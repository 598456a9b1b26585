//! Pushes the dropped rooms apart.

use crate::levelgen::algo::separation::{drop_overlapping, separate};
use crate::levelgen::draft::Plan;
use crate::levelgen::error::PassError;

/// Pushes the rooms apart until at least `gap` cells lie between any two, a bounded number of rounds;
/// then drops the smaller of every two that are still too near.
pub(in crate::levelgen) fn run(plan: &mut Plan<'_>) -> Result<(), PassError> {
    let gap = plan.setting("gap")?;
    let inside = plan.tiles.bounds().grown(-1);
    let Some(scatter) = &mut plan.scatter else {
        return Err(PassError::Recipe("Separate"));
    };
    scatter.rounds = separate(&mut scatter.rooms, inside, gap);
    drop_overlapping(&mut scatter.rooms, inside, gap);
    Ok(())
}
