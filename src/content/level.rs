//! The recipe of a kind of level, as in `data/levels.ron`.

mod pass;

use crate::{ActorKind, Depth};
use serde::{Deserialize, Serialize};

pub use pass::Pass;
pub(crate) use pass::Product;

/// The recipe of one kind of level; one entry of `data/levels.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelKind {
    /// Its name in commands and dumps: "vault".
    pub name: String,
    /// One line about it, for lists of kinds.
    pub about: String,
    /// What it is like to play, in whole sentences, for players who choose.
    pub plays: String,
    /// Whether it is recommended for a first shift.
    #[serde(default)]
    pub first: bool,
    /// Width and height of the smallest and of the default level, in cells.
    pub min: (i32, i32),
    pub usual: (i32, i32),
    /// Whether the player knows the walls from the start.
    #[serde(default)]
    pub plan_known: bool,
    /// Turns that a night has for finding the work, in percent of the cells to walk on.
    pub explore_percent: u32,
    /// How many attempts are made before a request fails.
    pub attempts: u32,
    /// The numbers that can be set for a single level.
    pub settings: Vec<RecipeSetting>,
    /// The passes over the draft, in their order.
    pub passes: Vec<Pass>,
    /// The features that super-tiles may hold, drawn by weight.
    #[serde(default)]
    pub features: Vec<FeatureKind>,
    /// Number of cells between a room's floor and the border of its leaf, its wall included.
    #[serde(default)]
    pub room_padding: i32,
    /// The patterns of cycles, each with the weight by which it is drawn.
    #[serde(default)]
    pub patterns: Vec<(Pattern, u32)>,
    /// The name of its set of modules in `data/modules.ron`.
    #[serde(default)]
    pub modules: String,
    pub furnishing: Furnishing,
    /// The actor in the boss room, each from a depth on.
    #[serde(default)]
    pub bosses: Vec<(Depth, String)>,
    /// The residents that are placed room by room.
    pub garrison: Option<Garrison>,
    /// Factors of the weights by which residents are drawn: the name of an actor or of a faction,
    /// and percent. The first entry that matches counts.
    #[serde(default)]
    pub inhabitants: Vec<(String, u32)>,
}

impl LevelKind {
    /// The weight by which a kind of actor is drawn, multiplied by 100; its depths are not
    /// considered.
    pub fn weight_of(&self, actor: &ActorKind) -> u32 {
        let named = self
            .inhabitants
            .iter()
            .find(|(name, _)| *name == actor.name || *name == actor.faction.name);
        actor.weight * named.map_or(100, |(_, percent)| *percent)
    }
}

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
    /// How often the area can be halved in either direction while no side is shorter than this
    /// number of cells.
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

/// A feature of a super-tile of a vault.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeatureKind {
    pub name: String,
    pub weight: u32,
    /// Whether its super-tile may be widened to a chamber.
    #[serde(default)]
    pub wide: bool,
    /// The kind of thing for which this feature is the preferred place.
    pub holds: Option<Holding>,
}

/// The kind of thing that is placed on a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub enum Holding {
    Trap,
    Chest,
    Light,
    Actor,
    Item,
}

/// The design of a cycle: how its two ways from start to goal differ. After Dormans, see the header
/// of `levels::state`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all(serialize = "snake_case"))]
pub enum Pattern {
    /// Both ways are open.
    TwoWays,
    /// The short way is locked, and its key lies on the long one.
    LockAndKey,
    /// Rubble blocks the short way; the satchel lies on the long one.
    HiddenShortcut,
    /// Traps and residents are on the short way.
    DangerousShortcut,
    /// The short way drops down a ledge, so that the way back is the long one.
    OneWay,
    /// A group of residents walks the cycle.
    Patrol,
    /// The goal is seen early, across a pit; the feather lies late on the long way.
    Foreshadowing,
}

/// The number of things of each kind on a level as it is generated, before any raid.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Furnishing {
    pub chutes: Count,
    pub wells: Count,
    pub traps: Count,
    /// Pairs of traps that close off a part of the floor.
    pub pockets: Option<Pockets>,
    pub chests: Count,
    pub lights: Count,
    /// Groups of residents.
    pub actors: Count,
    pub items: Count,
    /// Places to hide in.
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
    /// Maximum number on a level of at most 5,000 passable cells; [`Count::area_factor`] scales it
    /// for larger ones.
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

    /// `cells`, the number of passable cells of a level, divided by 5,000 and rounded up; at least
    /// 1.
    pub fn area_factor(cells: usize) -> u32 {
        (cells as u32).div_ceil(5_000).max(1)
    }
}

/// The residents of a keep's rooms. The wild monsters of the depth are placed besides.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Garrison {
    /// Minimum and maximum number of residents of a room, in percent of the depth; the maximum is
    /// rounded up.
    pub heads: (u32, u32),
    /// Number of floor cells for each resident: a smaller room has fewer residents, but at least
    /// one.
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
