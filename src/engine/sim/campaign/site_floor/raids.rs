//! Raids on a site: a party goes through its floors one after the other, as far as somebody gets through.

use crate::sim::prelude::*;
use std::sync::Arc;

use super::floor_levels::levels;
use super::store::next_id;
use crate::sim::campaign::generated;
use crate::sim::shift::raid::run::play_out;
use crate::sim::shift::raid::{after_raid, party};
use levels::GenError;

/// Raids of one night at one site are told apart by a number below this.
const MAX_RAIDS_OF_A_NIGHT: u32 = 16;

/// What a raid on a site comes to, after the raids that it has seen.
///
/// # Errors
/// A level cannot be generated.
pub(in crate::sim::campaign) fn raid(
    site: SiteId,
    before: &[SiteRaid],
    next: &SiteRaid,
    atlas: &Atlas,
    seed: Seed,
    catalog: &Arc<Catalog>,
) -> Result<RaidReport, GenError> {
    let run = RunState::begin(seed, atlas.site(site).depth, catalog);
    let levels = levels(site, atlas, seed, catalog)?;
    let mut floors = generated::pristine(&levels, &run, seed, catalog);
    let mut report = RaidReport::default();
    for (number, raid) in before.iter().chain([next]).enumerate() {
        report = play(&mut floors, raid, number);
    }
    Ok(report)
}

/// The floors of a site at the moment when the last party that it saw had come in; `None` if nobody was there.
pub(in crate::sim::campaign) fn before_last(
    site: SiteId,
    raids: &[SiteRaid],
    atlas: &Atlas,
    seed: Seed,
    catalog: &Arc<Catalog>,
) -> Option<Vec<World>> {
    let (last, before) = raids.split_last()?;
    let run = RunState::begin(seed, atlas.site(site).depth, catalog);
    let levels = levels(site, atlas, seed, catalog).ok()?;
    let mut floors = generated::pristine(&levels, &run, seed, catalog);
    for (number, raid) in before.iter().enumerate() {
        play(&mut floors, raid, number);
    }
    if !before.is_empty() {
        floors.iter_mut().for_each(after_raid::pause_between_nights);
    }
    for world in &mut floors {
        let place = place_of_raid(last, before.len());
        world.replace_streams(Streams::of_raid(world.seed, world.floor_key, place));
    }
    party::enter(&mut floors[0], last.party, &last.entrants, false);
    Some(floors)
}

/// Plays a raid to its end, on floors that so many raids have seen. The reports of the floors stay with them as those of dawn;
/// all of them together are returned.
pub(super) fn play(floors: &mut [World], raid: &SiteRaid, number: usize) -> RaidReport {
    if number > 0 {
        floors.iter_mut().for_each(after_raid::pause_between_nights);
    }
    let place = place_of_raid(raid, number);
    let (mut whole, mut clock) = (RaidReport::default(), Turns(0));
    let mut next_id = next_id(floors);
    for (floor, world) in floors.iter_mut().enumerate() {
        // Clock and ids go on through all floors, as at dawn.
        if floor > 0 {
            world.set_clock(clock);
            world.skip_ids_to(next_id);
        }
        world.replace_streams(Streams::of_raid(world.seed, world.floor_key, place));
        if floor == 0 {
            party::enter(world, raid.party, &raid.entrants, true);
            world.skip_ids_to(next_id);
        } else {
            party::enter_again(world, &whole, true);
        }
        play_out(world, |_| ());
        (clock, next_id) = (world.clock(), world.run().next_id);
        let report = world.at_dawn().cloned().unwrap_or_default();
        whole = if floor == 0 { report } else { whole.followed_by(&report) };
        if !whole.is_anybody_through() {
            break;
        }
    }
    whole
}

/// The number of the random streams of a raid, before which the site has seen so many.
fn place_of_raid(raid: &SiteRaid, before: usize) -> u32 {
    u32::from(raid.night.cast_unsigned()) * MAX_RAIDS_OF_A_NIGHT
        + before as u32 % MAX_RAIDS_OF_A_NIGHT
}
