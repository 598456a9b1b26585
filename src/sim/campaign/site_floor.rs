//! The floors of sites: generated from the seed and the site, then raided by all who came, in order. A party goes through the
//! floors of a site one after the other, as far as somebody gets through.

use std::sync::Arc;

use crate::base::{Ordinal, Seed, Stream};
use crate::content::{Catalog, Gate, LevelKind, Supply};
use crate::levelgen::{GenError, Level, Request, find_kind};
use crate::sim::campaign::tenants::{self, Household};
use crate::sim::campaign::{champion, dawn_party, generated, outcome};
use crate::sim::event::Event;
use crate::sim::shift::build;
use crate::sim::shift::mess::Mess;
use crate::sim::shift::raid::run::play_out;
use crate::sim::shift::raid::{after_raid, party};
use crate::sim::solver::certificate::{Unsolvable, WorkCertificate};
use crate::sim::state::belongings::{Belongings, PerSupply};
use crate::sim::state::components::{Duty, Vitals};
use crate::sim::state::journey::Journey;
use crate::sim::state::journey::atlas::Atlas;
use crate::sim::state::journey::site::SiteRaid;
use crate::sim::state::journey::stored_floor::{RaidProgress, StoredFloor};
use crate::sim::state::purpose;
use crate::sim::state::report::RaidReport;
use crate::sim::state::run::RunState;
use crate::sim::state::snapshot::Snapshot;
use crate::sim::state::streams::Streams;
use crate::sim::state::world::World;
use crate::sim::units::{ActorId, SiteId, Turns};

/// The most jobs that are done for the player because no order of work gets to them.
const MAX_MENDED_JOBS: usize = 64;

/// Raids of one night at one site are told apart by a number below this.
const MAX_RAIDS_OF_A_NIGHT: u32 = 16;

/// The floors of a site as they were made, the uppermost first.
///
/// # Errors
/// One of them cannot be generated, however often it is tried.
fn levels(
    site: SiteId,
    atlas: &Atlas,
    seed: Seed,
    catalog: &Catalog,
) -> Result<Vec<Level>, GenError> {
    let place = atlas.site(site);
    let floors = catalog.campaign.floors_at(&place.kind, place.depth.0);
    (0..floors).map(|floor| level(site, (floor, floors), atlas, seed, catalog)).collect()
}

/// The level of a floor of a site, counted from 0, of so many.
fn level(
    site: SiteId,
    (floor, floors): (u8, u8),
    atlas: &Atlas,
    seed: Seed,
    catalog: &Catalog,
) -> Result<Level, GenError> {
    let place = atlas.site(site);
    let kind = find_kind(&place.kind, catalog)?;
    let percents = catalog.campaign.floor_percent;
    let percent = percents[usize::from(floors - 1).min(percents.len() - 1)];
    let side = |usual: i32, min: i32| (usual * percent / 100).max(min);
    let request = Request {
        width: Some(side(kind.usual.0, kind.min.0)),
        height: Some(side(kind.usual.1, kind.min.1)),
        ..Request::new(&kind.name, seed, place.depth)
    };
    generated::level(site, floor, &request, catalog, |_| true)
}

/// The first floor of a site as it was made, with the player off it.
///
/// # Errors
/// The level cannot be generated.
pub(super) fn empty_floor(
    site: SiteId,
    atlas: &Atlas,
    run: RunState,
    seed: Seed,
    catalog: &Arc<Catalog>,
) -> Result<World, GenError> {
    let level = level(site, (0, 1), atlas, seed, catalog)?;
    Ok(build::pristine(&level, &Mess::default(), run, seed, catalog))
}

/// What a raid on a site comes to, after the raids that it has seen.
///
/// # Errors
/// A level cannot be generated.
pub(super) fn raid(
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

/// The number of the random streams of a raid, before which the site has seen so many.
fn place_of_raid(raid: &SiteRaid, before: usize) -> u32 {
    u32::from(raid.night.cast_unsigned()) * MAX_RAIDS_OF_A_NIGHT
        + before as u32 % MAX_RAIDS_OF_A_NIGHT
}

/// Plays a raid to its end, on floors that so many raids have seen. The reports of the floors stay with them as those of dawn;
/// all of them together are returned.
fn play(floors: &mut [World], raid: &SiteRaid, number: usize) -> RaidReport {
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

/// The floors of a site at the moment when the last party that it saw had come in; `None` if nobody was there.
pub(super) fn before_last(
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

/// The first id that no actor on any of the floors has.
fn next_id(floors: &[World]) -> u32 {
    floors.iter().map(|floor| floor.run().next_id).max().unwrap_or(1)
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

/// The floors of the site where the player is, on the first turn of the night's work: the first one is in play. Where nobody has
/// left enough to do, whoever is near comes on that day.
///
/// # Errors
/// A level cannot be generated, or the work on it cannot be done.
pub(super) fn begin_work(
    journey: &mut Journey,
    before: &World,
    atlas: &Atlas,
    events: &mut Vec<Event>,
) -> Result<World, GenError> {
    let (site, seed, catalog) = (journey.at, before.seed, before.catalog.clone());
    let levels = levels(site, atlas, seed, &catalog)?;
    let run = arriving(before.run(), &catalog);
    let kept = kept_supplies(&run.belongings, &catalog);
    let carried = before.vitals(before.player());
    let mut floors = generated::pristine(&levels, &run, seed, &catalog);
    for world in &mut floors {
        world.change::<Vitals>(world.player(), |vitals| {
            (vitals.health, vitals.max_health) = (carried.health, carried.max_health);
        });
    }
    if site == atlas.goal() {
        champion::take_seat(journey, &catalog, events);
    }
    raid_all(journey, &mut floors, &levels[0], atlas, events);
    let household = tenants::of_site(journey, atlas, site);
    for id in journey.settlers(site).collect::<Vec<_>>() {
        journey.person_mut(id).met = Some(journey.night);
    }
    let mut needs = SiteNeeds::default();
    for (floor, level) in levels.iter().enumerate() {
        let lives_here = household.as_ref().filter(|_| floor + 1 == levels.len());
        needs.add(&prepare(&mut floors[floor], level, journey, lives_here)?);
    }
    let kind = find_kind(&levels[0].kind, &catalog)?;
    let mut world = needs.hand_out(floors, kind, kept, journey);
    bring_along(&mut world, journey);
    journey.expected = dawn_party::choose(journey, atlas, site, seed, &catalog);
    Ok(world)
}

/// What the road has left the player with: statuses, and a resident that comes along.
fn bring_along(world: &mut World, journey: &mut Journey) {
    let player = world.player();
    for (status, turns) in journey.next_statuses.drain(..) {
        world.change_statuses(player, |own| {
            let left = &mut own.0[status as usize];
            *left = (*left).max(turns);
        });
    }
    let Some(kind) = journey.follower.take() else { return };
    if let Some(pos) = world.nearest_free(world.floor.start) {
        let follower = world.spawn(kind, pos);
        world.set_duty(&follower, Duty::Guard { post: pos });
        world.set_led(Some(follower.id));
    }
}

/// Plays all raids that the site has seen, and lets others come as long as too little is left to do.
fn raid_all(
    journey: &mut Journey,
    floors: &mut [World],
    level: &Level,
    atlas: &Atlas,
    events: &mut Vec<Event>,
) {
    let (site, catalog) = (journey.at, floors[0].catalog.clone());
    let raids = journey.site(site).raids.clone();
    for (number, raid) in raids.iter().enumerate() {
        play(floors, raid, number);
    }
    for attempt in 0..catalog.rules.mess.parties {
        let is_raided = !journey.site(site).raids.is_empty();
        if is_raided && floors.iter().any(after_raid::has_left_enough) {
            break;
        }
        let raid = arriving_party(journey, attempt, level, atlas, &catalog);
        let report = play(floors, &raid, journey.site(site).raids.len());
        outcome::note(journey, site, raid, &report, atlas, &catalog, events);
    }
    let is_fresh = journey.site(site).raids.last().is_some_and(|raid| raid.night == journey.night);
    if !is_fresh {
        floors.iter_mut().for_each(after_raid::send_home);
    }
}

/// The floor on the first turn of the night, with those who live there, and an order of its work.
fn prepare(
    world: &mut World,
    level: &Level,
    journey: &Journey,
    household: Option<&Household>,
) -> Result<WorkCertificate, GenError> {
    let catalog = world.catalog.clone();
    build::begin_night(world, level, find_kind(&level.kind, &catalog)?, false);
    if let Some(household) = household {
        tenants::move_in(world, level, journey, household);
    }
    certify(world).map_err(|why| GenError::Unworkable {
        kind: level.kind.clone(),
        seed: level.seed,
        reason: why.to_string(),
    })
}

/// What the work on all floors of a site takes.
#[derive(Default)]
struct SiteNeeds {
    supplies: [u16; Supply::ALL.len()],
    par: u32,
}

impl SiteNeeds {
    fn add(&mut self, certificate: &WorkCertificate) {
        self.par += certificate.par.0;
        for (sum, more) in self.supplies.iter_mut().zip(certificate.supplies) {
            *sum = sum.saturating_add(more);
        }
    }

    /// Hands out the supplies for all floors, sets par and dawn, and puts the first floor into play.
    fn hand_out(
        self,
        mut floors: Vec<World>,
        kind: &LevelKind,
        kept: PerSupply,
        journey: &mut Journey,
    ) -> World {
        let certificate = WorkCertificate {
            order: Vec::new(),
            supplies: self.supplies,
            par: Turns(self.par),
            commands: Vec::new(),
        };
        for (number, floor) in floors.iter_mut().enumerate() {
            build::hand_out(floor, kind, &certificate);
            if number > 0 {
                floor.take_player_off();
            }
        }
        let mut world = store(floors, journey);
        let mut supplies = world.belongings().supplies;
        for (supply, kept) in supplies.0.iter_mut().zip(kept.0) {
            *supply = supply.saturating_add(kept);
        }
        world.set_supplies(supplies);
        world
    }
}

/// Who comes on the day before the player's night because nobody else did: of the cast, or else strangers.
fn arriving_party(
    journey: &Journey,
    attempt: u32,
    level: &Level,
    atlas: &Atlas,
    catalog: &Catalog,
) -> SiteRaid {
    let (site, seed) = (journey.at, level.seed);
    let members = dawn_party::choose(journey, atlas, site, seed, catalog);
    let (party, entrants) = if members.is_empty() {
        let number = u64::from(journey.night.cast_unsigned()) << 8 | u64::from(attempt);
        let part = (level.floor, level.depth, Ordinal(number));
        party::draw_party(&mut Stream::new(seed, purpose::RAID, part), level.depth, catalog)
    } else {
        let entrants = members.iter().map(|&id| journey.entrant(id, catalog)).collect();
        (catalog.cast.party_id, entrants)
    };
    SiteRaid { night: journey.night, party, entrants, fallen: 0, chests: 0 }
}

/// An order of all the work. What no order gets to is put right before the player comes.
fn certify(world: &mut World) -> Result<WorkCertificate, Unsolvable> {
    for _ in 0..MAX_MENDED_JOBS {
        match world.certify() {
            Ok(certificate) => return Ok(certificate),
            Err(Unsolvable(step)) if after_raid::mend(world, step.at) => {
                for count in world.job_counts() {
                    world.set_ordered(count.job, count.total);
                }
            }
            Err(why) => return Err(why),
        }
    }
    world.certify()
}

/// The supplies that are brought from the last site.
pub(super) fn kept_supplies(belongings: &Belongings, catalog: &Catalog) -> PerSupply {
    PerSupply(belongings.supplies.0.map(|count| count.min(catalog.campaign.keeps)))
}

/// What the player brings to a floor: without what belongs to the floor before, and rested.
pub(super) fn arriving(run: &RunState, catalog: &Catalog) -> RunState {
    let mut run = run.clone();
    run.next_id = ActorId::PLAYER.0 + 1;
    let own = &mut run.belongings;
    own.carrying = None;
    own.mop_fouled = 0;
    own.satchel_ready = Turns(0);
    own.resting.clear();
    own.unpaid.clear();
    // Keys fit no other floor; boots and satchel are the player's own.
    let keys = [Gate::LockedDoor, Gate::BossDoor].map(|gate| catalog.opener(gate));
    own.belt.retain(|stack| !keys.contains(&Some(stack.kind)));
    run
}
