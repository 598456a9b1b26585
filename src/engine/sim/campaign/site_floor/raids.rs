//! The floors of sites as they were made, generated from the seed and the site, and raids that are
//! played again on them.

use crate::sim::campaign::journey_ref::JourneyRef;
use crate::sim::prelude::*;
use crate::sim::shift::build;
use crate::sim::shift::build::Mess;
use crate::sim::shift::raid::{after_raid, party};
use crate::sim::shift::turn::play_out;
use crate::sim::state::journey::StoredFloor;
use levels::{GenError, Level, Request, find_kind, generate};

/// Raids of one night at one site are told apart by a number below this.
const MAX_RAIDS_OF_A_NIGHT: u32 = 16;

impl JourneyRef<'_> {
    /// What a raid on a site comes to, after the raids that it has seen.
    pub(in crate::sim::campaign) fn play_raid(
        self,
        site: SiteId,
        next: &SiteRaid,
    ) -> Result<RaidReport, GenError> {
        let mut floors = self.pristine(site)?;
        let mut report = RaidReport::default();
        for (number, raid) in self.site(site).raids.iter().chain([next]).enumerate() {
            report = play(&mut floors, raid, number);
        }
        Ok(report)
    }
}

/// The site as it was when the last party before the shift came in, with the player off it and that
/// party on it: to be watched after the work is done. `None` if the player is at no site, or nobody
/// had been there.
pub(crate) fn before_last_raid(world: &World) -> Option<World> {
    let own = world.on_journey().filter(|journey| journey.phase == Phase::Site)?;
    let (last, before) = own.site(own.at).raids.split_last()?;
    let mut floors = own.pristine(own.at).ok()?;
    for (number, raid) in before.iter().enumerate() {
        play(&mut floors, raid, number);
    }
    if !before.is_empty() {
        floors.iter_mut().for_each(after_raid::pause_between_nights);
    }
    for floor in &mut floors {
        let place = place_of_raid(last, before.len());
        floor.streams = Streams::of_raid(floor.seed, floor.floor_key, place);
    }
    party::enter(&mut floors[0], &last.party, None, true);
    let mut journey = own.journey.clone();
    let mut world = store(floors, &mut journey);
    journey.raid = RaidProgress::Here;
    world.set_journey(Some(journey), Some(own.atlas.clone()));
    world.shift.activity = Some(Activity::Watch);
    world.update_sight();
    world.events.clear();
    Some(world)
}

/// Plays a raid to its end, on floors that so many raids have seen. The reports of the floors stay
/// with them as those of dawn;
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
            world.shift.clock = clock;
            world.skip_ids_to(next_id);
        }
        world.streams = Streams::of_raid(world.seed, world.floor_key, place);
        if floor == 0 {
            party::enter(world, &raid.party, None, true);
            world.skip_ids_to(next_id);
        } else {
            party::enter_again(world, &whole, true);
        }
        play_out(world, |_| ());
        (clock, next_id) = (world.clock(), world.run.next_id);
        let report = world.shift.at_dawn.clone().unwrap_or_default();
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

/// Stores all floors but the first beside the journey, and returns that one.
pub(super) fn store(mut floors: Vec<World>, journey: &mut Journey) -> World {
    let next_id = next_id(&floors);
    let stored = floors.drain(1..).enumerate().map(|(place, floor)| {
        let Snapshot { shift, floor, streams, .. } = floor.snapshot();
        StoredFloor { number: place as u8 + 1, floor, shift, streams }
    });
    journey.floors = stored.collect();
    (journey.floor, journey.raid) = (0, RaidProgress::NotYet);
    let mut world = floors.remove(0);
    // Actors of all floors have ids of their own.
    world.skip_ids_to(next_id);
    world
}

/// The first id that no actor on any of the floors has.
fn next_id(floors: &[World]) -> u32 {
    floors.iter().map(|floor| floor.run.next_id).max().unwrap_or(1)
}

/// How often a floor that does not come about, or is not right, is generated anew from another
/// stream.
const MAX_ATTEMPTS: u32 = 8;

/// Numbers of attempts are told apart from those of floors by so many bits.
const ATTEMPT_SHIFT: u32 = 8;

impl JourneyRef<'_> {
    /// The floors of a site as they were made, the uppermost first.
    pub(super) fn levels(self, site: SiteId) -> Result<Vec<Level>, GenError> {
        let place = self.atlas.site(site);
        let floors = self.catalog.campaign.floors_at(&place.kind, place.depth.0);
        (0..floors).map(|floor| self.level(site, floor, floors)).collect()
    }

    /// The level of a floor of a site, counted from 0, of so many.
    fn level(self, site: SiteId, floor: u8, floors: u8) -> Result<Level, GenError> {
        let (place, rules) = (self.atlas.site(site), &self.catalog.campaign);
        let kind = find_kind(&place.kind, self.catalog)?;
        let percents = rules.floor_percent;
        let percent = percents[usize::from(floors - 1).min(percents.len() - 1)];
        let side = |usual: i32, min: i32| (usual * percent / 100).max(min);
        let request = Request {
            width: Some(side(kind.usual.0, kind.min.0)),
            height: Some(side(kind.usual.1, kind.min.1)),
            resident_depth: rules.resident_depth(place.depth),
            resident_percent: rules.resident_percent(place.depth),
            ..Request::new(&kind.name, self.seed, place.depth)
        };
        generate_right(site, floor, &request, self.catalog, |_| true)
    }

    /// The first floor of a site as it was made, with the player off it.
    pub(in crate::sim::campaign) fn empty_floor(
        self,
        site: SiteId,
        run: RunState,
    ) -> Result<World, GenError> {
        let level = self.level(site, 0, 1)?;
        Ok(build::pristine(&level, &Mess::default(), run, self.seed, self.catalog))
    }

    /// The floors of a site before anybody has come in, the player off them.
    pub(super) fn pristine(self, site: SiteId) -> Result<Vec<World>, GenError> {
        let run = RunState::begin(self.seed, self.atlas.site(site).depth, self.catalog);
        let floors = self.levels(site)?.into_iter().map(|level| {
            build::pristine(&level, &Mess::default(), run.clone(), self.seed, self.catalog)
        });
        Ok(floors.collect())
    }
}

/// The first level that comes about for a floor of a site and is right. The key of the request is
/// that of the floor, whichever attempt it was.
///
/// # Errors
/// None came about, or none was right.
pub(in crate::sim::campaign) fn generate_right(
    site: SiteId,
    floor: u8,
    request: &Request,
    catalog: &Catalog,
    is_right: impl Fn(&Level) -> bool,
) -> Result<Level, GenError> {
    let key = |attempt: u32| Atlas::floor_key(site, attempt << ATTEMPT_SHIFT | u32::from(floor));
    let mut last = None;
    for attempt in 0..MAX_ATTEMPTS {
        match generate(&Request { floor: key(attempt), ..request.clone() }, catalog) {
            Ok(level) if is_right(&level) => return Ok(Level { floor: key(0), ..level }),
            Ok(level) => {
                last = Some(GenError::Unworkable {
                    kind: level.kind,
                    seed: level.seed,
                    reason: "it is not what the journey needs".to_owned(),
                });
            }
            Err(error) => last = Some(error),
        }
    }
    Err(last.unwrap_or_else(|| unreachable!("it was tried")))
}
