//! The cycles of a cloister: a great cycle, two ways between a start and a goal, smaller cycles attached to it, and a
//! pattern for each that says how the two ways differ.
//!
//! Cyclic dungeon generation after Dormans ("Cyclic generation", in Short and Adams, *Procedural
//! Generation in Game Design*, 2017), as in *Unexplored*; here on an uneven grid of blocks, which keeps
//! the graph planar at any size.

use base::Rect;
use content::Pattern;

/// The cycles of a level, the great one first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cycles {
    pub all: Vec<Cycle>,
    /// The rooms of the great cycle's court, if it has one, and of other courts.
    pub courts: Vec<usize>,
    /// Links of cycles that could not be completed; they may lead round links of others.
    pub spoiled: Vec<usize>,
    /// Pairs of rooms that are to be linked.
    pub edges: Vec<(usize, usize)>,
}

/// Rooms in order round a cycle, each linked with the next and the last with the first.
#[derive(Clone, Debug)]
pub(crate) struct Cycle {
    pub rooms: Vec<usize>,
    /// The links round it: the first connects the first two rooms. Empty until they are routed.
    pub links: Vec<usize>,
    /// The number of rooms, the first not counted, that belong to this cycle alone; they follow the first. The others
    /// belong to the cycle that it is attached to.
    pub own: usize,
    pub pattern: Pattern,
    /// The index of the goal among the rooms; the start is the first, and the short way leads over the rooms in between.
    /// 0 until a pattern is applied.
    pub goal: usize,
}

impl Cycle {
    pub(crate) fn new(rooms: Vec<usize>, own: usize) -> Cycle {
        Cycle { rooms, links: Vec::new(), own, pattern: Pattern::TwoWays, goal: 0 }
    }

    /// The rooms between start and goal on the short way.
    pub(crate) fn short_way(&self) -> &[usize] {
        &self.rooms[1..self.goal.max(1)]
    }

    /// The rooms between start and goal on the long way, from the start.
    pub(crate) fn long_way(&self) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator {
        self.rooms[self.goal + 1..].iter().rev().copied()
    }
}

/// A room on the coarse grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub blocks: Rect,
    pub is_court: bool,
}
