//! How floors look where a terminal has colours for it: `data/looks.ron`, which tells of each
//! field. No rule knows of it.

use base::Rgb;
use serde::Deserialize;

/// The looks of a place.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The kind of its level.
    pub(crate) kind: String,
    pub floor: Rgb,
    pub wall: Rgb,
    /// The sign on bare floor.
    pub sign: Rgb,
}

/// A light that somebody carries, and how many cells far it reaches.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Torch {
    pub color: Rgb,
    pub reach: i32,
}

/// The looks of what is known from a plan alone.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Blueprint {
    pub paper: Rgb,
    pub grid: Rgb,
    pub ink: Rgb,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Looks {
    pub(crate) places: Vec<Place>,
    pub lantern: Rgb,
    pub torch: Torch,
    pub night: Rgb,
    pub dawn: Rgb,
    pub day: Rgb,
    pub remembered: Rgb,
    pub blueprint: Blueprint,
}

impl Looks {
    /// The looks of a kind of level; every kind has some.
    pub fn place(&self, kind: &str) -> &Place {
        self.places.iter().find(|place| place.kind == kind).unwrap_or(&self.places[0])
    }
}
