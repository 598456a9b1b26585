//! Kinds of traps, as in `data/traps.ron`.

use serde::Deserialize;

use super::Effect;
use crate::DepthRange;

/// A kind of trap; one entry of `data/traps.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrapKind {
    /// The noun, as in "a dart trap": "dart".
    pub name: String,
    pub tier: u8,
    /// Effects on the actor that steps on it.
    pub effects: Vec<Effect>,
    /// The message when it goes off: "A dart hits {victim}."
    pub sprung: String,
    /// Whether it is gone after it went off, so that there is nothing to arm again.
    #[serde(default)]
    pub frail: bool,
    pub depths: DepthRange,
    pub weight: u32,
    pub description: String,
}
