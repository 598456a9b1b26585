//! The work order, and the jobs that the player knows of.

use crate::sim::{JobCount, JobReason, Turns, Unsolvable, WorkCertificate};
use base::Pos;
use content::JobKind;

use super::View;

/// A job that the player knows of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownJob {
    pub job: JobKind,
    pub at: Pos,
    /// Whether the player has the supply for it, or a clean mop.
    pub doable: bool,
    /// Of a body: turns until it gets up, if it ever does.
    pub rises: Option<Turns>,
}

/// The job that is next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextJob {
    pub job: JobKind,
    /// About how many it takes, ways included, to the next ten.
    pub turns: Turns,
    /// Whether it is next because it is a body that gets up soon.
    pub is_rising: bool,
}

impl View<'_> {
    /// The work order: for each kind of job the number done and the total; stains are counted by the cell. From dawn on it
    /// is what the raid found, which is graded.
    pub fn order(&self) -> Vec<JobCount> {
        self.world().order()
    }

    /// The lines of the work order that are not complete on the other floors of the site, those of a kind added up. Reads those
    /// floors back: not for every picture.
    pub fn undone_elsewhere(&self) -> Vec<JobCount> {
        let counts = self.world().stored_worlds().flat_map(|floor| floor.order());
        let mut undone: Vec<JobCount> = Vec::new();
        for count in counts.filter(|&count| !self.is_complete(count)) {
            match undone.iter_mut().find(|own| own.job == count.job) {
                Some(own) => {
                    own.done += count.done;
                    own.total += count.total;
                }
                None => undone.push(count),
            }
        }
        undone
    }

    /// The number of a line's jobs that are done, and how many will do: all, or most cells of the stains.
    pub fn progress(&self, count: JobCount) -> (u16, u16) {
        let wanted = count.wanted(self.catalog().rules.stain_percent);
        (count.done, wanted.max(count.done.min(count.total)))
    }

    /// Whether a line of the order is complete.
    pub fn is_complete(&self, count: JobCount) -> bool {
        count.is_complete(self.catalog().rules.stain_percent)
    }

    /// The job that is next; `None` where none is known that can be done, and with a body in the arms.
    pub fn next_job(&self) -> Option<NextJob> {
        let world = self.world();
        let (choice, turns) = world.next_job_turns().filter(|_| !world.is_carrying())?;
        let turns = Turns(turns.0.next_multiple_of(10));
        Some(NextJob { job: choice.job, turns, is_rising: choice.reason == JobReason::Rising })
    }

    /// Whether every line of the order is complete.
    pub fn is_order_complete(&self) -> bool {
        self.order().into_iter().all(|count| self.is_complete(count))
    }

    /// An order in which the known jobs can be done, by the ways and dangers that the player knows.
    ///
    /// # Errors
    /// Says why there is none.
    pub fn plan_of_work(&self) -> Result<WorkCertificate, Unsolvable> {
        self.world().plan_of_work()
    }

    /// The jobs that the player has seen and that are not done as far as the player knows; the nearest first.
    pub fn known_jobs(&self) -> Vec<KnownJob> {
        let world = self.world();
        let here = world.player_pos();
        let mut jobs: Vec<KnownJob> = world
            .known_jobs()
            .into_iter()
            .map(|(at, job)| {
                let rises = (job == JobKind::Body).then(|| world.known_turns_to_rising(at));
                KnownJob { job, at, doable: world.is_doable(job), rises: rises.flatten() }
            })
            .collect();
        jobs.sort_by_key(|known| (known.at.steps_to(here), known.at));
        jobs
    }

    /// The job on a cell, as seen or remembered.
    pub fn job_at(&self, pos: Pos) -> Option<JobKind> {
        self.world().known_job_at(pos)
    }
}
