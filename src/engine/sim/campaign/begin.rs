//! The first state of a journey.

use crate::sim::prelude::*;
use std::sync::Arc;

use crate::sim::campaign::{cast, night, site_floor};
use crate::sim::state::journey::Seat;
use crate::sim::state::journey::site::SiteRecord;
use levels::GenError;

/// The world of a journey's first morning: the player at the Home Post and on no floor, and the cast back from the raids of the
/// nights before.
///
/// # Errors
/// The map or the first floor cannot be generated.
pub(crate) fn begin(setup: &Setup, catalog: &Arc<Catalog>) -> Result<World, GenError> {
    let atlas = Arc::new(Atlas::of_seed(setup.seed, catalog)?);
    let start = atlas.start();
    let mut sites = vec![SiteRecord::default(); atlas.count()];
    sites[usize::from(start.0)].state = SiteState::Worked { night: 0 };
    let rules = &catalog.campaign;
    let mut journey = Journey {
        night: -rules.nights_before,
        phase: Phase::Map,
        at: start,
        came_from: start,
        turns_before: Turns(0),
        worked_before: Turns(0),
        rations: rules.rations,
        sites,
        cast: cast::draw(setup.seed, &atlas, catalog),
        floor: 0,
        floors: Vec::new(),
        raid: RaidProgress::NotYet,
        expected: Vec::new(),
        met: Vec::new(),
        flags: Vec::new(),
        closed_roads: Vec::new(),
        opened_roads: Vec::new(),
        follower: None,
        next_statuses: Vec::new(),
        trail: Vec::new(),
        towns: Vec::new(),
        visit: None,
        said: Vec::new(),
        rumours: Vec::new(),
        extra_order: None,
        closet_orders: ClosetOrders::default(),
        orders: 0,
        seat: Seat::default(),
    };
    for _ in 0..=rules.nights_before {
        night::pass(&mut journey, &atlas, setup.seed, catalog);
    }
    let depth = atlas.site(start).depth;
    let mut run = RunState::begin(setup.seed, depth, catalog);
    if let Some(kind) = setup.mode.hand_me_down().and_then(|item| item.kind(catalog)) {
        // Whoever left it has told what it is.
        run.belongings.add(Stack { kind, count: 1 }, catalog);
        run.identified.learn(kind);
    }
    let mut world = site_floor::empty_floor(start, &atlas, run, setup.seed, catalog)?;
    world.set_journey(Some(journey), Some(atlas));
    world.events.clear();
    Ok(world)
}
