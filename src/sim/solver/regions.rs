//! A floor in few pieces, for the estimate.

use crate::base::{Bits, Pos, flood};
use crate::content::Gate;

use crate::sim::solver::errand::{Errand, Task};
use crate::sim::solver::survey::Survey;

/// The floor in few pieces: what hangs together whatever is armed, and the cells that join it as long as
/// they are open. Sets of them are bits of a word.
pub(super) struct Regions {
    parts: Vec<Bits>,
    /// Traps and gates that join more than one piece, and pits.
    joints: Vec<(Pos, u32)>,
    /// The pieces that each touches.
    beside: Vec<u64>,
    /// Those open at first.
    pub open: u64,
    /// Those that boots open.
    pub pits: u64,
}

impl Regions {
    /// `None` if there are too many of them.
    pub fn of(survey: &Survey, errands: &[Errand]) -> Option<Regions> {
        let mut ground = survey.open.clone();
        let is_joint = |errand: &&Errand| errand.is_trap() || matches!(errand.task, Task::Open(_));
        for errand in errands.iter().filter(is_joint) {
            ground.set(errand.at, false);
        }
        ground.subtract(&survey.pits);
        let parts = parts_of(ground)?;
        let mut regions =
            Regions { beside: vec![0; parts.len()], open: 0, pits: 0, joints: Vec::new(), parts };
        regions.open = u64::MAX >> (64 - regions.beside.len().max(1));
        let carried = survey.belt.has(Gate::Pit);
        for errand in errands.iter().filter(is_joint) {
            regions.join(&[errand.at], errand.is_trap())?;
        }
        for part in parts_of(survey.pits.clone())? {
            let cells: Vec<Pos> = part.iter().collect();
            regions.pits |= regions.join(&cells, carried)?;
        }
        Some(regions)
    }

    /// Adds a joint of some cells; its bit, or nothing if there is no more room.
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
    pub fn at(&self, pos: Pos) -> u64 {
        if let Some(part) = self.parts.iter().position(|part| part.contains(pos)) {
            return 1 << part;
        }
        let joint = self.joints.iter().find(|&&(cell, _)| cell == pos);
        joint.map_or(0, |&(_, place)| 1 << place)
    }

    /// Whether a cell is a joint that holds different pieces together.
    pub fn is_bridge(&self, pos: Pos) -> bool {
        let joint = self.joints.iter().find(|&&(cell, _)| cell == pos);
        joint.is_some_and(|&(_, place)| self.beside[place as usize].count_ones() > 1)
    }

    /// Everything that hangs together with some pieces, by those that are open.
    pub fn spread(&self, from: u64, open: u64) -> u64 {
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
    pub fn access(&self, errand: &Errand) -> u64 {
        let mut access = 0;
        errand.any_stand(|pos| {
            access |= self.at(pos);
            false
        });
        access
    }

    /// The same of a place and what is beside it.
    pub fn around(&self, at: Pos) -> u64 {
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
pub(super) fn ever_open(survey: &Survey, errands: &[Errand]) -> Bits {
    let mut open = survey.open.clone();
    for errand in errands.iter().filter(|errand| matches!(errand.task, Task::Open(_))) {
        open.insert(errand.at);
    }
    open.union(&survey.pits);
    open
}
