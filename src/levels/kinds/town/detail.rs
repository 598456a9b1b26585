//! The part of a dump about a town: its modules, their sockets, its houses.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::detail::side::HouseSide;
use base::Pos;

/// The modules of a town, and its houses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TownDetail {
    /// Cells along the side of a module.
    pub module_size: usize,
    /// The id of the module on each place of the grid, row by row.
    pub modules: Vec<Vec<String>>,
    /// By id of module: its sockets to the north, east, south and west.
    pub sockets: BTreeMap<String, [String; 4]>,
    pub houses: Vec<House>,
    /// Number of choices that were undone because they left a place without modules.
    pub restarts: u32,
}

/// A solid block with a door.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct House {
    /// Its rectangle, walls included.
    pub x: i32,
    pub y: i32,
    pub w: i32,
    pub h: i32,
    pub door: Pos,
    /// The side of the door.
    pub side: HouseSide,
}
