//! Splits a keep in halves.

use crate::levelgen::algo::bsp::Goal;
use crate::levelgen::draft::Plan;
use crate::levelgen::error::PassError;
use crate::levelgen::passes::partition::partition;

/// Splits the level into 2^`halvings` leaves.
pub(in crate::levelgen) fn run(plan: &mut Plan<'_>) -> Result<(), PassError> {
    let times = plan.setting("halvings")? as u32;
    partition(plan, Goal::Times(times))
}
