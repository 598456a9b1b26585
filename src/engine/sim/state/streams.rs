//! The random streams of a floor.

use serde::{Deserialize, Serialize};

use crate::sim::state::purpose;
use base::{KeyPart, Ordinal, Seed, Stream};
use content::FloorKey;

/// The run's own random streams; drawing from one never shifts another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Streams {
    pub ai: Stream,
    pub combat: Stream,
    /// Vermin, gas, bodies: what the floor does by itself.
    pub floor: Stream,
}

impl Streams {
    pub fn new(seed: Seed, floor: FloorKey) -> Streams {
        Streams::of(seed, floor, ())
    }

    /// Those of a night before the shift, by the number of the raid that is tried.
    pub fn of_raid(seed: Seed, floor: FloorKey, attempt: u32) -> Streams {
        Streams::of(seed, floor, (Ordinal(1), Ordinal(attempt.into())))
    }

    fn of(seed: Seed, floor: FloorKey, part: impl KeyPart + Copy) -> Streams {
        Streams {
            ai: Stream::new(seed, purpose::AI, (floor, part)),
            combat: Stream::new(seed, purpose::COMBAT, (floor, part)),
            floor: Stream::new(seed, purpose::FLOOR, (floor, part)),
        }
    }
}
