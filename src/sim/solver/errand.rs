//! What there is to do, as stops on a way.

use crate::base::{Bits, Dir, Pos};
use crate::content::{Gate, JobKind};

use crate::sim::solver::certificate::{Chore, Step};
use crate::sim::solver::survey::Survey;

/// One stop on the way: something to do at a place.
#[derive(Clone, Debug)]
pub(super) struct Errand {
    pub task: Task,
    pub at: Pos,
    /// What has to be done before it, as a place in the list.
    pub after: Option<usize>,
}

#[derive(Clone, Debug)]
pub(super) enum Task {
    /// A job at what is built in, and its turns.
    Work(JobKind, u8),
    /// A body goes into a chute, if it can be before it gets up in so many turns.
    Carry {
        rises: u32,
    },
    /// Stains that hang together, as many as a mop wipes at most.
    Mop(Vec<Pos>),
    /// An item is picked up out of a doorway; or taken up where it is walked on.
    Clear {
        is_taken_up: bool,
    },
    Take(Gate, u16),
    Open(Gate),
    Jump(Dir),
}

impl Errand {
    /// Everything that has to be done on a floor, and what may have to be to come to it.
    pub fn all(survey: &Survey) -> Vec<Errand> {
        let mut errands: Vec<Errand> = Vec::new();
        let mut push = |task, at, after| errands.push(Errand { task, at, after });
        for &(at, rises) in &survey.bodies {
            push(Task::Carry { rises }, at, None);
        }
        for &(at, is_taken_up) in &survey.litter {
            push(Task::Clear { is_taken_up }, at, None);
        }
        for &(at, gate, count) in &survey.openers {
            push(Task::Take(gate, count), at, None);
        }
        for &(at, gate) in &survey.gates {
            push(Task::Open(gate), at, None);
        }
        for &(at, down) in &survey.ledges {
            push(Task::Jump(down), at, None);
        }
        let lying: Vec<Pos> = errands[..survey.bodies.len() + survey.litter.len()]
            .iter()
            .map(|errand| errand.at)
            .collect();
        // A body comes before what it lies on, and a doorway is cleared before its door is hung.
        let over = |at: Pos| lying.iter().position(|&pos| pos == at);
        for &(at, job, turns) in &survey.jobs {
            errands.push(Errand { task: Task::Work(job, turns), at, after: over(at) });
        }
        for patch in patches(survey) {
            let after = over(patch[0]);
            errands.push(Errand { at: patch[0], after, task: Task::Mop(patch) });
        }
        errands
    }

    /// It has to be done, and is not only a means.
    pub fn is_work(&self) -> bool {
        !matches!(self.task, Task::Take(..) | Task::Open(_) | Task::Jump(_))
    }

    pub fn is_trap(&self) -> bool {
        matches!(self.task, Task::Work(JobKind::Trap, _))
    }

    /// Calls for each cell that it can be done from, until one will do.
    pub fn any_stand(&self, mut test: impl FnMut(Pos) -> bool) -> bool {
        let at = self.at;
        match &self.task {
            Task::Work(JobKind::Trap | JobKind::Door, _) | Task::Open(Gate::Rubble) => {
                at.neighbours().any(test)
            }
            Task::Work(..) | Task::Carry { .. } => test(at) || at.neighbours().any(test),
            Task::Mop(cells) => {
                cells.iter().any(|&cell| test(cell) || cell.neighbours().any(&mut test))
            }
            Task::Clear { .. } | Task::Take(..) => test(at),
            Task::Open(_) => at.cardinals().any(test),
            Task::Jump(down) => test(at + down.opposite()),
        }
    }

    /// All cells that it can be done from, passable or not.
    pub fn stands(&self) -> Vec<Pos> {
        let mut stands = Vec::with_capacity(9);
        self.any_stand(|pos| {
            stands.push(pos);
            false
        });
        stands
    }

    pub fn step(&self) -> Step {
        let chore = match self.task {
            Task::Work(job, _) => Chore::Job(job),
            Task::Carry { .. } => Chore::Job(JobKind::Body),
            Task::Mop(_) => Chore::Job(JobKind::Stain),
            Task::Clear { .. } => Chore::Clear,
            Task::Take(gate, _) => Chore::Take(gate),
            Task::Open(gate) => Chore::Open(gate),
            Task::Jump(_) => Chore::Jump,
        };
        Step { chore, at: self.at }
    }
}

/// The stains in parts that hang together by their sides, none larger than what a mop wipes. What hangs
/// together by corners alone may lie on two sides of a wall.
fn patches(survey: &Survey) -> Vec<Vec<Pos>> {
    let mut left: Bits = survey.stains.clone();
    // What a body lies on is wiped when the body is gone, by itself.
    let under = survey.bodies.iter().map(|&(at, _)| at).filter(|&at| survey.stains.contains(at));
    let mut patches: Vec<Vec<Pos>> = under.map(|at| vec![at]).collect();
    for patch in &patches {
        left.remove(patch[0]);
    }
    for start in survey.stains.iter() {
        if !left.remove(start) {
            continue;
        }
        let mut patch = vec![start];
        let mut looked = 0;
        while looked < patch.len() && patch.len() < usize::from(survey.mop_cells) {
            for next in patch[looked].cardinals() {
                if patch.len() < usize::from(survey.mop_cells) && left.contains(next) {
                    left.remove(next);
                    patch.push(next);
                }
            }
            looked += 1;
        }
        patches.push(patch);
    }
    patches
}
