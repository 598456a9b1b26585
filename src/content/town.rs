//! The rules of towns, as in `data/town.ron`, and what people say in them, as in `data/sayings.ron`.

use serde::Deserialize;

use super::pastime::{DiceRules, Drink};
use super::{ActorKindId, Ref, Slot, Supply};

/// What towns are like on a journey; `data/town.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TownRules {
    /// Size of the streets, in cells.
    pub width: i32,
    pub height: i32,
    /// Percent that prices rise by for each depth below the first.
    pub deeper: u32,
    /// Rations that it costs to walk in.
    pub entry_rations: u16,
    /// The houses of which every town has one each.
    pub houses: Vec<HouseKind>,
    pub dwelling: DwellingRules,
    /// Number of people on the streets, both ends included.
    pub strollers: (u8, u8),
    /// The most heroes in an inn at one time.
    pub guests: usize,
    /// The kind of actor of people who live there, and of heroes at the inn.
    pub resident: Ref<ActorKindId>,
    pub guest: Ref<ActorKindId>,
    pub trades: Vec<Trade>,
    /// What a chest holds, each with its weight.
    pub chests: Vec<(u32, Find)>,
    pub theft: TheftRules,
    /// The weight of houses beside streets, in percent, and whether there is a square: settings of the level kind.
    pub house_percent: i32,
    pub has_square: bool,
    /// What the first chest of one dwelling of each town holds instead, each with its weight.
    pub hoard: Vec<(u32, Find)>,
    /// What a crate in a house holds, each with its weight.
    pub crates: Vec<(u32, Find)>,
    /// How many things people who live there have to say on a night, and heroes at the inn at most.
    pub resident_lines: usize,
    pub hero_lines: usize,
    /// What heroes at the inn can be stood.
    pub drinks: Vec<Drink>,
    pub dice: DiceRules,
}

/// A kind of house that every town has one of.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HouseKind {
    /// "inn".
    pub name: String,
    /// The letter on its door.
    pub sign: char,
    /// The kind of actor that keeps it.
    pub keeper: Ref<ActorKindId>,
    /// Size of its floor, in cells, walls included.
    pub width: i32,
    pub height: i32,
    /// Whether heroes lodge there.
    #[serde(default)]
    pub lodges: bool,
    /// What the houses of this kind are called.
    pub names: Vec<String>,
    /// The slots of the goods on its shelves; empty if it has none.
    #[serde(default)]
    pub wares: Vec<Slot>,
    /// What is sold over the counter.
    #[serde(default)]
    pub offers: Vec<Offer>,
}

impl HouseKind {
    /// "an inn", as a stranger would say what it is.
    pub fn about(&self) -> String {
        super::with_article(&self.name)
    }
}

/// Something that is sold over a counter.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Offer {
    pub name: String,
    pub gives: Service,
    /// In coins, at the first depth.
    pub price: u32,
    /// How often in one visit; 0 for no limit.
    pub limit: u8,
}

/// What an offer gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Service {
    Rations(u16),
    Supply(Supply, u16),
    /// A trap kit of a kind that is drawn.
    Kit,
    /// So many percent of the player's full health.
    Heal(i32),
    /// So much more health, for good.
    Tonic(i32),
    /// Who would come to a site ahead.
    Rumour,
    /// The order on the board.
    Order,
}

/// The houses that nobody keeps open; ranges include both ends.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DwellingRules {
    /// Size of its floor, in cells.
    pub width: (i32, i32),
    pub height: (i32, i32),
    /// Number of people at home.
    pub dwellers: (u8, u8),
}

/// What somebody in a town does for a living.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trade {
    pub name: String,
    /// In how many of a hundred towns somebody of the trade tells the truth.
    pub honest: u32,
}

/// What a chest in a house holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Find {
    /// From so many coins to so many, at the first depth.
    Coins(u16, u16),
    Supply(Supply, u16),
    Rations(u16),
    /// An item of the depth.
    Item,
    Nothing,
}

/// What it costs to be seen at a chest, or to rob a shop.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TheftRules {
    /// Percent by which prices rise each time.
    pub percent: u32,
    /// For how many times a robbery counts.
    pub robbery: u8,
    /// The most times that count.
    pub most: u8,
    /// Percent of the rise that there is in every other town from the next night on.
    pub elsewhere: u32,
}
