//! Memory that searches use again and again, and tables that can be computed from the state; no part of it.

use crate::base::{Astar, Bits, DistanceField, GoalSearch, Pos, TargetDistances};

/// Memory that searches use again and again; no part of the state.
#[derive(Default)]
pub(crate) struct Scratch {
    pub astar: Astar,
    pub path: Vec<Pos>,
    /// What may be walked on, and what of it is dear.
    pub ground: Bits,
    pub dear: Bits,
    /// How far a noise carries, through the air and past doors.
    pub meter: TargetDistances,
    pub noise: DistanceField,
    /// The way to what the player wants, past whoever stands there.
    pub way: DistanceField,
    /// What the player wants, and what a party has not seen yet.
    pub seeker: GoalSearch,
    pub raid: RaidCaches,
}

/// What can be computed again from the state, kept for its cost; no part of the state.
#[derive(Default)]
pub(crate) struct RaidCaches {
    /// Where the party has looked from.
    pub vantage_points: Option<VantagePoints>,
    /// The ways to the exit alone, and off the floor by either end.
    pub out: DistanceCache,
    pub home: DistanceCache,
}

/// Distances over the ground that the party knows.
#[derive(Default)]
pub(crate) struct DistanceCache {
    /// What they were computed for: the layout, how many traps were known, and the cells.
    pub of: Option<(u32, usize)>,
    pub seen: Bits,
    pub field: DistanceField,
}

/// From where the party has looked already; no part of the state.
#[derive(Debug)]
pub(crate) struct VantagePoints {
    /// What it was opaque for.
    pub(crate) sight_version: u32,
    pub(crate) opaque: Bits,
    /// By how far they saw.
    pub(crate) dark: Bits,
    pub(crate) lit: Bits,
}
