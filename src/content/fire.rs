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
    /// Turns that flames stand on bare floor.
    pub bare: u8,
    /// Turns that flames stand where gas has gone off.
    pub flash: u8,
    /// One health for every so much gas is taken from whoever stands where it goes off, and one more.
    pub flash_per: u8,
    /// Rings of gas that go off in a turn.
    pub flash_rings: u8,
    /// Turns that somebody burns after having been in the fire.
    pub burning: u16,
    /// Health that burning takes a turn; and of whoever is tarred.
    pub damage: i32,
    pub damage_tarred: i32,
    /// How far a burning cell shines.
    pub light: i32,
    /// Turns that somebody drips.
    pub drenched: u16,
}

/// What something is as fuel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fuel {
    /// Turns that it burns; then it is gone.
    pub turns: u8,
    /// Percent of the turns with a fire beside it in which it catches.
    pub catches: u32,
}
