//! The kinds of jobs, and the supplies that they use up.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A kind of work that a raid leaves behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum JobKind {
    Trap,
    Chest,
    Body,
    Door,
    Light,
    Stain,
    /// A resident that was driven from its post.
    Pen,
}

impl JobKind {
    pub const ALL: [JobKind; 7] = [
        JobKind::Trap,
        JobKind::Chest,
        JobKind::Body,
        JobKind::Door,
        JobKind::Light,
        JobKind::Stain,
        JobKind::Pen,
    ];

    /// Whether the job is done from a neighbouring cell alone: nobody works on the trap or in the
    /// doorway that they stand on.
    pub fn is_done_from_beside(self) -> bool {
        matches!(self, JobKind::Trap | JobKind::Door)
    }

    /// The word on the work order.
    pub fn name(self) -> &'static str {
        match self {
            JobKind::Trap => "trap",
            JobKind::Chest => "chest",
            JobKind::Body => "body",
            JobKind::Door => "door",
            JobKind::Light => "light",
            JobKind::Stain => "stain",
            JobKind::Pen => "pen",
        }
    }

    pub fn plural(self) -> &'static str {
        match self {
            JobKind::Trap => "traps",
            JobKind::Chest => "chests",
            JobKind::Body => "bodies",
            JobKind::Door => "doors",
            JobKind::Light => "lights",
            JobKind::Stain => "stains",
            JobKind::Pen => "strays",
        }
    }
}

impl fmt::Display for JobKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A supply: the closet hands it out, and a job uses one up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Supply {
    Parts,
    Stock,
    Timber,
    Oil,
    Lures,
}

impl Supply {
    pub const ALL: [Supply; 5] =
        [Supply::Parts, Supply::Stock, Supply::Timber, Supply::Oil, Supply::Lures];

    pub fn name(self) -> &'static str {
        match self {
            Supply::Parts => "parts",
            Supply::Stock => "stock",
            Supply::Timber => "timber",
            Supply::Oil => "oil",
            Supply::Lures => "lures",
        }
    }

    /// So many of it: "1 part", "3 oil".
    pub fn counted(self, count: u16) -> String {
        match (self, count) {
            (Supply::Parts, 1) => "1 part".to_owned(),
            (Supply::Lures, 1) => "1 lure".to_owned(),
            _ => format!("{count} {self}"),
        }
    }
}

impl fmt::Display for Supply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
