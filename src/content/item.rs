//! Kinds of items, as in `data/items.ron`, their slots, and the gates that some of them open.

use crate::{DepthRange, Effect, JobKind, Status};
use base::KeyPart;
use serde::Deserialize;

base::word_enum! {
    /// Where an item goes and how it is used.
    #[strum(serialize_all = "lowercase")]
    pub enum Slot {
        /// In the hand: weapon and work at once.
        Tool,
        /// On the body.
        Garb,
        /// Round the neck or in a pocket.
        Trinket,
        Potion,
        Scroll,
        /// Made for throwing.
        Missile,
        /// Keys and tools for gates. They hang on the belt, take no room in the cart, and cannot be
        /// dropped.
        Belt,
        /// Magic that is not used up: it can be used again after a recharge.
        Charm,
        /// Coins and supplies: picked up by walking over them, and never kept in the cart.
        Sundry,
    }
}

impl KeyPart for Slot {
    fn words(&self, word: &mut dyn FnMut(u64)) {
        word(*self as u64);
    }
}

impl Slot {
    /// Whether it is worn or held; one item at a time for each slot.
    pub fn is_equipment(self) -> bool {
        matches!(self, Slot::Tool | Slot::Garb | Slot::Trinket)
    }

    /// Whether its kinds are unknown until one is used, thrown in sight or bought.
    pub fn is_unidentified(self) -> bool {
        matches!(self, Slot::Potion | Slot::Scroll | Slot::Charm)
    }

    /// Whether it is drunk, read or rubbed.
    pub fn is_used(self) -> bool {
        matches!(self, Slot::Potion | Slot::Scroll | Slot::Charm)
    }

    /// Whether it is picked up by walking over it; it then takes no room in the cart.
    pub fn is_taken_up(self) -> bool {
        matches!(self, Slot::Belt | Slot::Sundry)
    }
}

/// What an item is and does; one entry of `data/items.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ItemKind {
    /// The singular noun, without article: "mop", "potion of mending".
    pub name: String,
    /// The plural noun: "darts".
    pub plural: String,
    pub slot: Slot,
    /// From 1; shown in dumps and used to draw equipment.
    pub tier: u8,
    /// The depths at which it is drawn.
    pub depths: DepthRange,
    /// Weight by which it is drawn among the kinds of a depth.
    pub weight: u32,
    /// Number of items in a stack, both ends included.
    #[serde(default = "one")]
    pub stack: (u16, u16),
    /// Coins that a shop asks for one; 0 if it is never traded. Unidentified items of one slot can
    /// be told apart by price.
    #[serde(default)]
    pub price: u16,
    /// As a weapon: chance to hit, in percent.
    #[serde(default)]
    pub hit: i32,
    #[serde(default)]
    pub damage: (i32, i32),
    /// Reach of a blow in a straight line, in cells.
    #[serde(default = "single")]
    pub reach: i32,
    /// Whether it leaves no hand free to carry a body or to throw.
    #[serde(default)]
    pub two_handed: bool,
    /// Effects of a hit besides its damage.
    #[serde(default)]
    pub strikes: Vec<Effect>,
    /// Added to the damage of every blow of the wearer.
    #[serde(default)]
    pub might: i32,
    /// Damage to an actor that hits the wearer in melee.
    #[serde(default)]
    pub thorns: i32,
    /// Taken off the damage of every blow at the wearer.
    #[serde(default)]
    pub armour: i32,
    /// Taken off the chance to hit the wearer, in percentage points.
    #[serde(default)]
    pub evasion: i32,
    /// Taken off the distance within which actors notice the wearer, in cells.
    #[serde(default)]
    pub stealth: i32,
    /// Speed of the wearer, in percent of the usual.
    #[serde(default = "hundred")]
    pub speed: i32,
    /// Added to [`super::Rules::carrying_speed`].
    #[serde(default)]
    pub carrying: i32,
    /// Loudness of each step of the wearer, in cells.
    #[serde(default)]
    pub clatter: u8,
    /// Added to [`super::Rules::mop_cells`].
    #[serde(default)]
    pub mop_cells: u8,
    /// Added to [`super::Rules::crate_percent`].
    #[serde(default)]
    pub luck: u32,
    /// What the wearer perceives through walls.
    pub senses: Option<Sense>,
    /// Added to [`super::Rules::lantern`], in cells.
    #[serde(default)]
    pub light: i32,
    /// Loudness of what the wearer does, in percent of the usual.
    #[serde(default = "hundred")]
    pub noise: i32,
    /// Turns in which the wearer regains one more health; 0 for never.
    #[serde(default)]
    pub regeneration: u16,
    /// Jobs that take a turn less with this tool.
    #[serde(default)]
    pub quick: Vec<JobKind>,
    /// Jobs that take a turn more with this tool.
    #[serde(default)]
    pub slow: Vec<JobKind>,
    /// Statuses that the wearer is immune to.
    #[serde(default)]
    pub wards: Vec<Status>,
    /// Effects of using it; of coins and supplies, the effects of picking one up.
    #[serde(default)]
    pub effects: Vec<Effect>,
    /// Turns until a charm can be used again.
    #[serde(default)]
    pub recharge: u32,
    /// Distance from which it attracts actors that are drawn to filth while it lies on the floor,
    /// in cells; 0 if it is no bait.
    #[serde(default)]
    pub scent: i32,
    pub thrown: Option<Thrown>,
    /// The gate that it opens; for items of [`Slot::Belt`] alone.
    pub opens: Option<Gate>,
    /// The message when it is picked up, if it has one of its own.
    pub found: Option<String>,
    pub description: String,
}

/// What an item does when it is thrown.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thrown {
    /// Chance to hit, in percent, before the victim's evasion.
    pub hit: i32,
    pub damage: (i32, i32),
    /// Maximum range, in cells.
    pub range: i32,
    /// Whether it is used up by the throw.
    pub shatters: bool,
    #[serde(default)]
    pub effects: Vec<Effect>,
}

fn one() -> (u16, u16) {
    (1, 1)
}

fn single() -> i32 {
    1
}

fn hundred() -> i32 {
    100
}

/// What an actor perceives through walls, within a radius in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Sense {
    /// Traps and their states.
    Traps { radius: i32 },
    /// The positions of actors.
    Life { radius: i32 },
}

impl Sense {
    /// In cells.
    pub fn radius(self) -> i32 {
        match self {
            Sense::Traps { radius } | Sense::Life { radius } => radius,
        }
    }
}

base::word_enum! {
    /// A gate of a floor: it blocks the way until the player has its key or tool. Levels before they
    /// are built for play know four of these as `levels::LinkGate`.
    pub enum Gate {
        /// Opened by any small key, which is used up.
        #[strum(to_string = "a locked door")]
        LockedDoor,
        /// Opened by the boss key, which is used up.
        #[strum(to_string = "the boss door")]
        BossDoor,
        /// Crossed in the feather boots.
        #[strum(to_string = "a pit")]
        Pit,
        /// Cleared with the bomb satchel.
        #[strum(to_string = "a heap of rubble")]
        Rubble,
        /// A ledge to jump down from: nothing opens the way up.
        #[strum(to_string = "a ledge")]
        Drop,
    }
}

impl Gate {
    /// The gates that an item opens: exactly one kind of item for each.
    pub const OPENED: [Gate; 4] = [Gate::LockedDoor, Gate::BossDoor, Gate::Pit, Gate::Rubble];

    /// Whether the item that opens it is used up.
    pub fn keeps_its_key(self) -> bool {
        matches!(self, Gate::LockedDoor | Gate::BossDoor)
    }
}
