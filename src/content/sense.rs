//! Awareness through walls, which some trinkets give.

use serde::Deserialize;

/// What somebody is aware of through walls, to so many cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Sense {
    /// Where traps are, and in which state.
    Traps { radius: i32 },
    /// Where anybody stands.
    Life { radius: i32 },
}

impl Sense {
    /// How far it reaches, in cells.
    pub fn radius(self) -> i32 {
        match self {
            Sense::Traps { radius } | Sense::Life { radius } => radius,
        }
    }
}
