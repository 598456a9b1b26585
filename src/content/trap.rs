//! Kinds of traps, as `data/traps.ron` has them.

use serde::Deserialize;

use super::Effect;
use crate::content::DepthRange;

/// What a trap does to whoever steps on it; one entry of `data/traps.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrapKind {
    /// The noun, as in "a dart trap": "dart".
    pub name: String,
    pub tier: u8,
    pub effects: Vec<Effect>,
    /// What is seen when it goes off: "A dart hits {victim}."
    pub sprung: String,
    /// Is gone once it went off: nothing to arm again.
    #[serde(default)]
    pub frail: bool,
    pub depths: DepthRange,
    pub weight: u32,
    pub description: String,
}
