//! The work of a problem as a list of items, each of which is done from some cells.

use crate::sim::prelude::*;
use crate::sim::solver::certificate::{Chore, OrderStep};
use crate::sim::solver::work_problem::WorkProblem;

/// One thing to do at a place.
#[derive(Clone, Debug)]
pub(super) struct WorkItem {
    pub kind: WorkKind,
    pub at: Pos,
    /// The index of the item that has to be done before it.
    pub after: Option<usize>,
}

#[derive(Clone, Debug)]
pub(super) enum WorkKind {
    // A job at a fixture, and the turns that it takes.
    Work(JobKind, u8),
    // A body is carried into a chute, if possible before it rises in `rises` turns.
    Carry { rises: u32 },
    // Connected stains, at most as many as a mop wipes before a rinse.
    Mop(Vec<Pos>),
    // An item is picked up out of a doorway; some are taken up by walking there.
    Clear { is_taken_up: bool },
    Take(Gate, u16),
    Open(Gate),
    Jump(Dir),
}

impl WorkItem {
    /// All work of a problem, and the openers, gates and ledges that may be needed to reach it.
    pub(super) fn all(problem: &WorkProblem) -> Vec<WorkItem> {
        let mut items: Vec<WorkItem> = Vec::new();
        let mut push = |kind, at, after| items.push(WorkItem { kind, at, after });
        for &(at, rises) in &problem.bodies {
            push(WorkKind::Carry { rises }, at, None);
        }
        for &(at, is_taken_up) in &problem.litter {
            push(WorkKind::Clear { is_taken_up }, at, None);
        }
        for &(at, gate, count) in &problem.openers {
            push(WorkKind::Take(gate, count), at, None);
        }
        for &(at, gate) in &problem.gates {
            push(WorkKind::Open(gate), at, None);
        }
        for &(at, down) in &problem.ledges {
            push(WorkKind::Jump(down), at, None);
        }
        let lying: Vec<Pos> = items[..problem.bodies.len() + problem.litter.len()]
            .iter()
            .map(|item| item.at)
            .collect();
        // A body comes before what it lies on, and a doorway is cleared before its door is hung.
        let over = |at: Pos| lying.iter().position(|&pos| pos == at);
        for &(at, job, turns) in &problem.jobs {
            items.push(WorkItem { kind: WorkKind::Work(job, turns), at, after: over(at) });
        }
        for patch in patches(problem) {
            let after = over(patch[0]);
            items.push(WorkItem { at: patch[0], after, kind: WorkKind::Mop(patch) });
        }
        items
    }

    /// Whether it is work and not only a means of reaching some.
    pub(super) fn is_work(&self) -> bool {
        !matches!(self.kind, WorkKind::Take(..) | WorkKind::Open(_) | WorkKind::Jump(_))
    }

    pub(super) fn is_trap(&self) -> bool {
        matches!(self.kind, WorkKind::Work(JobKind::Trap, _))
    }

    /// Whether a test holds for any cell that the item can be done from.
    pub(super) fn any_stand(&self, mut test: impl FnMut(Pos) -> bool) -> bool {
        let at = self.at;
        match &self.kind {
            WorkKind::Work(JobKind::Trap | JobKind::Door, _) | WorkKind::Open(Gate::Rubble) => {
                at.neighbours().any(test)
            }
            WorkKind::Work(..) | WorkKind::Carry { .. } => test(at) || at.neighbours().any(test),
            WorkKind::Mop(cells) => {
                cells.iter().any(|&cell| test(cell) || cell.neighbours().any(&mut test))
            }
            WorkKind::Clear { .. } | WorkKind::Take(..) => test(at),
            WorkKind::Open(_) => at.cardinals().any(test),
            WorkKind::Jump(down) => test(at + down.opposite()),
        }
    }

    /// All cells that the item can be done from, passable or not.
    pub(super) fn stands(&self) -> Vec<Pos> {
        let mut stands = Vec::with_capacity(9);
        self.any_stand(|pos| {
            stands.push(pos);
            false
        });
        stands
    }

    pub(super) fn step(&self) -> OrderStep {
        let chore = match self.kind {
            WorkKind::Work(job, _) => Chore::Job(job),
            WorkKind::Carry { .. } => Chore::Job(JobKind::Body),
            WorkKind::Mop(_) => Chore::Job(JobKind::Stain),
            WorkKind::Clear { .. } => Chore::Clear,
            WorkKind::Take(gate, _) => Chore::Take(gate),
            WorkKind::Open(gate) => Chore::Open(gate),
            WorkKind::Jump(_) => Chore::Jump,
        };
        OrderStep { chore, at: self.at }
    }
}

/// The stains in parts connected by their sides, none larger than what a mop wipes before a rinse.
/// Cells connected by a corner alone may lie on two sides of a wall.
fn patches(problem: &WorkProblem) -> Vec<Vec<Pos>> {
    let mut left: Bits = problem.stains.clone();
    // What a body lies on is wiped when the body is gone, by itself.
    let under = problem.bodies.iter().map(|&(at, _)| at).filter(|&at| problem.stains.contains(at));
    let mut patches: Vec<Vec<Pos>> = under.map(|at| vec![at]).collect();
    for patch in &patches {
        left.remove(patch[0]);
    }
    for start in problem.stains.iter() {
        if !left.remove(start) {
            continue;
        }
        let mut patch = vec![start];
        let mut vantage_points = 0;
        while vantage_points < patch.len() && patch.len() < usize::from(problem.mop_cells) {
            for next in patch[vantage_points].cardinals() {
                if patch.len() < usize::from(problem.mop_cells) && left.contains(next) {
                    left.remove(next);
                    patch.push(next);
                }
            }
            vantage_points += 1;
        }
        patches.push(patch);
    }
    patches
}
