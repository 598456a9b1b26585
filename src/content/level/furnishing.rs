//! How many things of each kind stand on a level, and how its rooms are manned.

use crate::content::Depth;
use serde::Deserialize;

/// How many things of each kind stand on the pristine level.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Furnishing {
    pub chutes: Count,
    pub wells: Count,
    pub traps: Count,
    /// Pairs of traps that lie at both ends of a part of the floor.
    #[serde(default)]
    pub pockets: Option<Pockets>,
    pub chests: Count,
    pub lights: Count,
    /// Groups of residents, not heads.
    pub actors: Count,
    pub items: Count,
    /// Places to hide in.
    #[serde(default)]
    pub hiding: Option<Count>,
    /// Steps from the start within which there is no trap and no resident.
    pub quiet: u32,
}

/// Parts of the floor with two ways in, and a trap in each.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pockets {
    pub count: Count,
    /// The fewest and the most cells of one, where nothing stands.
    pub cells: (u32, u32),
}

/// A number of things that grows with the level and with its depth.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Count {
    /// One for every so many passable cells.
    pub cells: u32,
    /// Percent more for every depth below the first.
    #[serde(default)]
    pub deeper: u32,
    /// The least number, where there is room for it.
    pub min: u32,
    /// The greatest number on a level of at most 5,000 passable cells; see [`Count::area_factor`] for larger ones.
    pub max: u32,
    /// Whether `max` holds for levels of any size.
    #[serde(default)]
    pub flat: bool,
}

impl Count {
    /// How many on a level with so many passable cells at this depth.
    pub fn on(self, cells: usize, depth: Depth) -> u32 {
        let cells = cells as u32;
        let by_area = cells / self.cells;
        let by_depth = by_area * (100 + self.deeper * u32::from(depth.below_first())) / 100;
        let factor = if self.flat { 1 } else { Count::area_factor(cells as usize) };
        by_depth.clamp(self.min, self.max * factor)
    }

    /// How many times as much room a level with so many passable cells has as one of 5,000, rounded up; at
    /// least 1.
    pub fn area_factor(cells: usize) -> u32 {
        (cells as u32).div_ceil(5_000).max(1)
    }
}

/// The residents of a keep's rooms, who belong to the house; wild monsters of the depth come besides.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Garrison {
    /// The fewest and the most heads in a room, in percent of the depth; the most is rounded up.
    pub heads: (u32, u32),
    /// A room has no more heads than one for so many cells of its floor, but always one.
    pub crowd: u32,
    /// How many of the heads are mages.
    pub mage_percent: u32,
    /// Names from `actors.ron`.
    pub mages: Vec<String>,
    pub guards: Vec<String>,
}

impl Garrison {
    /// The fewest and the most heads in a room at a depth, where it has space for them.
    pub fn heads(&self, depth: Depth) -> (u32, u32) {
        let (low, high) = self.heads;
        let depth = u32::from(depth.0);
        (depth * low / 100, (depth * high).div_ceil(100))
    }
}
