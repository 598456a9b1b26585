//! Kinds of actors, as `data/actors.ron` has them: numbers, attacks, temper.

use serde::Deserialize;

use super::traits::Traits;
use super::{BossKind, Effect, FactionId, RaiderKind};
use crate::content::DepthRange;

/// What an actor is and how it behaves; one entry of `data/actors.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActorKind {
    /// The noun, without article: "rat".
    pub name: String,
    /// Its letter on the map.
    pub glyph: char,
    /// The name of its side in `data/factions.ron`.
    pub faction: String,
    /// Filled in when the catalog is built.
    #[serde(skip)]
    pub faction_id: FactionId,
    pub health: i32,
    /// Energy gained a turn; 100 is one action a turn.
    pub speed: u16,
    /// Percent taken off the chance to be hit.
    pub evasion: i32,
    /// Taken off every blow, down to 1.
    pub armour: i32,
    pub melee: Melee,
    pub shot: Option<Shot>,
    /// How near something it is at war with must come, in plain sight, before it bothers, in cells.
    pub alert: i32,
    /// The faintest noise it wakes for: the loudness left when it arrives.
    pub hearing: u8,
    pub mind: MindKind,
    /// Makes a boss of it.
    #[serde(default)]
    pub boss: Option<BossKind>,
    /// Leaves a body that has to be carried off.
    pub leaves_body: bool,
    /// Coins in the pockets of its body, both ends included.
    #[serde(default)]
    pub purse: (u16, u16),
    /// Bleeds on the floor when hurt.
    pub bleeds: bool,
    /// Feet off the floor: springs no traps.
    pub flies: bool,
    /// No breath: gas and poison do nothing.
    pub breathless: bool,
    /// Has hands for latches.
    pub opens_doors: bool,
    /// What it does that others do not.
    #[serde(default)]
    pub traits: Traits,
    /// Breaks doors that do not open to it.
    #[serde(default)]
    pub forces: bool,
    /// Fire does not harm it.
    #[serde(default)]
    pub fireproof: bool,
    /// The depths it lives at, both included; (0, 0) for one that only comes by other ways.
    pub depths: DepthRange,
    /// How often it is drawn among those of its depth.
    pub weight: u32,
    /// How many come together, both included.
    pub group: (u8, u8),
    /// What it does in a raid; nothing for whoever never goes on one.
    #[serde(default)]
    pub raider: Option<RaiderKind>,
    /// One or two sentences for whoever examines it.
    pub description: String,
}

/// A blow struck beside oneself.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Melee {
    /// Percent, before the other's evasion.
    pub hit: i32,
    pub damage: (i32, i32),
    /// "bites", as in "the rat bites you".
    pub verb: String,
    /// What a hit does besides.
    #[serde(default)]
    pub effects: Vec<Effect>,
    /// Percent of the hits that send the other back a cell.
    #[serde(default)]
    pub knocks: u32,
    /// Damage that a hit does besides to whoever had not noticed.
    #[serde(default)]
    pub ambush: i32,
}

/// A blow struck from afar, along a clear line.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shot {
    pub hit: i32,
    pub damage: (i32, i32),
    /// In cells.
    pub range: i32,
    /// Percent of turns in which it can.
    pub ready: u32,
    /// "throws a bolt at", as in "the mage throws a bolt at you".
    pub verb: String,
    #[serde(default)]
    pub effects: Vec<Effect>,
}

/// How an actor decides.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MindKind {
    /// Percent of idle turns spent on a random step.
    pub restless: u32,
    /// Whether it attacks what it is at war with on sight, without being hurt first.
    pub aggressive: bool,
    /// Turns it goes on looking after it lost its quarry from sight; 0 for one that forgets at once.
    pub persistence: u8,
    /// The distance it tries to keep from its quarry, in cells; 0 closes in.
    pub distance: u8,
    /// Percent of health under which it runs; 0 for one that never does.
    pub flees_below: i32,
    /// Percent of steps gone astray while closing in, as bats do.
    pub erratic: u32,
    /// Minds armed traps even in a chase; everybody at home here does so at leisure.
    pub wary: bool,
    /// Keeps the place where it was put, and goes back there.
    #[serde(default)]
    pub guards: bool,
    /// How far from its post a guard goes after somebody, in cells; 0 for one that goes anywhere.
    #[serde(default)]
    pub leash: u8,
    /// What draws it when it has no quarry.
    pub drawn_to: Option<Drawn>,
}

/// What an idle actor goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Drawn {
    /// Blood and bodies.
    Filth,
    /// Bodies, from farther off.
    Bodies,
    /// Blood alone.
    Blood,
    /// The way out: a raider left behind.
    Exit,
}
