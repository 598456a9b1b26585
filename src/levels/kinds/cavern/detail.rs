//! The part of a dump about a cavern: the automaton, and its regions.

use serde::Serialize;

/// The settings of the cellular automaton, and what was done with the regions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CavernDetail {
    pub fill_percent: i32,
    pub passes: Vec<Rule>,
    pub regions_filled: usize,
    /// Number of regions connected to the largest. A tunnel that ends beside two regions connects both, so there may be
    /// fewer tunnels.
    pub regions_joined: usize,
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
