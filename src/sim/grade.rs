//! The result of a shift: points for what was done, every one of them explained.

use serde::Serialize;

use crate::content::JobKind;

use super::world::World;
use super::{End, Turns};

/// Stained cells that count as one job's worth of points.
const STAINS_A_JOB: u32 = 6;

/// What a shift was worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Grade {
    pub letter: Letter,
    pub points: u32,
    /// What the whole order was worth.
    pub most: u32,
    /// Points times depth: what scores are ranked by.
    pub score: u32,
    pub lines: Vec<GradeLine>,
}

/// From the best to the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, serde::Deserialize)]
pub enum Letter {
    S,
    A,
    B,
    C,
    D,
    F,
}

impl Letter {
    pub const ALL: [Letter; 6] = [Letter::S, Letter::A, Letter::B, Letter::C, Letter::D, Letter::F];

    pub fn character(self) -> char {
        match self {
            Letter::S => 'S',
            Letter::A => 'A',
            Letter::B => 'B',
            Letter::C => 'C',
            Letter::D => 'D',
            Letter::F => 'F',
        }
    }
}

/// One reason for points won or lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GradeLine {
    pub what: GradeReason,
    pub points: i32,
    /// What it could have been worth.
    pub most: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum GradeReason {
    /// So many of so many jobs; stains are counted by the cell.
    Jobs {
        job: JobKind,
        done: u16,
        total: u16,
    },
    /// Clocked out with the order done and so many turns left.
    Early {
        left: Turns,
    },
    /// Did not clock out.
    Late,
    Died,
    Abandoned,
}

impl World {
    pub(super) fn grade(&self, how: End) -> Grade {
        let rules = &self.catalog.rules.grade;
        let mut lines = Vec::new();
        let mut complete = true;
        for count in self.job_counts() {
            let weight = rules.points[count.job as usize];
            let ordered = u32::from(self.order.ordered[count.job as usize]);
            // Mess that came later earns nothing when it is cleared, and costs when it is left.
            let undone = u32::from(count.total - count.done);
            let settled = ordered.saturating_sub(undone);
            let is_complete = count.is_complete(self.catalog.rules.stain_percent);
            complete &= is_complete;
            let most = match count.job {
                JobKind::Stain => weight * ordered.div_ceil(STAINS_A_JOB),
                _ => weight * ordered,
            };
            let points = if is_complete { most } else { most * settled / ordered.max(1) };
            let what = GradeReason::Jobs { job: count.job, done: count.done, total: count.total };
            lines.push(GradeLine { what, points: points as i32, most });
        }
        let most: u32 = lines.iter().map(|line| line.most).sum();
        let worked: i32 = lines.iter().map(|line| line.points).sum();
        let left = self.dawn.saturating_sub(self.clock);
        match how {
            End::ClockedOut if complete => {
                let bonus = rules.early * (left.0 * 10 / self.dawn.0);
                let (what, points) = (GradeReason::Early { left }, bonus as i32);
                lines.push(GradeLine { what, points, most: rules.early * 10 });
            }
            End::ClockedOut => {}
            End::Dawn => {
                let points = -(worked * rules.late_percent as i32 / 100);
                lines.push(GradeLine { what: GradeReason::Late, points, most: 0 });
            }
            End::Died | End::Abandoned => {
                let what =
                    if how == End::Died { GradeReason::Died } else { GradeReason::Abandoned };
                lines.push(GradeLine { what, points: -worked, most: 0 });
            }
        }
        let points = lines.iter().map(|line| line.points).sum::<i32>().max(0) as u32;
        let letter = match how {
            End::Died | End::Abandoned => Letter::F,
            _ => Letter::ALL[..5]
                .iter()
                .zip(rules.thresholds)
                .find(|&(_, percent)| points * 100 >= most * percent)
                .map_or(Letter::F, |(&letter, _)| letter),
        };
        Grade { letter, points, most, score: points * u32::from(self.depth), lines }
    }
}
