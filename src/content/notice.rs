//! Extra orders of a journey, as in `data/notices.ron`: off the board of a town, for the next site, and out of the closet of a
//! site, for the night.

use serde::Deserialize;

use super::{Depth, JobKind};

/// The extra orders, and how many of them hang in a closet; `data/notices.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Notices {
    /// Orders to choose from in the closet of a site on each night.
    pub in_closet: usize,
    pub kinds: Vec<Notice>,
}

/// An extra order.
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

/// Where an extra order hangs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum NoticePlace {
    /// On the board of a town; it is about the next site.
    Board,
    /// In the closet of a site; it is about this night's raid.
    Closet,
}

/// What an extra order asks.
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
    /// What the player has prepared takes this share of the party's health, in percent.
    Prepared(u8),
    /// The party takes so many percent of the time of a walk from start to exit, or nobody gets through.
    HeldUp(u16),
    /// The party loses this share of its health, in percent, or nobody gets through.
    Bled(u8),
    /// The player is in with the party, and sees this share of the harm to it, in percent.
    Witnessed(u8),
}

impl Demand {
    /// Whether it is about one of the cast.
    pub fn is_about_person(self) -> bool {
        matches!(self, Demand::Stopped | Demand::EmptyHanded | Demand::Spared)
    }

    /// Whether it can only be asked of the raid of a night whose party is known.
    pub(super) fn is_about_party(self) -> bool {
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
