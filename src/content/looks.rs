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

/// What a condition does to the colours of a floor, in sixteenths of each part.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tint {
    pub(crate) condition: String,
    of: Rgb,
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

/// How long what happens is shown, in milliseconds.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MotionTimes {
    pub missile: u32,
    pub flash: u32,
    pub ring: u32,
    pub rings: u8,
    pub loud: u8,
    pub fade: u32,
    pub slam: u32,
    pub number: u32,
    pub breath: u32,
    pub breathing: u8,
    pub beat: u32,
    pub hurry: u32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Looks {
    pub(crate) places: Vec<Place>,
    pub(crate) tints: Vec<Tint>,
    pub lantern: Rgb,
    pub torch: Torch,
    pub night: Rgb,
    pub dawn: Rgb,
    pub day: Rgb,
    pub remembered: Rgb,
    pub blueprint: Blueprint,
    pub motion: MotionTimes,
}

impl Looks {
    /// The looks of a kind of level; every kind has some.
    pub fn place(&self, kind: &str) -> &Place {
        self.places.iter().find(|place| place.kind == kind).unwrap_or(&self.places[0])
    }

    /// What a condition does to the colours of a floor; nothing where there is none.
    pub fn tint(&self, condition: Option<&str>) -> Rgb {
        let own = self.tints.iter().find(|tint| Some(tint.condition.as_str()) == condition);
        own.map_or([16; 3], |tint| tint.of)
    }
}
