//! What a raid does to what was in order: which of the upkeeper's works were put to the test.

use serde::{Deserialize, Serialize};

use crate::base::Pos;
use crate::sim::state::components::Duty;
use crate::sim::state::fixture::Fixture;
use crate::sim::state::world::World;
use crate::sim::units::ActorId;

/// Something that was in order until the party came by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpoiledWork {
    /// Since the raid began.
    pub turn: u32,
    pub at: Pos,
    /// What it is now: a trap that went off, an empty chest, a broken door.
    pub left: Fixture,
    /// The raider on the cell, or else the nearest beside it.
    pub by: Option<ActorId>,
    /// The upkeeper had put it in order.
    pub yours: bool,
    /// A trap that was taken apart, and hurt nobody.
    pub disarmed: bool,
}

/// More deeds than this are not told of one raid.
pub(crate) const MOST_DEEDS: usize = 200;

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
