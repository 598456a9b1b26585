//! The part of a dump about a town: its modules, their sockets, its houses.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::base::Pos;
use crate::levelgen::detail::side::HouseSide;

/// The modules of a town and what was built on them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TownDetail {
    /// Cells along the side of a module.
    pub module_size: usize,
    /// The id of the module on each place of the grid, row by row.
    pub modules: Vec<Vec<String>>,
    /// Of every module that stands the sockets to the north, the east, the south and the west.
    pub sockets: BTreeMap<String, [String; 4]>,
    pub houses: Vec<House>,
    /// How often a choice that left nothing for some place was taken back.
    pub restarts: u32,
}

/// A solid block with a door.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct House {
    /// The cells within its walls, those included.
    pub x: i32,
    pub y: i32,
    pub w: i32,
    pub h: i32,
    pub door: Pos,
    /// Where the door looks.
    pub side: HouseSide,
}
