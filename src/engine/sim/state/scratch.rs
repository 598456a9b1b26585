//! What is not saved: sight and light, buffers that searches reuse, and caches of what follows from
//! the state.

use base::{Astar, Bits, DistanceField, GoalSearch, Pos, TargetDistances};

/// Reusable buffers of searches.
#[derive(Default)]
pub(crate) struct Scratch {
    pub astar: Astar,
    pub path: Vec<Pos>,
    /// The cells of a path search, and those of them that cost more.
    pub ground: Bits,
    pub dear: Bits,
    /// Distances from a noise: over open cells, and with shut doors counted as longer.
    pub meter: TargetDistances,
    pub noise: DistanceField,
    /// Distances to the goals of the player's walk.
    pub way: DistanceField,
    /// Searches for the nearest goal of the player, and for the edge of what a party has seen.
    pub seeker: GoalSearch,
    pub raid: RaidCaches,
}

/// Caches for the raid that is on: they follow from the state.
#[derive(Default)]
pub(crate) struct RaidCaches {
    /// The cells from which members have looked.
    pub vantage_points: Option<VantagePoints>,
    /// Distances to the exit alone, and to the nearer of start and exit.
    pub out: DistanceCache,
    pub home: DistanceCache,
}

/// Distances over the ground that the party knows.
#[derive(Default)]
pub(crate) struct DistanceCache {
    /// What they were computed for: the version of passability and the numbers of traps that were
    /// noticed and of those that are walked over all the same; and the seen cells.
    pub of: Option<(u32, (usize, usize))>,
    pub seen: Bits,
    pub field: DistanceField,
}

/// The cells from which members of the party have looked already.
#[derive(Debug)]
pub(crate) struct VantagePoints {
    /// The version of sight, and the opaque cells, for which the others hold.
    pub(crate) sight_version: u32,
    pub(crate) opaque: Bits,
    /// Cells from which a member looked while they were dark, and while they were lit.
    pub(crate) dark: Bits,
    pub(crate) lit: Bits,
}

/// Bit sets of sight and light, and what they were computed for.
#[derive(Clone, Debug)]
pub struct Sight {
    /// Cells with a clear line from the player, lit or not.
    pub(crate) los: Bits,
    /// Cells that the player sees.
    pub visible: Bits,
    /// Cells that braziers and fires light.
    pub lit: Bits,
    /// What it was computed for: place of the player, revision of the floor, blindness, lantern.
    pub(crate) seen_from: Option<(Pos, u32, bool, i32)>,
    pub(crate) lit_at: Option<u32>,
    pub(crate) buffer: Bits,
}

impl Sight {
    pub(crate) fn new(width: i32, height: i32) -> Sight {
        let none = Bits::new(width, height);
        Sight {
            los: none.clone(),
            visible: none.clone(),
            lit: none.clone(),
            seen_from: None,
            lit_at: None,
            buffer: none,
        }
    }
}
