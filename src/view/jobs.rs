//! The work order as it stands, and the jobs that the upkeeper knows of.

use crate::base::Pos;
use crate::content::JobKind;
use crate::sim::{Certificate, JobCount, Unsolvable};

use super::View;

/// A job that the upkeeper knows the place of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownJob {
    pub job: JobKind,
    pub at: Pos,
    /// There are supplies for it, or a clean mop.
    pub doable: bool,
}

impl View<'_> {
    /// The work order: one line for each kind of job, done and in all; stains by the cell.
    pub fn order(&self) -> Vec<JobCount> {
        self.world().job_counts()
    }

    /// Whether a line of the order is ticked off.
    pub fn is_complete(&self, count: JobCount) -> bool {
        count.is_complete(self.catalog().rules.stain_percent)
    }

    /// Whether every line is.
    pub fn is_order_complete(&self) -> bool {
        self.order().into_iter().all(|count| self.is_complete(count))
    }

    /// An order of the work that the upkeeper knows of, by the ways and dangers known.
    pub fn plan_of_work(&self) -> Result<Certificate, Unsolvable> {
        self.world().plan_of_work()
    }

    /// The jobs that the upkeeper has seen and knows undone, the nearest first.
    pub fn known_jobs(&self) -> Vec<KnownJob> {
        let world = self.world();
        let here = world.player_pos();
        let mut jobs: Vec<KnownJob> = world
            .known_jobs()
            .into_iter()
            .map(|(at, job)| KnownJob { job, at, doable: world.is_doable(job) })
            .collect();
        jobs.sort_by_key(|known| (known.at.steps_to(here), known.at));
        jobs
    }

    /// The job that a cell in sight or in memory calls for.
    pub fn job_at(&self, pos: Pos) -> Option<JobKind> {
        self.world().known_job_at(pos)
    }
}
