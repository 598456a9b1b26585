//! What it takes for a saying to be said of one of the cast, and what the player has of it.

use serde::Deserialize;

use super::Topic;

/// What has to be so of the person whom a saying is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum SayingNeed {
    /// Of so high a level at least.
    LevelFrom(u8),
    /// Of so high a level at most.
    LevelTo(u8),
    /// Keeps to bed tonight: `{nights}`.
    Resting,
    /// Is fit to go tonight.
    Fit,
    /// Has been on a raid that is remembered: `{site}`, the last one.
    Raided,
    /// The same, and not everybody came back.
    RaidCost,
    /// The same, and they all did.
    RaidEasy,
    /// Was hurt badly somewhere: `{site}`.
    HurtAt,
    /// Carries something that was carried off: `{item}`.
    Carries,
    /// Has a thing of their own: `{item}`.
    Kit,
    /// Has coins, so many at least: `{coins}`.
    Coins(u16),
    /// Was caught by a trap: `{trap}`.
    Caught,
    /// Was caught by none.
    NeverCaught,
    /// Has a friend who is about: `{friend}`.
    Friend,
    /// Has a friend who is dead: `{friend}`, and where: `{site}`.
    FriendDied,
    /// Has somebody whom they cannot stand: `{rival}`.
    Rival,
    /// Carried loot off a floor of the player's.
    RobbedPlayer,
    /// Was on a floor of the player's.
    MetPlayer,
}

impl SayingNeed {
    /// The names that a saying with this need may have in braces.
    pub(crate) fn placeholders(self) -> &'static [&'static str] {
        match self {
            SayingNeed::Resting => &["nights"],
            SayingNeed::Raided
            | SayingNeed::RaidCost
            | SayingNeed::RaidEasy
            | SayingNeed::HurtAt => &["site"],
            SayingNeed::Carries | SayingNeed::Kit => &["item"],
            SayingNeed::Coins(_) => &["coins"],
            SayingNeed::Caught => &["trap"],
            SayingNeed::Friend => &["friend"],
            SayingNeed::FriendDied => &["friend", "site"],
            SayingNeed::Rival => &["rival"],
            SayingNeed::LevelFrom(_)
            | SayingNeed::LevelTo(_)
            | SayingNeed::Fit
            | SayingNeed::NeverCaught
            | SayingNeed::RobbedPlayer
            | SayingNeed::MetPlayer => &[],
        }
    }
}

/// What the player has of a saying that is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Tip {
    /// Who comes to the site, as a rumour that is paid for.
    Party,
    /// The house is marked among those of the town.
    Hoard,
}

impl Tip {
    /// The topic of the sayings that may give it.
    pub(crate) fn topic(self) -> Topic {
        match self {
            Tip::Party => Topic::Party,
            Tip::Hoard => Topic::Hoard,
        }
    }
}
