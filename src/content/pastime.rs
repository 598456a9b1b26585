//! What can be done with a hero at an inn: drinks and dice, as in `data/town.ron`.

use serde::Deserialize;

/// A drink that the player stands a hero.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drink {
    /// "a pint, and a question".
    pub name: String,
    /// In coins, at the first depth, and what is added for each level of the hero.
    pub price: u32,
    pub per_level: u32,
    pub does: DrinkEffect,
}

/// What comes of a drink.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum DrinkEffect {
    /// They tell who comes to a site ahead: one where they would be themselves, if there is one.
    Tell,
    /// They keep to bed for so many nights, this one included.
    Sleep(u8),
}

/// Games of dice with heroes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiceRules {
    pub games: Vec<DiceGame>,
    /// How often the same hero plays on a night.
    pub limit: u8,
    /// How many in a hundred of those who lose what they carry bear the player a grudge for it.
    pub sore: u32,
}

/// A game of dice.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiceGame {
    pub name: String,
    /// How often in a hundred the player wins.
    pub percent: u32,
    pub plays_for: DiceStake,
}

/// What a game is played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum DiceStake {
    /// So many coins against as many.
    Coins(u32),
    /// What the hero carries, against so many percent of its price in coins.
    Belonging(u32),
}
