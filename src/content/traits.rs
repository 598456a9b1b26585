//! The habits and powers that a kind of actor may have besides its numbers.

use serde::Deserialize;

use super::{ActorKindId, Effect, TrapKindId};

/// What an actor does that most others do not; each can go with every other.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Traits {
    /// Keeps still until an enemy is near, and is not taken for what it is till then.
    pub lurks: Option<Guise>,
    /// Is somewhere else when an enemy comes beside it.
    pub blinks: Option<Blink>,
    /// The trap from `traps.ron` that it lays about its post, and walks over itself.
    pub weaves: Option<String>,
    /// Filled in when the catalog is built.
    #[serde(skip)]
    pub weaves_id: Option<TrapKindId>,
    /// Follows a quarry out of sight by its nose.
    pub tracks: bool,
    /// How loudly it gives notice of an enemy, in cells; 0 for one that says nothing.
    pub barks: u8,
    /// What it eats where it finds it.
    pub eats: Option<Meal>,
    /// Health that a meal gives back.
    pub feeds: i32,
    /// The actor that comes off it when it is hurt and lives.
    pub splits: Option<String>,
    /// Filled in when the catalog is built.
    #[serde(skip)]
    pub splits_id: Option<ActorKindId>,
    /// Percent of its steps that leave a stain.
    pub trails: u32,
    /// What befalls its cell when it dies.
    pub bursts: Vec<Effect>,
    /// Does not go where it is lit.
    pub shuns_light: bool,
    /// Never leaves its cell.
    pub rooted: bool,
}

/// What somebody who lurks is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Guise {
    Chest,
    Statue,
}

/// Being somewhere else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Blink {
    /// Of the turns with an enemy beside it.
    pub percent: u32,
    /// In cells.
    pub range: i32,
}

/// What is eaten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Meal {
    Bodies,
    Blood,
}
