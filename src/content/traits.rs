//! The habits and powers that a kind of actor may have besides its numbers.

use serde::Deserialize;

use super::{ActorKindId, Effect, Ref, TrapKindId};

/// What an actor does that most others do not; each can go with every other.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Traits {
    /// Keeps still in this disguise until an enemy is near.
    pub lurks: Option<Guise>,
    /// Teleports away from adjacent enemies.
    pub blinks: Option<Blink>,
    /// The trap that it lays around its post; it does not spring them.
    pub weaves: Option<Ref<TrapKindId>>,
    /// Follows the scent of a quarry that is out of sight.
    pub tracks: bool,
    /// Loudness of its call when it notices an enemy, in cells; 0 for none.
    pub barks: u8,
    /// What it eats.
    pub eats: Option<Meal>,
    /// Health that a meal restores.
    pub feeds: i32,
    /// The kind of actor that splits off when it is hurt and survives.
    pub splits: Option<Ref<ActorKindId>>,
    /// Percent of its steps that stain the floor.
    pub trails: u32,
    /// Effects on its cell when it dies: gas and noise only.
    pub bursts: Vec<Effect>,
    /// Does not enter lit cells.
    pub shuns_light: bool,
    /// Never leaves its cell.
    pub rooted: bool,
}

/// What a lurking actor looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Guise {
    Chest,
    Statue,
}

/// A teleport over a short distance, away from an adjacent enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Blink {
    /// Percent of the turns with an adjacent enemy.
    pub percent: u32,
    /// Maximum distance, in cells.
    pub range: i32,
}

/// What an actor eats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Meal {
    Bodies,
    Blood,
}
