//! Features of super-tiles and patterns of cycles, which passes draw by weight.

use serde::{Deserialize, Serialize};

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
    #[serde(default)]
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

/// The design of a cycle: how its two ways from start to goal differ. After Dormans, see `levelgen::kinds::cloister`.
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
