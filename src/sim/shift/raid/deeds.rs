//! What a raid does to what was in order: which of the upkeeper's works were put to the test.

use crate::base::Pos;

use crate::sim::state::components::Duty;
use crate::sim::state::fixture::Fixture;
use crate::sim::state::report::{MOST_DEEDS, SpoiledWork};
use crate::sim::state::world::World;

/// Something has been spoilt while a raid is on.
pub(crate) fn spoilt(world: &mut World, at: Pos, left: Fixture) {
    let Some(raid) = &world.raid else { return };
    if raid.is_setup_raid || raid.report.deeds.len() >= MOST_DEEDS {
        return;
    }
    let turn = world.clock.saturating_sub(raid.began).0;
    let raiders = world
        .roster
        .iter()
        .filter(|spot| spot.pos.steps_to(at) <= 1)
        .filter(|spot| matches!(world.duty(spot.entity), Duty::Raider(_)));
    let by = raiders.min_by_key(|spot| (spot.pos.steps_to(at), spot.id)).map(|spot| spot.id);
    let yours = world.tally.finished_jobs.binary_search(&at).is_ok();
    if let Some(raid) = &mut world.raid {
        raid.report.deeds.push(SpoiledWork { turn, at, left, by, yours, disarmed: false });
    }
}

/// What has just been spoilt there was taken apart: nothing went off.
pub(crate) fn taken_apart(world: &mut World, at: Pos) {
    let last = world.raid.as_mut().and_then(|raid| raid.report.deeds.last_mut());
    if let Some(deed) = last.filter(|deed| deed.at == at) {
        deed.disarmed = true;
    }
}
