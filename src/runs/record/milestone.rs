//! Milestones of a run: what splits end with, and what a player is told to have reached.

use serde::{Deserialize, Serialize};

use content::JobKind;
use engine::sim::{Event, JobCount, JourneyEvent, Outcome, RaidEvent, RunStatus, WorkEvent};
use engine::view::View;

/// Something that a command has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Milestone {
    /// A job was finished. Of stains only the one with which enough are clean: there are many, and
    /// each is soon done.
    JobDone(JobKind),
    /// With the last job, every line of the order was complete. Comes again if something was undone
    /// in between.
    OrderDone,
    /// The player has left the floor and stopped working.
    ClockedOut,
    RaidOver,
    Over,
    /// The player has begun a night's work at a site of a journey, come to another floor of it, and
    /// left it.
    SiteEntered,
    FloorReached,
    SiteLeft,
}

impl Milestone {
    pub fn name(self) -> &'static str {
        match self {
            Milestone::JobDone(_) => "job",
            Milestone::OrderDone => "order",
            Milestone::ClockedOut => "clock-out",
            Milestone::RaidOver => "raid",
            Milestone::Over => "end",
            Milestone::SiteEntered => "site entered",
            Milestone::FloorReached => "floor",
            Milestone::SiteLeft => "site left",
        }
    }
}

/// The milestones that a command has reached, in the order in which they came. `after` is the state
/// that it led to.
pub fn milestones(outcome: &Outcome, after: View<'_>) -> Vec<Milestone> {
    let mut reached = Vec::new();
    let mut jobs = Vec::new();
    for event in &outcome.events {
        match event {
            Event::Work(WorkEvent::JobDone { job, .. }) => {
                jobs.push(*job);
                if *job != JobKind::Stain {
                    reached.push(Milestone::JobDone(*job));
                }
            }
            Event::Work(WorkEvent::ClockedOut) => reached.push(Milestone::ClockedOut),
            Event::Raid(RaidEvent::RaidOver) => reached.push(Milestone::RaidOver),
            Event::Journey(JourneyEvent::Entered { .. }) => reached.push(Milestone::SiteEntered),
            Event::Journey(JourneyEvent::StairsTaken { .. }) => {
                reached.push(Milestone::FloorReached);
            }
            Event::Journey(JourneyEvent::Departed { .. }) => reached.push(Milestone::SiteLeft),
            _ => {}
        }
    }
    if !jobs.is_empty() {
        let lines = order_lines(&jobs, after);
        let is_of_jobs = |what: &Milestone| matches!(what, Milestone::JobDone(_));
        let mut place = reached.iter().rposition(is_of_jobs).map_or(0, |last| last + 1);
        let stains = lines.iter().find(|line| line.job == JobKind::Stain);
        if stains.is_some_and(OrderLine::is_just_complete) {
            reached.insert(place, Milestone::JobDone(JobKind::Stain));
            place += 1;
        }
        let is_order_done = lines.iter().all(|line| line.is_complete);
        if is_order_done && lines.iter().any(OrderLine::is_just_complete) {
            reached.insert(place, Milestone::OrderDone);
        }
    }
    if matches!(outcome.status, RunStatus::Over(_)) {
        reached.push(Milestone::Over);
    }
    reached
}

/// A line of the order, before and after jobs that were just done.
struct OrderLine {
    job: JobKind,
    was_complete: bool,
    is_complete: bool,
}

impl OrderLine {
    fn is_just_complete(&self) -> bool {
        self.is_complete && !self.was_complete
    }
}

fn order_lines(just_done: &[JobKind], after: View<'_>) -> Vec<OrderLine> {
    let line = |count: JobCount| {
        let just_done = just_done.iter().filter(|&&job| job == count.job).count() as u16;
        let before = JobCount { done: count.done.saturating_sub(just_done), ..count };
        OrderLine {
            job: count.job,
            was_complete: after.is_complete(before),
            is_complete: after.is_complete(count),
        }
    };
    after.order().into_iter().map(line).collect()
}
