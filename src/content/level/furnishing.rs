//! The numbers of things and residents on a level.

use crate::Depth;
use serde::Deserialize;

/// The number of things of each kind on a level as it is generated, before any raid.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Furnishing {
    pub chutes: Count,
    pub wells: Count,
    pub traps: Count,
    /// Pairs of traps that close off a part of the floor.
    #[serde(default)]
    pub pockets: Option<Pockets>,
    pub chests: Count,
    pub lights: Count,
    /// Groups of residents.
    pub actors: Count,
    pub items: Count,
    /// Places to hide in.
    #[serde(default)]
    pub hiding: Option<Count>,
    /// Number of steps from the start within which there is no trap and no resident.
    pub quiet: u32,
}

/// Parts of the floor with two ways in, and a trap in each.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pockets {
    pub count: Count,
    /// Minimum and maximum number of cells of one; nothing else stands there.
    pub cells: (u32, u32),
}

/// A number of things that grows with the level and with its depth.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Count {
    /// Number of passable cells for each thing.
    pub cells: u32,
    /// Percent added for every depth below the first.
    #[serde(default)]
    pub deeper: u32,
    /// Minimum number, where there is room for it.
    pub min: u32,
    /// Maximum number on a level of at most 5,000 passable cells; [`Count::area_factor`] scales it for larger ones.
    pub max: u32,
    /// Whether `max` holds for levels of any size.
    #[serde(default)]
    pub flat: bool,
}

impl Count {
    /// The number on a level with `cells` passable cells at this depth.
    pub fn on(self, cells: usize, depth: Depth) -> u32 {
        let cells = cells as u32;
        let by_area = cells / self.cells;
        let by_depth = by_area * (100 + self.deeper * u32::from(depth.below_first())) / 100;
        let factor = if self.flat { 1 } else { Count::area_factor(cells as usize) };
        by_depth.clamp(self.min, self.max * factor)
    }

    /// `cells`, the number of passable cells of a level, divided by 5,000 and rounded up; at least 1.
    pub fn area_factor(cells: usize) -> u32 {
        (cells as u32).div_ceil(5_000).max(1)
    }
}

/// The residents of a keep's rooms. The wild monsters of the depth are placed besides.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Garrison {
    /// Minimum and maximum number of residents of a room, in percent of the depth; the maximum is rounded up.
    pub heads: (u32, u32),
    /// Number of floor cells for each resident: a smaller room has fewer residents, but at least one.
    pub crowd: u32,
    /// Percent of the residents that are mages.
    pub mage_percent: u32,
    /// Names from `actors.ron`.
    pub mages: Vec<String>,
    pub guards: Vec<String>,
}

impl Garrison {
    /// Minimum and maximum number of residents of a room at a depth, where it has space for them.
    pub fn heads(&self, depth: Depth) -> (u32, u32) {
        let (low, high) = self.heads;
        let depth = u32::from(depth.0);
        (depth * low / 100, (depth * high).div_ceil(100))
    }
}
