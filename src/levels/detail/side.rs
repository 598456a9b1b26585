//! The sides of a house, by name.

use serde::Serialize;

use base::Dir;

/// A side of a house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum HouseSide {
    #[serde(rename = "n")]
    North,
    #[serde(rename = "e")]
    East,
    #[serde(rename = "s")]
    South,
    #[serde(rename = "w")]
    West,
}

impl HouseSide {
    /// In the order of `Dir::CARDINAL`.
    pub const ALL: [HouseSide; 4] =
        [HouseSide::North, HouseSide::East, HouseSide::South, HouseSide::West];
}

impl From<HouseSide> for Dir {
    fn from(side: HouseSide) -> Dir {
        Dir::CARDINAL[side as usize]
    }
}
