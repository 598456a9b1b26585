//! What the passes of a bastion share while it is made.

use crate::base::Rect;

/// Rooms that were dropped, to be pushed apart.
pub(in crate::levelgen) struct Scatter {
    /// Rectangles of floor.
    pub rooms: Vec<Rect>,
    /// Rooms dropped in the first place.
    pub dropped: usize,
    /// Rounds of pushing that it took.
    pub rounds: u32,
}
