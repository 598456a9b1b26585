//! The numbers of fire: fuels, flashes and what burning does.

use serde::Deserialize;

/// How things burn; part of `data/rules.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FireRules {
    pub grass: Fuel,
    pub paper: Fuel,
    pub body: Fuel,
    pub crates: Fuel,
    pub wardrobe: Fuel,
    pub door: Fuel,
    /// Turns that a fire burns on bare floor.
    pub bare: u8,
    /// Turns that a fire burns where gas has exploded.
    pub flash: u8,
    /// Amount of gas that does one damage where it explodes; one more damage is added.
    pub flash_per: u8,
    /// Number of cells by which an explosion of gas spreads in a turn.
    pub flash_rings: u8,
    /// Turns that [`super::Status::Burning`] lasts.
    pub burning: u16,
    /// Damage of burning a turn.
    pub damage: i32,
    /// Damage of burning a turn for a tarred actor.
    pub damage_tarred: i32,
    /// Radius of the light of a burning cell, in cells.
    pub light: i32,
    /// Turns that [`super::Status::Drenched`] lasts.
    pub drenched: u16,
}

/// How a kind of thing burns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fuel {
    /// Turns that it burns until it is gone.
    pub turns: u8,
    /// Percent of the turns with an adjacent fire in which it catches fire.
    pub catches: u32,
}
