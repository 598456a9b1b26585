//! What each kind says about how its level was made: enough for a third party to check it.

use serde::Serialize;

use crate::base::Pos;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Detail {
    Vault(VaultDetail),
    Cavern(CavernDetail),
    /// A recipe that carved nothing.
    Blank {},
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VaultDetail {
    /// Super-tiles across and down.
    pub cols: i32,
    pub rows: i32,
    /// Least Manhattan distance between start and exit, in super-tiles.
    pub min_distance: i32,
    pub features: Vec<Feature>,
    /// Pairs of features exactly three cells apart, lower id first.
    pub connections: Vec<(usize, usize)>,
    pub repairs: Vec<Repair>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Vec<Stage>>,
}

/// What stands at the centre of a super-tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Feature {
    pub id: usize,
    /// Column and row of its super-tile.
    pub cell: Pos,
    /// `start`, `exit`, `passage` where a repair added it, or a name from the recipe.
    pub kind: String,
}

/// Passages that made something reachable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Repair {
    /// The super-tiles that got a passage.
    pub added: Vec<Pos>,
    /// Features reachable afterwards.
    pub reachable: usize,
}

/// The terrain after a pass.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stage {
    pub pass: &'static str,
    pub rows: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CavernDetail {
    pub fill_percent: i32,
    pub passes: Vec<Rule>,
    pub regions_filled: usize,
    /// Regions joined to the largest. Where a tunnel ends beside two at once it joins both, so there
    /// may be fewer tunnels.
    pub regions_joined: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<CavernTrace>,
}

/// The rule of one pass of the automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// Wall where the 3×3 block holds five walls or more, or the 5×5 block two or fewer.
    Open,
    /// Wall where the 3×3 block holds five walls or more.
    Smooth,
}

/// Everything needed to run the automaton again. `#` is wall, `.` is floor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CavernTrace {
    pub noise: Vec<String>,
    /// The grid after each pass.
    pub generations: Vec<Vec<String>>,
    /// The cells dug for each tunnel, in order.
    pub tunnels: Vec<Vec<Pos>>,
}
