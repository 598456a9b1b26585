//! What raiders can do, and the items that they carry.

use serde::Deserialize;

use super::{ItemKindId, Ref};
use crate::{Depth, DepthRange};

/// What a kind of actor does in a raid; part of its entry in `data/actors.ron`. Everything is off by default.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RaiderKind {
    /// Percent of the armed traps that it notices before it steps on them; half as many again where it is lit.
    pub spots: u32,
    /// Percent of the turns beside a trap in which it disarms the trap; 0 if it never tries.
    pub disarms: u32,
    /// How far away it can set off a trap that the party has noticed, in cells; 0 if it cannot.
    pub bursts: i32,
    /// Percent of the closed doors in its way that it breaks.
    pub breaks: u32,
    /// Loots chests, and is fooled by actors that look like chests.
    pub loots: bool,
    /// Percent of the turns beside a hiding place in which it looks inside.
    pub searches: u32,
    /// Picks up one item from the floor.
    pub takes: bool,
    /// Number of looted chests after which it leaves alone; 0 if it stays with the party.
    pub content_with: u8,
    /// Lights dead braziers.
    pub kindles: bool,
    /// Puts lit braziers out.
    pub snuffs: bool,
    /// Moves between its party and enemies.
    pub shields: bool,
    /// Attacks residents that attack nobody.
    pub brawls: bool,
    /// Investigates noises.
    pub tracks: bool,
    pub heals: Option<Heals>,
    pub turns_undead: Option<TurnsUndead>,
    /// The items of which it may bring one along, drawn by weight among those of the depth.
    pub kit: Vec<KitItem>,
}

/// Heals members of its party.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heals {
    pub amount: i32,
    /// Maximum distance of the healed member, in cells.
    pub range: i32,
    /// Percent of turns in which it can.
    pub ready: u32,
}

/// Makes the undead in sight flee.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnsUndead {
    /// In cells.
    pub range: i32,
    /// Turns that they flee for.
    pub turns: u16,
    /// Percent of turns in which it can.
    pub ready: u32,
}

/// An item that a raider may bring along, and leaves behind when it dies.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KitItem {
    pub item: Ref<ItemKindId>,
    /// Weight by which it is drawn among the kit of a kind.
    #[serde(default = "one")]
    pub weight: u32,
    /// The depths at which it is drawn; all by default.
    #[serde(default = "everywhere")]
    pub depths: DepthRange,
}

fn one() -> u32 {
    1
}

fn everywhere() -> DepthRange {
    DepthRange(Depth::FIRST, Depth(u8::MAX))
}
