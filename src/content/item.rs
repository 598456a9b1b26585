//! Kinds of items, as `data/items.ron` has them, and the slots that they go to.

use serde::{Deserialize, Serialize};

use super::{Effect, Gate, JobKind, Sense, Status};
use crate::base::KeyPart;
use crate::content::DepthRange;

/// Where an item goes and how it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Slot {
    /// In the hand: weapon and work at once.
    Tool,
    /// On the body.
    Garb,
    /// Round the neck or in a pocket.
    Trinket,
    Potion,
    Scroll,
    /// Worth throwing, and little else.
    Missile,
    /// Keys and tools for gates. They hang on the belt, take no room in the cart, and stay.
    Belt,
    /// Small magic that is not used up: it rests a while and can be used again.
    Charm,
    /// Coins and supplies: taken up where it is walked on, and never seen in the cart.
    Sundry,
}

impl KeyPart for Slot {
    fn words(&self, word: &mut dyn FnMut(u64)) {
        word(*self as u64);
    }
}

impl Slot {
    pub const ALL: [Slot; 9] = [
        Slot::Tool,
        Slot::Garb,
        Slot::Trinket,
        Slot::Potion,
        Slot::Scroll,
        Slot::Missile,
        Slot::Belt,
        Slot::Charm,
        Slot::Sundry,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Slot::Tool => "tool",
            Slot::Garb => "garb",
            Slot::Trinket => "trinket",
            Slot::Potion => "potion",
            Slot::Scroll => "scroll",
            Slot::Missile => "missile",
            Slot::Belt => "belt",
            Slot::Charm => "charm",
            Slot::Sundry => "sundry",
        }
    }

    /// Worn or held, one at a time.
    pub fn is_equipment(self) -> bool {
        matches!(self, Slot::Tool | Slot::Garb | Slot::Trinket)
    }

    /// Unknown until used, thrown in sight or bought.
    pub fn is_unidentified(self) -> bool {
        matches!(self, Slot::Potion | Slot::Scroll | Slot::Charm)
    }

    /// Drunk, read or rubbed.
    pub fn is_used(self) -> bool {
        matches!(self, Slot::Potion | Slot::Scroll | Slot::Charm)
    }

    /// Taken up where it is walked on; it takes no room in the cart.
    pub fn is_taken_up(self) -> bool {
        matches!(self, Slot::Belt | Slot::Sundry)
    }
}

/// What an item is and does; one entry of `data/items.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ItemKind {
    /// One of it, without article: "mop", "potion of mending".
    pub name: String,
    /// Several of it: "darts".
    pub plural: String,
    pub slot: Slot,
    pub tier: u8,
    pub depths: DepthRange,
    pub weight: u32,
    /// How many lie together, both included.
    #[serde(default = "one")]
    pub stack: (u16, u16),
    /// Coins that a shop asks for one; 0 for what is never traded. Things of a sort that are worth the
    /// same look the same from afar: the price tells what an unknown one may be.
    #[serde(default)]
    pub price: u16,
    /// As a weapon in the hand: percent to hit, and damage.
    #[serde(default)]
    pub hit: i32,
    #[serde(default)]
    pub damage: (i32, i32),
    /// How far a blow with it reaches in a straight line, in cells.
    #[serde(default = "single")]
    pub reach: i32,
    /// It leaves no hand for a body or a throw.
    #[serde(default)]
    pub two_handed: bool,
    /// What a blow with it does besides.
    #[serde(default)]
    pub strikes: Vec<Effect>,
    /// Added to the damage of every blow.
    #[serde(default)]
    pub might: i32,
    /// Health that it costs to hit the wearer.
    #[serde(default)]
    pub thorns: i32,
    /// Worn or carried: taken off every blow.
    #[serde(default)]
    pub armour: i32,
    #[serde(default)]
    pub evasion: i32,
    /// Cells nearer that anybody has to come to bother with the wearer.
    #[serde(default)]
    pub stealth: i32,
    /// Percent of the usual speed.
    #[serde(default = "hundred")]
    pub speed: i32,
    /// Added to the percent of the usual speed that is left to who carries a body.
    #[serde(default)]
    pub carrying: i32,
    /// How far each step of the wearer is heard, in cells.
    #[serde(default)]
    pub clatter: u8,
    /// Added to the cells that a mop wipes before it is foul.
    #[serde(default)]
    pub mop_cells: u8,
    /// Added to the percent of crates with something in them.
    #[serde(default)]
    pub luck: u32,
    /// What the wearer is aware of without seeing it.
    pub senses: Option<Sense>,
    /// Added to the radius of the lantern.
    #[serde(default)]
    pub light: i32,
    /// Percent of the usual noise.
    #[serde(default = "hundred")]
    pub noise: i32,
    /// One health back every so many turns; 0 for never.
    #[serde(default)]
    pub regeneration: u16,
    /// Jobs that take a turn less with it in the hand.
    #[serde(default)]
    pub quick: Vec<JobKind>,
    /// Jobs that take a turn more.
    #[serde(default)]
    pub slow: Vec<JobKind>,
    /// Statuses that do not take hold of the wearer.
    #[serde(default)]
    pub wards: Vec<Status>,
    /// What drinking, reading or rubbing it does; of what is taken up where it lies, what one brings.
    #[serde(default)]
    pub effects: Vec<Effect>,
    /// Turns that a charm rests after each use.
    #[serde(default)]
    pub recharge: u32,
    /// From how far it is smelt by what goes to filth, lying on the floor, in cells; 0 for what is no bait.
    #[serde(default)]
    pub scent: i32,
    pub thrown: Option<Thrown>,
    /// The gate that it opens; only what hangs on the belt opens any.
    pub opens: Option<Gate>,
    /// What is said when it is picked up, where that is more than its name.
    pub found: Option<String>,
    pub description: String,
}

/// What an item does to where it lands.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thrown {
    pub hit: i32,
    pub damage: (i32, i32),
    /// In cells.
    pub range: i32,
    /// Whether it is gone after it has landed.
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
