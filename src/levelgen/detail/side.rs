//! The sides of a house, by name.

use serde::Serialize;

use crate::base::Dir;

/// A side of a house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Side {
    #[serde(rename = "n")]
    North,
    #[serde(rename = "e")]
    East,
    #[serde(rename = "s")]
    South,
    #[serde(rename = "w")]
    West,
}

impl Side {
    /// In the order of `Dir::CARDINAL`.
    pub const ALL: [Side; 4] = [Side::North, Side::East, Side::South, Side::West];
}

impl From<Side> for Dir {
    fn from(side: Side) -> Dir {
        Dir::CARDINAL[side as usize]
    }
}
