//! The lines of a grade: a reason each, and its points.

use crate::sim::prelude::*;
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
    /// So many of so many jobs; stains are counted by the cell.
    Jobs {
        job: JobKind,
        done: u16,
        total: u16,
        /// The rest of the total came later: it earns nothing, and costs when it is left.
        ordered: u16,
    },
    /// Clocked out with the order done: `steps` of `TIME_STEPS` equal steps from dawn back to par
    /// are left.
    Time {
        took: Turns,
        par: Turns,
        steps: u32,
    },
    /// Still in at dawn: the points of what was undone once more.
    Late,
    /// Members of the party that died.
    Fell {
        members: u8,
        of: u8,
    },
    /// Members that turned back.
    Fled {
        members: u8,
    },
    /// Health that the members who got through had lost, in percent.
    Bled {
        percent: u32,
    },
    /// How long the party took for a way that takes `walk` turns at a walk; `None` if no member got
    /// through.
    Held {
        turns: Option<Turns>,
        walk: Turns,
    },
    /// Chests that they got away with.
    Robbed {
        chests: u32,
    },
    /// So many bosses dead or driven off.
    Bosses {
        beaten: u16,
    },
    /// The points for the raid beyond the share of the work that is done.
    Unearned,
    /// What the traps that the player set beyond the order did to the party, in percent of its
    /// health.
    Prepared {
        percent: u32,
    },
    /// Was on the floor while the party was: the points for its members again, for the share of the
    /// harm that the player saw, in percent.
    Hazard {
        seen_percent: u32,
    },
    /// More was lost than there was.
    AtLeastNothing,
    /// Died: the work counts, the raid does not.
    Died,
    Abandoned,
}

impl GradeReason {
    /// Whether it is about how early the upkeeper left.
    pub fn is_of_hurry(self) -> bool {
        matches!(self, GradeReason::Time { .. })
    }

    pub fn is_of_raid(self) -> bool {
        use GradeReason::{AtLeastNothing, Hazard, Held, Prepared, Robbed, Unearned};
        self.is_of_members()
            || matches!(
                self,
                Held { .. }
                    | Robbed { .. }
                    | Unearned
                    | Prepared { .. }
                    | Hazard { .. }
                    | AtLeastNothing
            )
    }

    /// Whether it is about what became of the members of the party.
    pub(super) fn is_of_members(self) -> bool {
        use GradeReason::{Bled, Fell, Fled};
        matches!(self, Fell { .. } | Fled { .. } | Bled { .. })
    }
}

/// The points of some lines together.
pub(super) fn sum(lines: &[GradeLine]) -> i32 {
    lines.iter().map(|line| line.points).sum()
}
