//! The part of a dump about a cloister: its cycles and their patterns.

use serde::Serialize;

use content::Pattern;

/// The cycles of a cloister.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CloisterDetail {
    pub pattern: Pattern,
    /// The rooms of the great cycle in order: from the start the short way to the goal, then the long way back.
    pub cycle: Vec<usize>,
    pub start_room: usize,
    pub goal_room: usize,
    pub subcycles: Vec<Subcycle>,
    /// Links that can be crossed from `a` to `b` only.
    pub one_way: Vec<usize>,
}

/// A smaller cycle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Subcycle {
    pub pattern: Pattern,
    /// Its rooms in order, beginning with the room of the larger cycle that is nearest to the start.
    pub cycle: Vec<usize>,
}
