//! How levels of one kind are made: their recipe, and what it is furnished with.

mod amount;
mod check;
mod furnishing;
mod pass;
mod shape;

use serde::Deserialize;

pub use amount::{Amount, Setting};
pub use furnishing::{Count, Furnishing, Garrison, Pockets};
pub use pass::{Pass, Product};
pub use shape::{FeatureKind, Holding, Pattern};

use super::ActorKind;
use crate::content::Depth;

/// A kind of level: its place in [`super::Catalog::levels`]. Files hold its name instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LevelKindId(pub u16);

/// How levels of one kind are made; one entry of `data/levels.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelKind {
    /// The word that asks for it: "vault".
    pub name: String,
    /// One line for whoever lists the kinds.
    pub about: String,
    /// Width and height of the smallest and of the usual level, in cells.
    pub least: (i32, i32),
    pub usual: (i32, i32),
    /// The plan of it hangs in the closet: its walls are known from the start.
    #[serde(default)]
    pub plan_known: bool,
    /// Turns from the start of a shift to dawn, where they differ from the usual.
    #[serde(default)]
    pub night: Option<u32>,
    /// Nobody raids it: there is no order of work for it.
    #[serde(default)]
    pub peaceful: bool,
    /// How often it is begun anew before it is given up.
    pub attempts: u32,
    /// The numbers that can be set for a single level.
    pub settings: Vec<Setting>,
    /// The passes over the plan, in their order.
    pub passes: Vec<Pass>,
    /// What the super-tiles may hold, drawn by weight.
    #[serde(default)]
    pub features: Vec<FeatureKind>,
    /// Cells between a room's floor and the border of its leaf, its wall counted.
    #[serde(default)]
    pub room_padding: i32,
    /// What the two ways of a cycle may be to each other, drawn by weight.
    #[serde(default)]
    pub patterns: Vec<(Pattern, u32)>,
    /// The set of modules that it is put together from.
    #[serde(default)]
    pub modules: String,
    pub furnishing: Furnishing,
    /// Who waits in the boss room, each from a depth on.
    #[serde(default)]
    pub bosses: Vec<(Depth, String)>,
    /// Who holds the rooms.
    #[serde(default)]
    pub garrison: Option<Garrison>,
    /// Who of those that live at a depth lives here rather than elsewhere: actors, or whole sides, and
    /// their weight in percent of the usual. The first that fits counts.
    #[serde(default)]
    pub inhabitants: Vec<(String, u32)>,
    /// Supplies handed out beyond the need, in percent of it.
    pub slack: u32,
}

impl LevelKind {
    /// How often an actor is drawn here, at the depths where it lives.
    pub fn weight_of(&self, actor: &ActorKind) -> u32 {
        let named =
            self.inhabitants.iter().find(|(name, _)| *name == actor.name || *name == actor.faction);
        actor.weight * named.map_or(100, |(_, percent)| *percent)
    }
}
