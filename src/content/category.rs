//! Categories, as in `data/categories.ron`: what runs race for.

use serde::{Deserialize, Serialize};

use crate::content::JobKind;

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
}

/// The mode whose runs a category ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CategoryMode {
    Shift,
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
    Grade { at_least: char },
    /// Every member of the party fell.
    NoRaiderLeaves,
    /// The player lost no health.
    Unhurt,
    /// The player killed nobody.
    NoKills,
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
}

impl Measure {
    /// Whether a value beats another one.
    pub fn is_better(self, value: u32, than: u32) -> bool {
        match self {
            Measure::FewestTurns { .. } | Measure::FewestCommands => value < than,
            Measure::MostPoints => value > than,
        }
    }

    /// The word for what it counts, in the plural.
    pub fn unit(self) -> &'static str {
        match self {
            Measure::FewestTurns { .. } => "turns",
            Measure::FewestCommands => "commands",
            Measure::MostPoints => "points",
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
}

impl SplitPoint {
    /// The name in reports; the plural of the kind of a job.
    pub fn name(self) -> &'static str {
        match self {
            SplitPoint::Job(job) => job.plural(),
            SplitPoint::OrderDone => "order",
            SplitPoint::WorkOver => "clock-out",
            SplitPoint::RaidOver => "raid",
        }
    }
}
