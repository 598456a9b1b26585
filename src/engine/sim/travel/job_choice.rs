//! The choice of the next job.

use crate::sim::prelude::*;

/// A job to do next, and why this one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JobChoice {
    pub at: Pos,
    pub job: JobKind,
    /// Steps to the nearest cell from which it can be done.
    pub steps: u16,
    pub reason: JobReason,
}

impl JobChoice {
    pub(crate) fn activity(self) -> Activity {
        Activity::DoJob { at: self.at, job: self.job }
    }
}
