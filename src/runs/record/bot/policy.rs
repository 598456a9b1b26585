//! What a bot of journeys does by its policy: what it buys, works and takes, and which way it goes.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use engine::sim::{SiteId, SiteState};
use engine::view::JourneyView;

#[derive(Clone, Debug)]
pub struct Policy {
    pub way: Way,
    pub buys: Vec<Purchase>,
    /// The perk that is taken whenever it is offered, by name; any other one else.
    pub perk: Option<String>,
    /// The share of each order after which the bot leaves, in percent.
    pub order_percent: u32,
    /// Below this share of its health the bot sleeps for a night where it can, in percent.
    pub rest_below_percent: i32,
    /// Whether it takes an order out of each closet, any of those that hang there.
    pub takes_orders: bool,
}

/// Which sites a bot goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The way to the Deep Seat that leads through the fewest sites to work.
    FewestSites,
    /// Every site near by before the next one on the way.
    MostSites,
    /// By the towns that are not far off the way.
    Towns,
    /// The way with the fewest roads that take a night.
    ShortRoads,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purchase {
    Rations,
    Healing,
    /// Tools, garb and trinkets.
    Gear,
    /// Potions that heal.
    Potions,
    Kits,
    /// Parts, stock, timber and oil.
    Supplies,
    /// Rumours of who comes to a site.
    News,
    /// Perks that are sold, and second hands.
    Upgrades,
}

impl Default for Policy {
    fn default() -> Policy {
        use Purchase::{Gear, Healing, Kits, Potions, Rations, Upgrades};
        Policy {
            way: Way::FewestSites,
            buys: vec![Rations, Healing, Gear, Potions, Kits, Upgrades],
            perk: None,
            order_percent: 100,
            rest_below_percent: 70,
            takes_orders: true,
        }
    }
}

impl Policy {
    pub(super) fn buys(&self, what: Purchase) -> bool {
        self.buys.contains(&what)
    }
}

impl Way {
    pub fn find(name: &str) -> Option<Way> {
        Some(match name {
            "fewest" => Way::FewestSites,
            "most" => Way::MostSites,
            "towns" => Way::Towns,
            "short" => Way::ShortRoads,
            _ => return None,
        })
    }
}

impl Purchase {
    pub const ALL: [Purchase; 8] = [
        Purchase::Rations,
        Purchase::Healing,
        Purchase::Gear,
        Purchase::Potions,
        Purchase::Kits,
        Purchase::Supplies,
        Purchase::News,
        Purchase::Upgrades,
    ];

    pub fn find(name: &str) -> Option<Purchase> {
        Some(match name {
            "rations" => Purchase::Rations,
            "healing" => Purchase::Healing,
            "gear" => Purchase::Gear,
            "potions" => Purchase::Potions,
            "kits" => Purchase::Kits,
            "supplies" => Purchase::Supplies,
            "news" => Purchase::News,
            "upgrades" => Purchase::Upgrades,
            _ => return None,
        })
    }
}

/// A site that is worked on the side is no farther off than this, in cells of road.
const MAX_DETOUR_CELLS: u32 = 24;

/// A town is on the way if no more sites than this have to be worked to come to it.
const MAX_SITES_TO_TOWN: u32 = 2;

/// Nights for each site on the way that are kept for it, and a few more.
const NIGHTS_PER_SITE: u32 = 2;
const KEPT_NIGHTS: u32 = 3;

/// A site where the work failed before is gone round for so many others.
const SITES_PER_FAILURE: u32 = 2;

/// How often the work at each site failed.
pub(super) type Failures = std::collections::BTreeMap<SiteId, u32>;

/// What a way costs, the dearest part first.
type Cost = [u32; 3];

const NO_WAY: Cost = [u32::MAX; 3];

/// The neighbouring site to which the way leads on.
pub(super) fn next_site(
    journey: &JourneyView<'_>,
    way: Way,
    failures: &Failures,
) -> Option<SiteId> {
    let straight = costs(journey, &[journey.goal()], way, failures);
    let (here, open) = (usize::from(journey.at().0), usize::from(way == Way::ShortRoads));
    let nights_left = u32::from(journey.nights_of_season_left());
    let has_time = nights_left > straight[here][open] * NIGHTS_PER_SITE + KEPT_NIGHTS;
    if way == Way::MostSites && has_time {
        let is_new = |site| !failures.contains_key(&site) && site != journey.goal();
        let is_work = |site| is_new(site) && is_open(journey, site);
        if let Some((to, _)) =
            nearest_site(journey, journey.cells_by_rations().min(MAX_DETOUR_CELLS), is_work)
        {
            return Some(to);
        }
    }
    if way == Way::Towns && has_time {
        let is_new = |site: &SiteId| {
            let seen = journey.site(*site);
            seen.is_town && seen.state == SiteState::Open && *site != journey.at()
        };
        let towns: Vec<SiteId> = journey.atlas().ids().filter(is_new).collect();
        let to_town = costs(journey, &towns, way, failures);
        if to_town[here][0] <= MAX_SITES_TO_TOWN {
            return step(journey, &to_town);
        }
    }
    step(journey, &straight)
}

/// Whether the work failed where the player is, and there is a better way round than to try again.
pub(super) fn goes_round(journey: &JourneyView<'_>, way: Way, failures: &Failures) -> bool {
    let here = usize::from(journey.at().0);
    if !failures.contains_key(&journey.at()) {
        return false;
    }
    let costs = costs(journey, &[journey.goal()], way, failures);
    let open = journey.roads().into_iter().filter(|road| road.cost.is_ok());
    let by_road = open.map(|road| costs[usize::from(road.to.0)]).min();
    by_road.is_some_and(|cost| cost < costs[here])
}

/// The step towards the nearest site that is asked for, over sites that are worked, and its
/// distance in cells.
pub(super) fn nearest_site(
    journey: &JourneyView<'_>,
    max_cells: u32,
    is_wanted: impl Fn(SiteId) -> bool,
) -> Option<(SiteId, u32)> {
    let atlas = journey.atlas();
    let mut is_seen = vec![false; atlas.count()];
    is_seen[usize::from(journey.at().0)] = true;
    let first = journey.roads().into_iter().filter(|road| road.cost.is_ok());
    let mut queue: BinaryHeap<_> =
        first.map(|road| Reverse((road.length, road.to, road.to))).collect();
    while let Some(Reverse((cells, site, step))) = queue.pop() {
        if cells > max_cells {
            return None;
        }
        if std::mem::replace(&mut is_seen[usize::from(site.0)], true) {
            continue;
        }
        if is_wanted(site) {
            return Some((step, cells));
        }
        if matches!(journey.site(site).state, SiteState::Worked { .. }) {
            let roads = atlas.roads(site).iter();
            let open = roads.filter(|&&(to, _)| !journey.is_road_shut(site, to));
            queue.extend(open.map(|&(to, length)| Reverse((cells + length, to, step))));
        }
    }
    None
}

/// The step that leads on by the cheapest way.
fn step(journey: &JourneyView<'_>, costs: &[Cost]) -> Option<SiteId> {
    let open = journey.roads().into_iter().filter(|road| road.cost.is_ok()).map(|road| road.to);
    open.min_by_key(|to| (costs[usize::from(to.0)], *to))
}

/// What it costs to come from each site to the nearest of some goals: sites to work and roads, and
/// roads that take a night, in the order in which the way spares them.
fn costs(journey: &JourneyView<'_>, goals: &[SiteId], way: Way, failures: &Failures) -> Vec<Cost> {
    let atlas = journey.atlas();
    let mut costs = vec![NO_WAY; atlas.count()];
    // Backwards from the goals, so that the first step is known.
    let mut queue: VecDeque<SiteId> = goals.iter().copied().collect();
    for goal in goals {
        costs[usize::from(goal.0)] = [0; 3];
    }
    while let Some(site) = queue.pop_front() {
        let [first, second, third] = costs[usize::from(site.0)];
        for &(next, length) in atlas.roads(site) {
            let is_lost = matches!(journey.site(next).state, SiteState::Lost { .. });
            if is_lost || journey.is_road_shut(site, next) {
                continue;
            }
            let failed = failures.get(&next).copied().unwrap_or(0);
            let sites = u32::from(is_open(journey, next)) * (1 + failed * SITES_PER_FAILURE);
            let long = u32::from(journey.is_long(length));
            let cost = match way {
                Way::ShortRoads => [first + long, second + sites, third + 1],
                _ => [first + sites, second + 1, third + long],
            };
            if cost < costs[usize::from(next.0)] {
                costs[usize::from(next.0)] = cost;
                queue.push_back(next);
            }
        }
    }
    costs
}

/// Whether there is work at a site.
fn is_open(journey: &JourneyView<'_>, site: SiteId) -> bool {
    let seen = journey.site(site);
    seen.state == SiteState::Open && !seen.is_town
}
