//! The floor as a graph of few connected pieces, for the estimate of routes.

use crate::sim::prelude::*;
use crate::sim::solver::work_problem::{WorkItem, WorkKind, WorkProblem};
use base::Components;

/// The floor in at most 64 pieces: the parts that stay connected whatever is armed, and the joints
/// (traps, gates, pits) that connect them while they are open. A set of pieces is the bits of a
/// word.
pub(super) struct Regions {
    parts: Components,
    /// Traps and gates that join more than one piece, and pits.
    joints: Vec<(Pos, usize)>,
    /// The pieces that each piece touches.
    beside: Vec<u64>,
    /// The pieces open at first.
    pub open: u64,
    /// The pieces that the boots open: pits.
    pub pits: u64,
}

/// Number of pieces that a set of them has bits for.
const MAX_PIECES: usize = u64::BITS as usize;

impl Regions {
    /// `None` if the floor is in more than [`MAX_PIECES`] pieces.
    pub(super) fn of(problem: &WorkProblem, items: &[WorkItem]) -> Option<Regions> {
        let mut ground = problem.open.clone();
        let is_joint = |item: &&WorkItem| item.is_trap() || matches!(item.kind, WorkKind::Open(_));
        for item in items.iter().filter(is_joint) {
            ground.set(item.at, false);
        }
        ground.subtract(&problem.pits);
        let parts = Components::of(&ground);
        let count = parts.count();
        let open = u64::MAX >> MAX_PIECES.checked_sub(count.max(1))?;
        let (joints, beside) = (Vec::new(), vec![0; count]);
        let mut regions = Regions { parts, joints, beside, open, pits: 0 };
        for item in items.iter().filter(is_joint) {
            regions.join(&[item.at], item.is_trap())?;
        }
        let pits = Components::of(&problem.pits);
        for pit in 0..pits.count() {
            let cells: Vec<Pos> = pits.cells(pit).iter().collect();
            regions.pits |= regions.join(&cells, problem.belt.has(Gate::Pit))?;
        }
        Some(regions)
    }

    /// Adds a joint of some cells and returns its bit; `None` if all bits are taken.
    fn join(&mut self, cells: &[Pos], is_open: bool) -> Option<u64> {
        let piece = Some(self.beside.len()).filter(|&piece| piece < MAX_PIECES)?;
        let touched = self.pieces_of(cells.iter().flat_map(|cell| cell.cardinals()));
        self.joints.extend(cells.iter().map(|&cell| (cell, piece)));
        self.beside.push(touched);
        for (other, beside) in self.beside.iter_mut().enumerate() {
            *beside |= (touched >> other & 1) << piece;
        }
        self.open |= u64::from(is_open) << piece;
        Some(1 << piece)
    }

    /// The piece that a cell is in; none for rock and what was armed from the beginning.
    pub(super) fn at(&self, pos: Pos) -> u64 {
        self.parts.at(pos).or_else(|| self.joint(pos)).map_or(0, |piece| 1 << piece)
    }

    fn joint(&self, pos: Pos) -> Option<usize> {
        self.joints.iter().find(|&&(cell, _)| cell == pos).map(|&(_, piece)| piece)
    }

    /// Whether a cell is a joint that holds different pieces together.
    pub(super) fn is_bridge(&self, pos: Pos) -> bool {
        self.joint(pos).is_some_and(|piece| self.beside[piece].count_ones() > 1)
    }

    /// The pieces that some cells are in.
    pub(super) fn pieces_of(&self, cells: impl IntoIterator<Item = Pos>) -> u64 {
        cells.into_iter().fold(0, |pieces, pos| pieces | self.at(pos))
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
}
