//! The numbers of the journey, as in `data/campaign.ron`.

use crate::{Depth, HeroClassId, Ref};
use serde::Deserialize;

/// The map, the roads, the nights and the pay of a journey; `data/campaign.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CampaignRules {
    pub map: MapRules,
    /// Width and height of a floor in percent of the usual ones of its kind, for sites of one
    /// floor, of two and of three.
    pub floor_percent: [i32; 3],
    /// The sites that have more than one floor.
    pub floors: Vec<FloorsRule>,
    /// Number of nights on which the cast raided before the first one of the run.
    pub nights_before: i16,
    /// The most parties of one night, that of the player's dawn not counted.
    pub parties: usize,
    /// Rations at the start.
    pub rations: u16,
    /// The most rations that are carried.
    pub max_rations: u16,
    /// Cells of road for which a ration lasts.
    pub ration_cells: u32,
    /// A road of more cells than this takes a night.
    pub long: u32,
    /// Health that each lacking ration costs.
    pub hunger: i32,
    /// Percent of the roads on which something happens.
    pub encounter_percent: u32,
    /// Number of nights until the season is over.
    pub nights: i16,
    /// Percent of the lost health that comes back over a day.
    pub sleep_percent: i32,
    pub pay: PayRules,
    pub falls: FallRules,
    pub score: JourneyScoreRules,
    /// The most of each supply that is kept from one site to the next.
    pub keeps: u16,
    pub seniority: SeniorityRules,
    pub seat: SeatRules,
    pub settlers: SettlerRules,
    pub tenants: TenantRules,
    pub harder: HarderRules,
    /// By the depth of a site, from 1 on: the depth of a single shift whose actors live there.
    pub residents: Vec<u8>,
    /// By the depth of a site: how many groups of them, in percent of a single shift.
    pub resident_percent: Vec<u32>,
    /// By the depth of a site: how many attack the player on sight when the night begins, at least,
    /// on all floors together.
    pub prowlers: Vec<u16>,
}

/// How hard those who live on deep floors strike and shoot.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HarderRules {
    /// The last depth at which they do so as in a single shift.
    pub from: u8,
    /// Percent more damage for each depth below that.
    pub damage: i32,
}

impl HarderRules {
    /// The damage at a depth, in percent.
    pub fn damage_at(self, depth: Depth) -> i32 {
        100 + self.damage * i32::from(depth.0.saturating_sub(self.from))
    }
}

/// Number of floors of the sites of a kind, from a depth on; the last rule that fits counts.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FloorsRule {
    pub kind: String,
    pub from: u8,
    /// From 1 to 3.
    pub floors: u8,
}

impl CampaignRules {
    /// The most floors that a site has.
    pub const MAX_FLOORS: u8 = 3;

    /// The depth whose actors live on the floors of a site at a depth; its own where no other is
    /// named.
    pub fn resident_depth(&self, depth: Depth) -> Depth {
        let named = self.residents.get(usize::from(depth.below_first()));
        named.map_or(depth, |&named| Depth(named))
    }

    /// How many groups of residents live on a site at a depth, in percent of a single shift.
    pub fn resident_percent(&self, depth: Depth) -> u32 {
        self.resident_percent.get(usize::from(depth.below_first())).copied().unwrap_or(100)
    }

    /// How many attack the player on sight on a site at a depth when the night begins, at least.
    pub fn prowlers(&self, depth: Depth) -> u16 {
        self.prowlers.get(usize::from(depth.below_first())).copied().unwrap_or(0)
    }

    /// Number of floors of a site of a kind at a depth.
    pub fn floors_at(&self, kind: &str, depth: u8) -> u8 {
        let fits = |rule: &&FloorsRule| rule.kind == kind && rule.from <= depth;
        self.floors.iter().rev().find(fits).map_or(1, |rule| rule.floors)
    }
}

/// The size of the map, in cells, and the distance between two sites.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapRules {
    pub width: i32,
    pub height: i32,
    pub min_distance: i32,
}

/// What the end of a journey adds to its score.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JourneyScoreRules {
    /// For having won.
    pub won: u32,
    /// For each night fewer than so many.
    pub night: u32,
    pub nights: u32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PayRules {
    /// Coins at the first depth for all points of the order, and for all points of dawn; a part of
    /// them for fewer.
    pub order: u32,
    pub dawn: u32,
    /// Percent more for each depth below the first, of all that is paid.
    pub deeper: u32,
}

/// When a site that nobody puts in order is lost.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FallRules {
    /// Number of parties that must have left it with loot.
    pub parties: u16,
    /// Nights from the last of them until it is lost.
    pub nights: i16,
}

/// When the player chooses a perk.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeniorityRules {
    /// After every so many sites …
    pub every: u16,
    /// … that were worked with this grade or a better one.
    pub grade: char,
    /// The number of perks among which one is chosen.
    pub offers: u8,
}

/// The Deep Seat: who may hold it, and what winning takes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatRules {
    /// The least level of a person of the cast who holds it.
    pub min_level: u8,
    /// The most friends who move in with them.
    pub companions: u8,
    /// Once the player has worked at this depth, whoever would hold it comes to a dawn of the
    /// player's, once.
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

/// How strong persons of the cast are who hold a floor, in percent of their kinds' numbers: at
/// level 0, and more for each level.
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
