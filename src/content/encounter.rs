//! Encounters on the road, as in `data/encounters.ron`.

use serde::Deserialize;

use super::{Status, Supply};

/// Something that happens on the way from one site to the next; one entry of `data/encounters.ron`.
///
/// In its texts {hero}, {given} and {class} stand for the person of the cast whom it is with,
/// {site} for where the road leads and {back} for where it comes from.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Encounter {
    pub name: String,
    pub title: String,
    pub text: String,
    /// Weight by which it is drawn among those whose needs are met.
    pub weight: u32,
    pub needs: Vec<EncounterNeed>,
    /// Whether it happens at most once in a run.
    #[serde(default = "yes")]
    pub once: bool,
    pub choices: Vec<EncounterChoice>,
}

fn yes() -> bool {
    true
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EncounterChoice {
    pub label: String,
    #[serde(default)]
    pub needs: Vec<EncounterNeed>,
    /// Paid at once, whatever comes of it.
    #[serde(default)]
    pub costs: Vec<EncounterCost>,
    pub outcomes: Vec<EncounterOutcome>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EncounterOutcome {
    pub percent: u32,
    pub text: String,
    #[serde(default)]
    pub effects: Vec<EncounterEffect>,
    /// Whether it is not told before the choice is made; of its chance nothing is hidden.
    #[serde(default)]
    pub hidden: bool,
}

/// What has to hold for an encounter to happen, or for a choice to be open.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub enum EncounterNeed {
    /// The depth of the site ahead, and the number of the night: from and to.
    Depth(u8, u8),
    Night(u16, u16),
    /// At least so many.
    Coins(u32),
    Rations(u16),
    Supply(Supply, u16),
    /// Health in percent: at least, and below.
    Health(i32),
    HurtBelow(i32),
    /// The player carries one of these.
    Item(String),
    /// An earlier effect has set this flag, or none has.
    Flag(String),
    NoFlag(String),
    /// There is somebody of the cast to meet, of whom this is true.
    Hero(HeroNeed),
}

/// Whom of the cast an encounter is with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum HeroNeed {
    Any,
    /// Resting after a raid.
    Wounded,
    /// With half a fortune.
    Rich,
    /// With a grudge against the player, or in the player's debt.
    Grudge,
    Debt,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub enum EncounterCost {
    Coins(u32),
    Rations(u16),
    Health(i32),
    Item(String),
    Supply(Supply, u16),
    Night,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub enum EncounterEffect {
    /// Gained, or with a negative number lost as far as there are any.
    Coins(i32),
    Rations(i32),
    Supply(Supply, i32),
    /// Restored, or with a negative number lost down to the last point.
    Health(i32),
    /// Restores so many percent of the health that is lacking.
    HealPercent(i32),
    Item(String, u16),
    Flag(String),
    ClearFlag(String),
    /// A fight on a small field, with these kinds of actors.
    Fight(Vec<String>),
    /// A night passes.
    Night,
    /// The road ahead is shut for good, and the player turns back.
    RoadClosed,
    /// A path is found from the site ahead to one that no road led to.
    RoadOpened,
    /// A resident of this kind comes along to the next site.
    Follower(String),
    /// The hero will come for the player's floors, or leaves them alone.
    Grudge,
    Debt,
    /// The hero does not raid for so many nights, is not seen again, gains or loses coins.
    HeroRests(u16),
    HeroDies,
    HeroCoins(i32),
    /// Tells who goes where tonight.
    Rumour,
    /// Identifies everything that the player carries.
    Identify,
    /// The next night's work begins with a status for so many turns.
    NextStatus(Status, u16),
}
