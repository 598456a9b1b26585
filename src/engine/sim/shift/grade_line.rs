//! The lines of a grade: a reason each, and its points.

use crate::sim::state::order::PerJob;
use serde::Serialize;

/// One reason for points won or lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GradeLine {
    pub what: GradeReason,
    pub points: i32,
    /// What it could have been worth.
    pub max_points: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum GradeReason {
    /// Jobs done of those that the order asks for, by kind; stains are counted by the cell.
    Order {
        done: PerJob,
        asked: PerJob,
    },
    /// Members of the party that fell, and that were driven home badly hurt, of so many.
    Harm {
        fell: u8,
        driven: u8,
        of: u8,
    },
    /// Chests that are full when the party has gone.
    Kept {
        full: u16,
        of: u16,
    },
    /// Harm and chests are worth so many points without the player; the line takes off what of
    /// them is not the player's doing.
    Bed {
        points: u32,
    },
    /// Was on the floor while the party was, and saw that share of the harm to it.
    Hazard {
        seen_percent: u32,
    },
    /// Died: the order counts, the raid does not.
    Died,
    Abandoned,
}

impl GradeReason {
    pub fn is_of_raid(self) -> bool {
        use GradeReason::{Bed, Harm, Hazard, Kept};
        matches!(self, Harm { .. } | Kept { .. } | Bed { .. } | Hazard { .. })
    }
}
