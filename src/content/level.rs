//! The recipe of a kind of level, as in `data/levels.ron`.

mod amount;
mod check;
mod furnishing;
mod pass;
mod shape;

use serde::Deserialize;

pub use amount::{Amount, RecipeSetting};
pub(crate) use furnishing::Furnishing;
pub use furnishing::{Count, Garrison};
pub use pass::Pass;
pub(crate) use pass::Product;
pub(crate) use shape::FeatureKind;
pub use shape::Holding;
pub use shape::Pattern;

use super::ActorKind;
use crate::Depth;

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
    /// Turns from the start of a shift to dawn in percent of par, if they differ from [`super::Rules::night_percent`].
    #[serde(default)]
    pub night_percent: Option<u32>,
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
    #[serde(default)]
    pub garrison: Option<Garrison>,
    /// Factors of the weights by which residents are drawn: the name of an actor or of a faction, and percent. The first
    /// entry that matches counts.
    #[serde(default)]
    pub inhabitants: Vec<(String, u32)>,
    /// Supplies in the closet beyond those that the certified work needs, in percent of them.
    pub slack: u32,
}

impl LevelKind {
    /// The weight by which a kind of actor is drawn, multiplied by 100; its depths are not considered.
    pub fn weight_of(&self, actor: &ActorKind) -> u32 {
        let named = self
            .inhabitants
            .iter()
            .find(|(name, _)| *name == actor.name || *name == actor.faction.name);
        actor.weight * named.map_or(100, |(_, percent)| *percent)
    }
}
