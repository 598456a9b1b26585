//! What people in towns say, as in `data/sayings.ron`, and what the story of a journey is told
//! with, as in `data/story.ron`.

use serde::Deserialize;

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
    /// The same, and they all did; who speaks was never hurt badly there.
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

/// What somebody says; an entry of `data/sayings.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saying {
    pub about: Topic,
    /// With the names of [`Topic::placeholders`] in braces.
    pub text: String,
    /// Whether somebody says it who knows.
    pub is_true: bool,
    /// What has to be so of the person whom it is about; several names in braces may come of them.
    #[serde(default)]
    pub needs: Vec<SayingNeed>,
    /// What the player has of it.
    pub tells: Option<Tip>,
}

/// What a saying is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Topic {
    /// One of the cast who is alive.
    Hero,
    /// A road out of the town.
    Road,
    /// A site at the end of such a road.
    Site,
    /// One of the cast who is dead.
    Fallen,
    /// A site that is to fall.
    Threat,
    Nothing,
    /// A hero at the inn, about themselves.
    Guest,
    /// The same, about where they go tonight.
    Plan,
    /// The same, with a grudge against the player.
    Grudge,
    /// The same, in the player's debt.
    Debt,
    /// A house of the town where more than usual is kept.
    Hoard,
    /// Who comes to a site ahead.
    Party,
}

impl Topic {
    /// Whether it is one of the cast that a saying on it is about, so that it can have needs.
    pub(crate) fn is_of_person(self) -> bool {
        matches!(self, Topic::Hero | Topic::Guest | Topic::Grudge | Topic::Debt)
    }

    /// The names that a saying about it may have in braces.
    pub(crate) fn placeholders(self) -> &'static [&'static str] {
        match self {
            Topic::Hero => &["hero", "class", "habit"],
            Topic::Road => &["site", "rations"],
            Topic::Site => &["site", "kind", "raids"],
            Topic::Fallen => &["hero", "site"],
            Topic::Threat => &["site", "nights"],
            Topic::Plan | Topic::Party => &["site"],
            Topic::Hoard => &["house"],
            Topic::Guest | Topic::Grudge | Topic::Debt => &["habit", "class", "level"],
            Topic::Nothing => &[],
        }
    }
}

/// What there is to tell, and the ways to put it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoryTopic {
    /// One of [`STORY_TOPICS`].
    pub name: String,
    /// Whole sentences. What stands in braces is filled in.
    pub texts: Vec<String>,
}

/// Every topic, and what its texts may have filled in.
pub(crate) const STORY_TOPICS: [(&str, &[&str]); 28] = [
    ("start", &["nights", "roads", "sites"]),
    ("no work", &["nights", "roads"]),
    ("way", &["places"]),
    ("best night", &["night", "place", "letter", "coins"]),
    ("worst night", &["night", "place", "letter"]),
    ("hunger", &["health"]),
    ("again", &["place", "nights"]),
    ("robber", &["name", "place", "night"]),
    ("regular", &["name", "times"]),
    ("grudge", &["name"]),
    ("came back", &["times"]),
    ("still raiding", &["given", "rank"]),
    ("enemy dead", &["given", "fell", "place", "night"]),
    ("enemy rich", &["given", "night"]),
    ("enemy settled", &["given", "place"]),
    ("enemy seated", &["given", "night"]),
    ("enemy driven off", &["given", "place", "night"]),
    ("enemy missing", &["given", "place", "night"]),
    ("trap", &["names", "trap", "place", "night"]),
    ("more traps", &["count"]),
    ("other dead", &["names"]),
    ("lost", &["places"]),
    ("settled", &["who", "place"]),
    ("won", &["night"]),
    ("died", &["place", "night", "by"]),
    ("starved", &["place", "night"]),
    ("season over", &[]),
    ("given up", &["place", "night"]),
];
