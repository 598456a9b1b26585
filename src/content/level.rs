//! The recipe of a kind of level, and how it is furnished.

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
pub use shape::Pattern;
pub(crate) use shape::{FeatureKind, Holding};

use super::ActorKind;
use crate::content::Depth;

/// How levels of one kind are made; one entry of `data/levels.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelKind {
    /// Its name in commands and dumps: "vault".
    pub name: String,
    /// One line about it, for lists of kinds.
    pub about: String,
    /// Width and height of the smallest and of the default level, in cells.
    pub min: (i32, i32),
    pub usual: (i32, i32),
    /// Whether the floor plan hangs in the closet: then the player knows the walls from the start.
    #[serde(default)]
    pub plan_known: bool,
    /// Turns from the start of a shift to dawn, where they differ from the usual.
    #[serde(default)]
    pub night: Option<u32>,
    /// Whether no party raids it: then there is no work to certify.
    #[serde(default)]
    pub peaceful: bool,
    /// How many attempts are made before a request fails.
    pub attempts: u32,
    /// The numbers that can be set for a single level.
    pub settings: Vec<RecipeSetting>,
    /// The passes over the draft, in their order.
    pub passes: Vec<Pass>,
    /// The features that super-tiles may hold, drawn by weight.
    #[serde(default)]
    pub features: Vec<FeatureKind>,
    /// Cells between a room's floor and the border of its leaf, its wall counted.
    #[serde(default)]
    pub room_padding: i32,
    /// The patterns of cycles, each with the weight by which it is drawn.
    #[serde(default)]
    pub patterns: Vec<(Pattern, u32)>,
    /// The name of the set of modules that it is built of.
    #[serde(default)]
    pub modules: String,
    pub furnishing: Furnishing,
    /// The actor in the boss room, each from a depth on.
    #[serde(default)]
    pub bosses: Vec<(Depth, String)>,
    /// The residents of rooms, if they are placed room by room.
    #[serde(default)]
    pub garrison: Option<Garrison>,
    /// How likely residents are here compared with other kinds: an actor or a whole faction, and its weight
    /// in percent of the usual. The first entry that matches counts.
    #[serde(default)]
    pub inhabitants: Vec<(String, u32)>,
    /// Supplies in the closet beyond what the work needs, in percent of that.
    pub slack: u32,
}

impl LevelKind {
    /// The weight by which an actor is drawn here, at the depths where it lives.
    pub fn weight_of(&self, actor: &ActorKind) -> u32 {
        let named =
            self.inhabitants.iter().find(|(name, _)| *name == actor.name || *name == actor.faction);
        actor.weight * named.map_or(100, |(_, percent)| *percent)
    }
}
