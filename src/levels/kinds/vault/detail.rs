//! The part of a dump about a vault: super-tiles, features, connections and repairs.

use serde::Serialize;

use base::Pos;

/// The super-tiles of a vault and what connects them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VaultDetail {
    /// Super-tiles across and down.
    pub cols: i32,
    pub rows: i32,
    /// Minimum Manhattan distance between start and exit, in super-tiles.
    pub min_distance: i32,
    pub features: Vec<Feature>,
    /// Pairs of features exactly three cells apart, lower id first.
    pub connections: Vec<(usize, usize)>,
    pub repairs: Vec<Repair>,
}

/// The feature at the centre of a super-tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Feature {
    pub id: usize,
    /// Column and row of its super-tile.
    pub cell: Pos,
    /// `start`, `exit`, `passage` if a repair added it, or a name from the recipe.
    pub kind: String,
}

/// Passages that made a feature reachable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Repair {
    /// The super-tiles that got a passage.
    pub added: Vec<Pos>,
    /// Number of features that are reachable afterwards.
    pub reachable: usize,
}
