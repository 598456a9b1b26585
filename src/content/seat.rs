//! Who holds the Deep Seat and the sites that parties settle in, as in `data/campaign.ron`.

use serde::Deserialize;

use super::{HeroClassId, Ref};

/// The Deep Seat: who may hold it, and what winning takes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatRules {
    /// The least level of a person of the cast who holds it.
    pub min_level: u8,
    /// The most friends who move in with them.
    pub companions: u8,
    /// Once the player has worked at this depth, whoever would hold it comes to a dawn of the player's, once.
    pub calls_from: u8,
    /// The least grade with which a site is in order, the Seat among them; from S to F.
    pub least_grade: char,
    /// Those who hold it if nobody of the cast is good enough, one after the other.
    pub stand_ins: Vec<StandIn>,
}

/// Somebody who holds the Deep Seat for want of anybody better.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandIn {
    pub name: String,
    /// A class of `data/cast.ron`, which says how they fight.
    pub class: Ref<HeroClassId>,
    pub level: u8,
    /// A sentence on how they came to it.
    pub about: String,
}

/// Sites that parties settle in.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SettlerRules {
    /// Percent of a fortune with which friends stop together with whoever has made one.
    pub share: u16,
    /// The most friends who settle with a leader.
    pub companions: u8,
    /// Coins for a leader who is dead or driven off, for each level.
    pub bounty: u32,
    /// Percent of the pay that is kept back while a leader stays.
    pub withheld: u32,
}

/// How strong persons of the cast are who hold a floor, in percent of their kinds' numbers: at level 0, and more for each level.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TenantRules {
    pub health: (i32, i32),
    /// The damage of their blows and shots.
    pub damage: (i32, i32),
}

impl TenantRules {
    /// Percent of the usual at a level: `(health, damage)`.
    pub fn at(&self, level: u8) -> (i32, i32) {
        let at = |(base, more): (i32, i32)| base + more * i32::from(level);
        (at(self.health), at(self.damage))
    }
}
