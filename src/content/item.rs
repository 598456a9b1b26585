use serde::{Deserialize, Serialize};

use super::{Effect, Gate, JobKind, Status};

/// A kind of item: its place in [`super::Catalog::items`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ItemKindId(pub u16);

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
}

impl Slot {
    pub const ALL: [Slot; 7] = [
        Slot::Tool,
        Slot::Garb,
        Slot::Trinket,
        Slot::Potion,
        Slot::Scroll,
        Slot::Missile,
        Slot::Belt,
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
        }
    }

    /// Worn or held, one at a time.
    pub fn is_equipment(self) -> bool {
        matches!(self, Slot::Tool | Slot::Garb | Slot::Trinket)
    }

    /// Unknown until used.
    pub fn is_unidentified(self) -> bool {
        matches!(self, Slot::Potion | Slot::Scroll)
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
    pub depths: (u8, u8),
    pub weight: u32,
    /// How many lie together, both included.
    #[serde(default = "one")]
    pub stack: (u16, u16),
    /// As a weapon in the hand: percent to hit, and damage.
    #[serde(default)]
    pub hit: i32,
    #[serde(default)]
    pub damage: (i32, i32),
    /// Worn or carried: taken off every blow.
    #[serde(default)]
    pub armour: i32,
    #[serde(default)]
    pub evasion: i32,
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
    /// Statuses that do not take hold of the wearer.
    #[serde(default)]
    pub wards: Vec<Status>,
    /// What drinking or reading it does.
    #[serde(default)]
    pub effects: Vec<Effect>,
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

fn hundred() -> i32 {
    100
}
