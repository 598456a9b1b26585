//! The kinds of jobs, and the supplies that they use up.

use serde::{Deserialize, Serialize};
use strum::{Display, IntoStaticStr, VariantArray as _};

/// A kind of work that a raid leaves behind.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    Display,
    IntoStaticStr,
    strum::VariantArray,
)]
#[strum(serialize_all = "lowercase")]
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
    pub const ALL: [JobKind; JobKind::VARIANTS.len()] =
        *JobKind::VARIANTS.first_chunk().expect("as many as there are");

    /// Whether the job is done from a neighbouring cell alone: nobody works on the trap or in the
    /// doorway that they stand on.
    pub fn is_done_from_beside(self) -> bool {
        matches!(self, JobKind::Trap | JobKind::Door)
    }

    /// The word on the work order.
    pub fn name(self) -> &'static str {
        self.into()
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

/// A supply: the closet hands it out, and a job uses one up.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    Display,
    IntoStaticStr,
    strum::VariantArray,
)]
#[strum(serialize_all = "lowercase")]
pub enum Supply {
    Parts,
    Stock,
    Timber,
    Oil,
    Lures,
}

impl Supply {
    pub const ALL: [Supply; Supply::VARIANTS.len()] =
        *Supply::VARIANTS.first_chunk().expect("as many as there are");

    pub fn name(self) -> &'static str {
        self.into()
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
