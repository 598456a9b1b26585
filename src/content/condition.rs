//! Conditions of floors, as in `data/conditions.ron`: what is different on a floor for one night.

use serde::Deserialize;

use super::{ActorKindId, Ref};
use crate::{Depth, DepthRange};

/// The conditions, and how many of the floors have one; `data/conditions.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Conditions {
    /// No floor above this depth has a condition.
    pub first: Depth,
    /// Percent of the floors that have one at that depth.
    pub percent: u32,
    /// Added to it for each depth below.
    pub deeper: u32,
    pub kinds: Vec<ConditionKind>,
}

/// A condition; one entry of `data/conditions.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConditionKind {
    /// Identifies the kind, and stands beside the kind and depth of the level: "dark".
    pub name: String,
    /// What it means for the night: for the briefing. `{lantern}`, `{rises}` and `{haunts}` stand
    /// for the numbers of this floor.
    pub about: String,
    /// The depths at which it is found, both included.
    pub depths: DepthRange,
    /// Weight by which it is drawn among the conditions of a depth.
    pub weight: u32,
    pub changes: ConditionChanges,
}

/// What a condition changes in the rules of a floor. Whatever an entry leaves out stays as it is.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ConditionChanges {
    /// Percent of the lit braziers that are out when the shift begins.
    pub lights_out: u32,
    /// Added to the radius of the light of the carried lantern, in cells.
    pub lantern: i32,
    /// The floor is under shallow water: nothing burns on it, and no blood stays.
    pub under_water: bool,
    /// Loudness of a step of the player, in cells; 0 is silent.
    pub splash: u8,
    /// How far every sound carries, in percent of the usual.
    pub loudness_percent: u32,
    /// How long bodies lie before they rise, in percent of the usual.
    pub rises_percent: u32,
    /// How often vermin may come, in percent of the usual.
    pub vermin_percent: u32,
    /// In so many of 1000 turns something takes fire by itself.
    pub sparks: u32,
    /// What the noise of the player's work may bring.
    pub haunts: Option<Haunts>,
}

/// Actors that noise brings.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Haunts {
    pub kind: Ref<ActorKindId>,
    /// The chance at each such noise, in percent.
    pub percent: u32,
    /// Quieter noises of the player bring nobody; in cells, as it would be without a condition.
    pub loudness: u8,
}

impl ConditionChanges {
    /// Those of a floor without a condition.
    pub const NONE: ConditionChanges = ConditionChanges {
        lights_out: 0,
        lantern: 0,
        under_water: false,
        splash: 0,
        loudness_percent: 100,
        rises_percent: 100,
        vermin_percent: 100,
        sparks: 0,
        haunts: None,
    };
}

impl Default for ConditionChanges {
    fn default() -> ConditionChanges {
        ConditionChanges::NONE
    }
}

impl Conditions {
    /// Percent of the floors of a depth that have a condition.
    pub fn percent_at(&self, depth: Depth) -> u32 {
        match depth.0.checked_sub(self.first.0) {
            Some(below) => (self.percent + self.deeper * u32::from(below)).min(100),
            None => 0,
        }
    }
}
