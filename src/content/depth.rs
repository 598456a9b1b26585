//! The depth of a floor.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use base::KeyPart;

/// The depth of a floor, counted from 1: actors, traps and items of a floor are drawn by it.
///
/// A plain number in data, dumps and run files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Depth(pub u8);

impl Depth {
    pub const FIRST: Depth = Depth(1);

    /// The deepest floor that content is made for: shifts and journeys go no deeper. Requests for levels
    /// go down to `Request::MAX_DEPTH`.
    pub const DEEPEST_CONTENT: Depth = Depth(10);

    /// Number of floors below the first: 0 for the first.
    pub fn below_first(self) -> u8 {
        self.0.saturating_sub(1)
    }

    /// The tier of chests, lights and the like at this depth: 1, and one more every three depths.
    pub fn tier(self) -> u8 {
        1 + self.below_first() / 3
    }

    /// The depth of the floor above, at least the first.
    pub fn above(self) -> Depth {
        Depth(self.below_first().max(1))
    }

    /// The depth `floors` floors further down.
    pub fn deeper(self, floors: u8) -> Depth {
        Depth(self.0.saturating_add(floors))
    }
}

impl KeyPart for Depth {
    fn words(&self, word: &mut dyn FnMut(u64)) {
        word(self.0.into());
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Depth {
    type Err = ParseIntError;
    fn from_str(text: &str) -> Result<Depth, Self::Err> {
        text.parse().map(Depth)
    }
}

/// The depths at which something is found, both ends included; `(0, 0)` is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DepthRange(pub Depth, pub Depth);

impl DepthRange {
    /// No depth at all: for what is never drawn.
    pub const NONE: DepthRange = DepthRange(Depth(0), Depth(0));

    pub fn first(self) -> Depth {
        self.0
    }

    pub fn last(self) -> Depth {
        self.1
    }

    pub fn contains(self, depth: Depth) -> bool {
        (self.0..=self.1).contains(&depth)
    }
}
