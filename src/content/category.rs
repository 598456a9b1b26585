//! Categories, as in `data/categories.ron`: what runs race for.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::JobKind;

/// A category; one entry of `data/categories.ron`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Category {
    /// Identifies it on the command line and in reports: "clock-out".
    pub id: String,
    /// The name for people.
    pub name: String,
    /// What it asks for, in a line.
    pub about: String,
    pub mode: CategoryMode,
    /// All that a run must have done to be ranked in it.
    pub needs: Vec<Need>,
    pub measure: Measure,
    /// What its runs are split by. In a run they come in the order in which it reaches them.
    pub splits: Vec<SplitPoint>,
    /// Of a journey: whether each site that is worked is a split more.
    #[serde(default)]
    pub each_site: bool,
}

/// The mode whose runs a category ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CategoryMode {
    Shift,
    Campaign,
}

impl CategoryMode {
    pub fn runs(self) -> &'static str {
        match self {
            CategoryMode::Shift => "shifts",
            CategoryMode::Campaign => "journeys",
        }
    }
}

/// Something that a run must have done to be ranked in a category.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Need {
    /// The shift was served to its end: by clocking out, or until dawn and the raid were over.
    Served,
    /// The player left before dawn.
    ClockedOut,
    /// The whole order was done when the raid began.
    OrderDone,
    /// A grade that is at least as good; one of the letters from `S` to `F`.
    Grade {
        at_least: char,
    },
    /// Every member of the party fell.
    NoRaiderLeaves,
    Unhurt,
    NoKills,
    Won,
    NotAbandoned,
    /// So many sites of the journey were worked.
    SitesWorked(u8),
}

impl Need {
    /// The mode whose runs can have it; `None` for any.
    pub fn mode(self) -> Option<CategoryMode> {
        match self {
            Need::Served
            | Need::ClockedOut
            | Need::OrderDone
            | Need::NoRaiderLeaves
            | Need::Unhurt
            | Need::NoKills => Some(CategoryMode::Shift),
            Need::Grade { .. } => None,
            Need::Won | Need::NotAbandoned | Need::SitesWorked(_) => Some(CategoryMode::Campaign),
        }
    }
}

/// What runs of a category are ranked by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Measure {
    /// Worked turns until a split.
    FewestTurns {
        to: SplitPoint,
    },
    FewestCommands,
    MostPoints,
    FewestNights,
}

impl Measure {
    pub fn is_better(self, value: u32, than: u32) -> bool {
        match self {
            Measure::FewestTurns { .. } | Measure::FewestCommands | Measure::FewestNights => {
                value < than
            }
            Measure::MostPoints => value > than,
        }
    }

    /// The word for what it counts, in the plural.
    pub fn unit(self) -> &'static str {
        match self {
            Measure::FewestTurns { .. } => "turns",
            Measure::FewestCommands => "commands",
            Measure::MostPoints => "points",
            Measure::FewestNights => "nights",
        }
    }
}

/// Something that a run reaches, and that a split ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SplitPoint {
    /// The last job of a kind that the order has. Jobs that are undone must be done again.
    Job(JobKind),
    /// The last job of the order.
    OrderDone,
    /// The player has left the floor; for a player who never does, the end of the run.
    WorkOver,
    /// The raid at the end of the shift is over.
    RaidOver,
    /// Of a journey: so many sites are worked and left.
    Site(u8),
    /// Of a journey: the player has come to a floor of the Deep Seat for the first time; its
    /// uppermost is 1.
    SeatFloor(u8),
    Won,
}

impl SplitPoint {
    /// The name in reports; the plural of the kind of a job.
    pub fn name(self) -> Cow<'static, str> {
        match self {
            SplitPoint::Job(job) => job.plural().into(),
            SplitPoint::OrderDone => "order".into(),
            SplitPoint::WorkOver => "clock-out".into(),
            SplitPoint::RaidOver => "raid".into(),
            SplitPoint::Site(number) => format!("site {number}").into(),
            SplitPoint::SeatFloor(floor) => format!("seat {floor}").into(),
            SplitPoint::Won => "won".into(),
        }
    }

    /// The mode whose runs reach it.
    pub fn mode(self) -> CategoryMode {
        match self {
            SplitPoint::Job(_)
            | SplitPoint::OrderDone
            | SplitPoint::WorkOver
            | SplitPoint::RaidOver => CategoryMode::Shift,
            SplitPoint::Site(_) | SplitPoint::SeatFloor(_) | SplitPoint::Won => {
                CategoryMode::Campaign
            }
        }
    }
}
