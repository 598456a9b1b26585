//! Roads: which are open, and what they cost.

use crate::sim::prelude::*;
use std::collections::VecDeque;

/// What it takes to walk a road.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoadCost {
    pub rations: u16,
    /// Whether it takes a night.
    pub is_long: bool,
    /// Rations that are lacking, and the health that it costs to do without.
    pub lacking: u16,
    pub hunger: i32,
}

/// Where the roads of a site lead, and how long they are, in cells; those of the map, and the paths that were found.
pub(crate) fn of(journey: &Journey, atlas: &Atlas, from: SiteId) -> Vec<(SiteId, u32)> {
    let mut roads = atlas.roads(from).to_vec();
    let found = journey.opened_roads.iter().filter_map(|&(a, b)| match (a == from, b == from) {
        (true, false) => Some(b),
        (false, true) => Some(a),
        _ => None,
    });
    roads.extend(found.map(|to| (to, atlas.distance(from, to))));
    roads.sort_unstable();
    roads.dedup_by_key(|(to, _)| *to);
    roads
}

/// What the road to a neighbouring site would cost now.
///
/// # Errors
/// Why the player cannot walk it.
pub(crate) fn cost(
    journey: &Journey,
    atlas: &Atlas,
    to: SiteId,
    catalog: &Catalog,
) -> Result<RoadCost, Reject> {
    if usize::from(to.0) >= atlas.count() {
        return Err(Reject::NoRoad);
    }
    let road = of(journey, atlas, journey.at).into_iter().find(|(other, _)| *other == to);
    let (_, length) = road.ok_or(Reject::NoRoad)?;
    if journey.closed_roads.contains(&(journey.at.min(to), journey.at.max(to))) {
        return Err(Reject::RoadBlocked);
    }
    let is_lost = |site| matches!(journey.site(site).state, SiteState::Lost { .. });
    if is_lost(to) {
        return Err(Reject::SiteFallen);
    }
    // Out of a site that is not worked only the way back is open.
    let is_worked = matches!(journey.site(journey.at).state, SiteState::Worked { .. });
    if !is_worked && to != journey.came_from {
        return Err(Reject::RoadShut);
    }
    let rules = &catalog.campaign;
    let rations = length.div_ceil(rules.ration_cells) as u16;
    let lacking = rations.saturating_sub(journey.rations);
    Ok(RoadCost {
        rations,
        is_long: length > rules.long,
        lacking,
        hunger: i32::from(lacking) * rules.hunger,
    })
}

/// Whether the Deep Seat can still be reached from where the player is, if one more site is lost.
pub(super) fn seat_is_in_reach(journey: &Journey, atlas: &Atlas, without: Option<SiteId>) -> bool {
    let is_gone =
        |site| Some(site) == without || matches!(journey.site(site).state, SiteState::Lost { .. });
    let mut is_seen = vec![false; atlas.count()];
    let mut queue = VecDeque::from([journey.at]);
    is_seen[usize::from(journey.at.0)] = true;
    while let Some(site) = queue.pop_front() {
        if site == atlas.goal() {
            return true;
        }
        for &(next, _) in atlas.roads(site) {
            let is_shut = journey.closed_roads.contains(&(site.min(next), site.max(next)));
            if !is_gone(next)
                && !is_shut
                && !std::mem::replace(&mut is_seen[usize::from(next.0)], true)
            {
                queue.push_back(next);
            }
        }
    }
    false
}
