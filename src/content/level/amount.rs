//! Settings of recipes, with bounds that may depend on the size of the level.

use serde::Deserialize;

/// A number that can be set for a single level, with its range and its default.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecipeSetting {
    pub name: String,
    pub about: String,
    pub low: Amount,
    pub high: Amount,
    pub default: Amount,
}

/// A number that may depend on the size of the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Amount {
    Fixed(i32),
    /// Percent of width plus height, in cells.
    Cells(i32),
    /// Percent of the greatest Manhattan distance between two super-tiles.
    SuperTiles(i32),
    /// Percent of the side of a square with the same area.
    Side(i32),
    /// How often the area can be halved until a part has fewer than twice this number of cells.
    Halvings(i32),
    /// How often the area can be halved in either direction while no side is shorter than this number of cells.
    Splits(i32),
}

impl Amount {
    /// Its value on a level of this size, in cells.
    pub fn on(self, (width, height): (i32, i32)) -> i32 {
        match self {
            Amount::Fixed(number) => number,
            Amount::Cells(percent) => (width + height) * percent / 100,
            Amount::SuperTiles(percent) => (width / 3 + height / 3 - 2) * percent / 100,
            Amount::Side(percent) => (width * height).isqrt() * percent / 100,
            Amount::Halvings(cells) => halvings(width * height / cells),
            Amount::Splits(side) => halvings(width / side) + halvings(height / side),
        }
    }
}

/// How often a number can be halved before it is under 2.
fn halvings(number: i32) -> i32 {
    number.max(1).ilog2() as i32
}
