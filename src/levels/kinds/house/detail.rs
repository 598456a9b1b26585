//! The part of a dump about a house: its doors and its inner walls.

use serde::Serialize;

use crate::detail::side::HouseSide;
use base::{Pos, Rect};

/// The front door of a house, and the walls between its rooms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HouseDetail {
    pub side: HouseSide,
    pub door: Pos,
    /// Where a shift begins and raiders come in: inside, by the outer wall, far from the front door. It follows from the
    /// tiles, and dumps do without it.
    #[serde(skip)]
    pub back_door: Pos,
    /// In the order in which they were built: each splits a part that those before it left.
    pub splits: Vec<Split>,
}

/// A wall with a single opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Split {
    /// Its first cell, inside the part that it splits.
    pub from: Pos,
    /// Its last cell, inside the part that it splits.
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
