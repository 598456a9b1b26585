//! Perception through walls, which some trinkets give.

use serde::Deserialize;

/// What an actor perceives through walls, within a radius in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Sense {
    /// Traps and their states.
    Traps { radius: i32 },
    /// The positions of actors.
    Life { radius: i32 },
}

impl Sense {
    /// In cells.
    pub fn radius(self) -> i32 {
        match self {
            Sense::Traps { radius } | Sense::Life { radius } => radius,
        }
    }
}
