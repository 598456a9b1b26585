//! The state of a level that is not as it was made: drawn by hand, for tests and for teaching. In play
//! it is a raid that makes the mess.

use crate::sim::prelude::*;

/// What is not as it was made, by place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mess {
    /// Traps that went off.
    pub sprung: Vec<Pos>,
    /// Chests that are empty.
    pub looted: Vec<Pos>,
    /// Doors off their hinges.
    pub broken: Vec<Pos>,
    /// Braziers gone out.
    pub dark: Vec<Pos>,
    /// The dead, and who they were. At most one on a cell, none on a thing.
    pub bodies: Vec<(Pos, ActorKindId)>,
    /// Cells of blood, each once.
    pub stains: Vec<Pos>,
    /// What lies ready in the closet, in the order of [`Supply::ALL`].
    pub supplies: [u16; Supply::ALL.len()],
}
