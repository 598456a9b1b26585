//! What the passes of a cavern share while it is made.

use crate::detail::trace::CaveTrace;
use crate::kinds::cavern::detail::{CavernDetail, Rule};
use crate::level::floor_rows;
use base::{Bits, Pos};

/// The floor of a cavern, and how it was made.
pub(crate) struct Cave {
    pub fill_percent: i32,
    pub passes: Vec<Rule>,
    pub floor: Bits,
    pub noise: Bits,
    /// The floor after each pass, if the request has `trace`.
    pub generations: Vec<Bits>,
    pub regions_filled: usize,
    /// A cell of each region that was not filled, the largest region first.
    pub regions: Vec<Pos>,
    /// The cells dug for each tunnel.
    pub tunnels: Vec<Vec<Pos>>,
}

impl Cave {
    pub(crate) fn detail(&self) -> CavernDetail {
        CavernDetail {
            fill_percent: self.fill_percent,
            passes: self.passes.clone(),
            regions_filled: self.regions_filled,
            regions_joined: self.regions.len().saturating_sub(1),
        }
    }

    pub(crate) fn into_trace(self) -> CaveTrace {
        CaveTrace {
            noise: floor_rows(&self.noise),
            generations: self.generations.iter().map(floor_rows).collect(),
            tunnels: self.tunnels,
        }
    }
}
