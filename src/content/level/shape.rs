//! What passes draw by weight: features of super-tiles, and patterns of cycles.

use serde::{Deserialize, Serialize};

/// Something that stands on a super-tile.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeatureKind {
    pub name: String,
    pub weight: u32,
    /// Whether its super-tile may be widened to a chamber.
    #[serde(default)]
    pub wide: bool,
    /// The thing that is placed here before any other place is tried.
    #[serde(default)]
    pub holds: Option<Holding>,
}

/// The thing that a feature requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub enum Holding {
    Trap,
    Chest,
    Light,
    Actor,
    Item,
}

/// What the two ways of a cycle, from its start to its goal, are to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all(serialize = "snake_case"))]
pub enum Pattern {
    /// Both lie open.
    TwoWays,
    /// The short one is locked, and its key lies on the long one.
    LockAndKey,
    /// The short one lies under rubble; the satchel lies on the long one.
    HiddenShortcut,
    /// Traps and residents keep to the short one.
    DangerousShortcut,
    /// The short one drops down, so that the way back is the long one.
    OneWay,
    /// A group of residents walks the cycle.
    Patrol,
    /// The goal is seen early, across a pit; the feather lies late on the long way.
    Foreshadowing,
}
