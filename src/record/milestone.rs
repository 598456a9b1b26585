//! Milestones of a run: what splits end with, and what a player is told to have reached.

use serde::{Deserialize, Serialize};

use crate::content::JobKind;
use crate::sim::{Event, Outcome, RaidEvent, RunStatus, WorkEvent};
use crate::view::View;

/// Something that a command has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Milestone {
    /// A job was finished; stains count by the cell.
    JobDone(JobKind),
    /// With the last job, every line of the order was complete. Comes again if something was undone in between.
    OrderDone,
    /// The player has left the floor and stopped working.
    ClockedOut,
    /// The raid at dawn has ended.
    RaidOver,
    /// The run has ended.
    Over,
}

impl Milestone {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Milestone::JobDone(_) => "job",
            Milestone::OrderDone => "order",
            Milestone::ClockedOut => "clock-out",
            Milestone::RaidOver => "raid",
            Milestone::Over => "end",
        }
    }
}

/// The milestones that a command has reached, in the order in which they came. `after` is the state that it led to.
pub fn milestones(outcome: &Outcome, after: View<'_>) -> Vec<Milestone> {
    let mut reached = Vec::new();
    let mut jobs_done = 0;
    for event in &outcome.events {
        match event {
            Event::Work(WorkEvent::JobDone { job, .. }) => {
                reached.push(Milestone::JobDone(*job));
                jobs_done += 1;
            }
            Event::Work(WorkEvent::ClockedOut) => reached.push(Milestone::ClockedOut),
            Event::Raid(RaidEvent::RaidOver) => reached.push(Milestone::RaidOver),
            _ => {}
        }
    }
    if jobs_done > 0 && has_completed_order(&reached, after) {
        let last = reached.iter().rposition(|what| matches!(what, Milestone::JobDone(_)));
        reached.insert(last.map_or(0, |last| last + 1), Milestone::OrderDone);
    }
    if matches!(outcome.status, RunStatus::Over(_)) {
        reached.push(Milestone::Over);
    }
    reached
}

/// Whether the order is complete, and was not before the jobs that were just done.
fn has_completed_order(reached: &[Milestone], after: View<'_>) -> bool {
    let is_complete = |before: bool| {
        after.order().into_iter().all(|mut count| {
            if before {
                let just_done = |what: &&Milestone| **what == Milestone::JobDone(count.job);
                let just_done = reached.iter().filter(just_done).count() as u16;
                count.done = count.done.saturating_sub(just_done);
            }
            after.is_complete(count)
        })
    };
    is_complete(false) && !is_complete(true)
}
