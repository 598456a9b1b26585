//! The last raid on the site where the player is, to be watched after the work is done.

use crate::sim::prelude::*;
use std::sync::Arc;

use crate::sim::campaign::site_floor;

/// Nothing that comes by night comes before this turn: no raid lasts so long.
const NEVER_TURNS: u32 = 1 << 22;

/// The site as it was when the last party before the shift came in, with the player off it and that party on it. It is played on
/// as a raid of dawn is, without what only the night brings. `None` if the player is at no site, or nobody had been there.
pub(crate) fn before_last_raid(world: &World) -> Option<World> {
    let journey = world.journey().filter(|journey| journey.phase == Phase::Site)?;
    let atlas = world.atlas()?;
    let mut catalog = world.catalog.clone();
    let quiet = Arc::make_mut(&mut catalog);
    quiet.rules.vermin_every = NEVER_TURNS;
    // A range as wide as the usual one takes as many draws.
    let (min, max) = quiet.rules.body_rises;
    quiet.rules.body_rises = (NEVER_TURNS + min, NEVER_TURNS + max);
    let raids = &journey.site(journey.at).raids;
    let floors = site_floor::before_last(journey.at, raids, atlas, world.seed, &catalog)?;
    let mut journey = journey.clone();
    let mut last = site_floor::store(floors, &mut journey);
    journey.raid = RaidProgress::Here;
    last.set_journey(Some(journey), Some(atlas.clone()));
    last.begin_activity(Activity::Watch);
    last.update_sight();
    last.events.clear();
    Some(last)
}
