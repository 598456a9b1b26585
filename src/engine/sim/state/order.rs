//! The work order: what the night holds, and how much of it is done or lost.

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

use base::Pos;
use content::{AskedRules, JobKind};

use crate::sim::command::Lever;
use crate::sim::event::Harm;
use crate::sim::units::Turns;

/// A count for each kind of job, in the order of [`JobKind::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PerJob(pub [u16; JobKind::ALL.len()]);

impl Index<JobKind> for PerJob {
    type Output = u16;
    fn index(&self, job: JobKind) -> &u16 {
        &self.0[job as usize]
    }
}

impl IndexMut<JobKind> for PerJob {
    fn index_mut(&mut self, job: JobKind) -> &mut u16 {
        &mut self.0[job as usize]
    }
}

/// How much of each kind of job the night holds, and how much of it is done.
///
/// What is still open follows from the floor itself: a sprung trap is a job because it is sprung.
/// Only what leaves no trace is counted here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkOrder {
    /// Jobs finished; stains are counted by the cell. One that is undone again (a trap sprung anew)
    /// is taken off.
    pub done: PerJob,
    /// Jobs that can no longer be done as they were: bodies that got up.
    pub lost: PerJob,
}

/// One line of the work order as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobCount {
    pub job: JobKind,
    pub done: u16,
    /// Done, open and lost together; stains are counted by the cell.
    pub total: u16,
}

impl JobCount {
    /// Whether the line is ticked off.
    pub fn is_complete(self, asked: AskedRules) -> bool {
        self.done >= self.wanted(asked)
    }

    /// The number done with which the line is ticked off.
    pub fn wanted(self, asked: AskedRules) -> u16 {
        let percent = if self.job == JobKind::Stain { asked.stains } else { asked.jobs };
        (u32::from(self.total) * percent).div_ceil(100) as u16
    }
}

/// What has happened over the night: for the result and the morgue.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    pub kills: u16,
    pub damage_taken: u32,
    pub traps_sprung: u16,
    pub items_used: u16,
    pub steps: u32,
    /// Things of the plan that were done, by whatever hand.
    pub planned: u16,
    /// Where the player has put something in order that was not spoiled since, stains and bodies
    /// aside; in reading order. From dawn on it stays as it was then.
    pub finished_jobs: Vec<Pos>,
    /// Bosses dead or driven off.
    pub bosses: u16,
    /// What a second hand did at the end of the night.
    pub by_hand: Option<Lever>,
    pub left_at: Option<Turns>,
    pub killed_by: Option<Harm>,
}
