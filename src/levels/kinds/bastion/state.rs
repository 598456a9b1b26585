//! What the passes of a bastion share while it is made.

use base::Rect;

/// Scattered rooms.
pub(crate) struct Scatter {
    /// Rectangles of floor.
    pub rooms: Vec<Rect>,
    /// Number of rooms that were drawn.
    pub dropped: usize,
    /// Number of rounds of pushing.
    pub rounds: u32,
}
