//! Towns, as in `data/town.ron`, and the extra orders of a journey, as in `data/notices.ron`.

use crate::{ActorKindId, Depth, JobKind, Ref, Slot, Supply};
use serde::Deserialize;

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
    /// The weight of houses beside streets, in percent, and whether there is a square: settings of
    /// the level kind.
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
    pub sign: char,
    /// The kind of actor that keeps it.
    pub keeper: Ref<ActorKindId>,
    /// Size of its floor, in cells, walls included.
    pub width: i32,
    pub height: i32,
    #[serde(default)]
    pub lodges: bool,
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
    /// The perk that is called as the offer is.
    Perk,
    /// A second hand, for so many nights of work: it does one thing of the plan in each.
    Hand(u8),
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum DrinkEffect {
    /// They tell who comes to a site ahead: one where they would be themselves, if there is one.
    Tell,
    /// They keep to bed for so many nights, this one included.
    Sleep(u8),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiceRules {
    pub games: Vec<DiceGame>,
    /// How often the same hero plays on a night.
    pub limit: u8,
    /// How many in a hundred of those who lose what they carry bear the player a grudge for it.
    pub sore: u32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiceGame {
    pub name: String,
    /// How often in a hundred the player wins.
    pub percent: u32,
    pub plays_for: DiceStake,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum DiceStake {
    /// So many coins against as many.
    Coins(u32),
    /// What the hero carries, against so many percent of its price in coins.
    Belonging(u32),
}

/// The extra orders, and how many of them hang in a closet; `data/notices.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Notices {
    /// Orders to choose from in the closet of a site on each night.
    pub in_closet: usize,
    pub kinds: Vec<Notice>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Notice {
    pub hangs: NoticePlace,
    pub weight: u32,
    /// The first depth at which it hangs anywhere.
    #[serde(default)]
    pub from: u8,
    pub asks: Demand,
    /// At the first depth.
    pub coins: u32,
    /// With `{name}` for whom it is about.
    pub text: String,
    /// What it costs to have taken it and not to fulfil it, in percent of what it pays.
    pub fine: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum NoticePlace {
    /// On the board of a town; it is about the next site.
    Board,
    /// In the closet of a site; it is about this night's raid.
    Closet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Demand {
    /// All jobs of a kind, of which there must be one.
    All(JobKind),
    /// A grade at least as good as the letter.
    Grade(char),
    /// So many raiders dead.
    Fallen(u8),
    /// No raider through.
    NobodyThrough,
    /// No chest's worth carried off.
    NothingTaken,
    /// One of the cast, who is named, does not leave by the exit.
    Stopped,
    /// One of the cast, who is named, carries nothing off.
    EmptyHanded,
    /// One of the cast, who is named, lives.
    Spared,
    /// So many points for harm to the party.
    Harm(u8),
    /// The player is in with the party, and sees this share of the harm to it, in percent.
    Witnessed(u8),
}

impl Demand {
    /// Whether it is about one of the cast.
    pub fn is_about_person(self) -> bool {
        matches!(self, Demand::Stopped | Demand::EmptyHanded | Demand::Spared)
    }

    /// Whether it can only be asked of the raid of a night whose party is known.
    pub(crate) fn is_about_party(self) -> bool {
        !matches!(
            self,
            Demand::All(_) | Demand::Grade(_) | Demand::Fallen(_) | Demand::NobodyThrough
        )
    }
}

impl Notice {
    /// What it pays at a depth, where pay grows by so many percent for each below the first.
    pub fn pay_at(&self, depth: Depth, deeper: u32) -> u16 {
        (self.coins * (100 + deeper * u32::from(depth.below_first())) / 100) as u16
    }

    /// The fine for an order that would pay so many coins.
    pub fn fine_for(&self, coins: u16) -> u32 {
        u32::from(coins) * self.fine / 100
    }
}
