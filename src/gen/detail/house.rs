use serde::Serialize;

use crate::base::{Dir, Pos, Rect};

/// The front door of a house, and the walls between its rooms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HouseDetail {
    pub side: Side,
    pub door: Pos,
    /// In the order in which they were raised: each splits a part that those before it left.
    pub splits: Vec<Split>,
}

/// A side of the compass.
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

/// A wall with a single opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Split {
    /// Its first cell and its last, both inside the part that it splits.
    pub from: Pos,
    pub to: Pos,
    pub opening: Pos,
}

impl Split {
    /// The cells of the wall, the opening included.
    pub fn cells(self) -> impl Iterator<Item = Pos> {
        Rect::new(
            self.from.x,
            self.from.y,
            self.to.x - self.from.x + 1,
            self.to.y - self.from.y + 1,
        )
        .positions()
    }
}
