//! What makes a raider of an actor: skills, and what is carried along.

use serde::Deserialize;

use super::ItemKindId;

/// What a kind is good for in a raid; all of it in `data/actors.ron`, and nothing unless it says so.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RaiderKind {
    /// Percent of the armed traps that it notices before it treads on them; half as many again in the light.
    pub spots: u32,
    /// Percent of the turns at a trap that take it out of order; 0 for one that leaves traps alone.
    pub disarms: u32,
    /// Percent of the shut doors in its way that it kicks in.
    pub breaks: u32,
    /// Stops for chests, and for what looks like one.
    pub loots: bool,
    /// Percent of the turns beside a hiding place in which it looks inside.
    pub searches: u32,
    /// Picks up one of the things that lie about.
    pub takes: bool,
    /// Goes home by itself with so many chests' worth; 0 for one that stays with the party.
    pub content_with: u8,
    /// Lights dead braziers.
    pub kindles: bool,
    /// Puts lit braziers out, and drains the oil.
    pub snuffs: bool,
    /// Stands between its friends and what is after them.
    pub shields: bool,
    /// Starts on guards that leave everybody alone.
    pub brawls: bool,
    /// Goes after noises.
    pub tracks: bool,
    pub heals: Option<Heals>,
    pub turns_undead: Option<TurnsUndead>,
    /// What it brings along.
    pub carries: Vec<Carried>,
}

/// Help for a friend in reach.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heals {
    pub amount: i32,
    /// How near the friend must be, in cells.
    pub range: i32,
    /// Percent of turns in which it can.
    pub ready: u32,
}

/// The undead in sight run from it.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnsUndead {
    pub range: i32,
    /// Turns that they run for.
    pub turns: u16,
    /// Percent of turns in which it can.
    pub ready: u32,
}

/// Something brought along now and then.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Carried {
    /// A name from `items.ron`.
    pub item: String,
    /// Filled in when the catalog is built.
    #[serde(skip)]
    pub item_id: ItemKindId,
    pub percent: u32,
}
