//! The floor as a graph of few connected pieces, for the estimate of routes.

use crate::sim::prelude::*;
use crate::sim::solver::work_item::{WorkItem, WorkKind};
use crate::sim::solver::work_problem::WorkProblem;

/// The floor in at most 64 pieces: the parts that stay connected whatever is armed, and the joints
/// (traps, gates, pits) that connect them while they are open. A set of pieces is the bits of a
/// word.
pub(super) struct Regions {
    parts: Vec<Bits>,
    /// Traps and gates that join more than one piece, and pits.
    joints: Vec<(Pos, u32)>,
    /// The pieces that each piece touches.
    beside: Vec<u64>,
    /// The pieces open at first.
    pub open: u64,
    /// The pieces that the boots open: pits.
    pub pits: u64,
}

impl Regions {
    /// `None` if the floor is in more than 64 pieces.
    pub(super) fn of(problem: &WorkProblem, items: &[WorkItem]) -> Option<Regions> {
        let mut ground = problem.open.clone();
        let is_joint = |item: &&WorkItem| item.is_trap() || matches!(item.kind, WorkKind::Open(_));
        for item in items.iter().filter(is_joint) {
            ground.set(item.at, false);
        }
        ground.subtract(&problem.pits);
        let parts = parts_of(ground)?;
        let mut regions =
            Regions { beside: vec![0; parts.len()], open: 0, pits: 0, joints: Vec::new(), parts };
        regions.open = u64::MAX >> (64 - regions.beside.len().max(1));
        let carried = problem.belt.has(Gate::Pit);
        for item in items.iter().filter(is_joint) {
            regions.join(&[item.at], item.is_trap())?;
        }
        for part in parts_of(problem.pits.clone())? {
            let cells: Vec<Pos> = part.iter().collect();
            regions.pits |= regions.join(&cells, carried)?;
        }
        Some(regions)
    }

    /// Adds a joint of some cells and returns its bit; `None` if all 64 are taken.
    fn join(&mut self, cells: &[Pos], is_open: bool) -> Option<u64> {
        let place = self.beside.len() as u32;
        if place >= 64 {
            return None;
        }
        let own = 1 << place;
        let touched = cells
            .iter()
            .flat_map(|cell| cell.cardinals())
            .fold(0, |touched, pos| touched | self.at(pos));
        self.joints.extend(cells.iter().map(|&cell| (cell, place)));
        self.beside.push(touched);
        for (other, beside) in self.beside.iter_mut().enumerate() {
            if touched >> other & 1 == 1 {
                *beside |= own;
            }
        }
        if is_open {
            self.open |= own;
        }
        Some(own)
    }

    /// The piece that a cell is in; none for rock and what was armed from the beginning.
    pub(super) fn at(&self, pos: Pos) -> u64 {
        if let Some(part) = self.parts.iter().position(|part| part.contains(pos)) {
            return 1 << part;
        }
        let joint = self.joints.iter().find(|&&(cell, _)| cell == pos);
        joint.map_or(0, |&(_, place)| 1 << place)
    }

    /// Whether a cell is a joint that holds different pieces together.
    pub(super) fn is_bridge(&self, pos: Pos) -> bool {
        let joint = self.joints.iter().find(|&&(cell, _)| cell == pos);
        joint.is_some_and(|&(_, place)| self.beside[place as usize].count_ones() > 1)
    }

    /// Everything that hangs together with some pieces, by those that are open.
    pub(super) fn spread(&self, from: u64, open: u64) -> u64 {
        let mut reached = from & open;
        let mut front = reached;
        while front != 0 {
            let mut news = 0;
            while front != 0 {
                news |= self.beside[front.trailing_zeros() as usize];
                front &= front - 1;
            }
            front = news & open & !reached;
            reached |= front;
        }
        reached
    }

    /// The pieces that an errand can be done from.
    pub(super) fn access(&self, item: &WorkItem) -> u64 {
        let mut access = 0;
        item.any_stand(|pos| {
            access |= self.at(pos);
            false
        });
        access
    }

    /// The same of a place and what is beside it.
    pub(super) fn around(&self, at: Pos) -> u64 {
        at.neighbours().fold(self.at(at), |around, pos| around | self.at(pos))
    }
}

/// What of some cells hangs together; `None` if that is more pieces than a word has bits.
fn parts_of(mut left: Bits) -> Option<Vec<Bits>> {
    let mut parts = Vec::new();
    loop {
        let Some(start) = left.iter().next() else { return Some(parts) };
        if parts.len() == 64 {
            return None;
        }
        let part = flood(&left, start);
        left.subtract(&part);
        parts.push(part);
    }
}

/// The cells that can ever be walked on, traps not yet armed and gates open.
pub(super) fn ever_open(problem: &WorkProblem, items: &[WorkItem]) -> Bits {
    let mut open = problem.open.clone();
    for item in items.iter().filter(|item| matches!(item.kind, WorkKind::Open(_))) {
        open.insert(item.at);
    }
    open.union(&problem.pits);
    open
}
