//! The floors of sites: generated from the seed and the site, then raided by all who came, in order.

use std::sync::Arc;

use crate::base::{Ordinal, Seed, Stream};
use crate::content::{Catalog, Gate, LevelKind};
use crate::levelgen::{GenError, Level, Request, find_kind, generate};
use crate::sim::campaign::{dawn_party, outcome};
use crate::sim::event::Event;
use crate::sim::shift::build;
use crate::sim::shift::mess::Mess;
use crate::sim::shift::raid::run::play_out;
use crate::sim::shift::raid::{after_raid, party};
use crate::sim::solver::certificate::{Unsolvable, WorkCertificate};
use crate::sim::state::belongings::{Belongings, PerSupply};
use crate::sim::state::components::Vitals;
use crate::sim::state::journey::Journey;
use crate::sim::state::journey::atlas::Atlas;
use crate::sim::state::journey::site::SiteRaid;
use crate::sim::state::purpose;
use crate::sim::state::report::RaidReport;
use crate::sim::state::run::RunState;
use crate::sim::state::world::{Streams, World};
use crate::sim::units::{ActorId, SiteId, Turns};

/// How often a floor that does not come about is generated anew, from another stream.
const MAX_FLOOR_ATTEMPTS: u32 = 8;

/// The most jobs that are done for the player because no order of work gets to them.
const MAX_MENDED_JOBS: usize = 64;

/// Raids of one night at one site are told apart by a number below this.
const MAX_RAIDS_OF_A_NIGHT: u32 = 16;

/// The level of a site, as it was made.
///
/// # Errors
/// It cannot be generated, however often it is tried.
fn level(site: SiteId, atlas: &Atlas, seed: Seed, catalog: &Catalog) -> Result<Level, GenError> {
    let place = atlas.site(site);
    let kind = find_kind(&place.kind, catalog)?;
    let percent = catalog.campaign.floor_percent;
    let side = |usual: i32, min: i32| (usual * percent / 100).max(min);
    let mut last = None;
    for attempt in 0..MAX_FLOOR_ATTEMPTS {
        let request = Request {
            floor: Atlas::floor_key(site, attempt << 8),
            width: Some(side(kind.usual.0, kind.min.0)),
            height: Some(side(kind.usual.1, kind.min.1)),
            ..Request::new(&kind.name, seed, place.depth)
        };
        match generate(&request, catalog) {
            Ok(level) => return Ok(Level { floor: Atlas::floor_key(site, 0), ..level }),
            Err(error) => last = Some(error),
        }
    }
    Err(last.unwrap_or_else(|| unreachable!("it was tried")))
}

/// The floor of a site as it was made, with the player off it.
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
    let level = level(site, atlas, seed, catalog)?;
    Ok(build::pristine(&level, &Mess::default(), run, seed, catalog))
}

/// What a raid on a site comes to, after the raids that it has seen.
///
/// # Errors
/// The level cannot be generated.
pub(super) fn raid(
    site: SiteId,
    before: &[SiteRaid],
    next: &SiteRaid,
    atlas: &Atlas,
    seed: Seed,
    catalog: &Arc<Catalog>,
) -> Result<RaidReport, GenError> {
    let run = RunState::begin(seed, atlas.site(site).depth, catalog);
    let mut world = empty_floor(site, atlas, run, seed, catalog)?;
    for (number, raid) in before.iter().chain([next]).enumerate() {
        play(&mut world, raid, number);
    }
    Ok(world.take_report())
}

/// Plays a raid to its end, on a floor that so many raids have seen; its report is that of dawn.
fn play(world: &mut World, raid: &SiteRaid, number: usize) {
    if number > 0 {
        after_raid::pause_between_nights(world);
    }
    let place = u32::from(raid.night) * MAX_RAIDS_OF_A_NIGHT + number as u32 % MAX_RAIDS_OF_A_NIGHT;
    world.replace_streams(Streams::of_raid(world.seed, world.floor_key, place));
    party::enter(world, raid.party, &raid.entrants, true);
    play_out(world, |_| ());
}

/// The floor of the site where the player is, on the first turn of the night's work. Where nobody has left enough to do, whoever
/// is near comes on that day.
///
/// # Errors
/// The level cannot be generated, or the work on it cannot be done.
pub(super) fn night_floor(
    journey: &mut Journey,
    before: &World,
    atlas: &Atlas,
    events: &mut Vec<Event>,
) -> Result<World, GenError> {
    let (site, seed, catalog) = (journey.at, before.seed, before.catalog.clone());
    let level = level(site, atlas, seed, &catalog)?;
    let kind = find_kind(&level.kind, &catalog)?;
    let run = arriving(before.run(), &catalog);
    let kept = kept_supplies(&run.belongings, &catalog);
    let mut world = build::pristine(&level, &Mess::default(), run, seed, &catalog);
    let carried = before.vitals(before.player());
    world.change::<Vitals>(world.player(), |vitals| {
        (vitals.health, vitals.max_health) = (carried.health, carried.max_health);
    });
    let raids = journey.site(site).raids.clone();
    for (number, raid) in raids.iter().enumerate() {
        play(&mut world, raid, number);
    }
    for attempt in 0..catalog.rules.mess.parties {
        if !journey.site(site).raids.is_empty() && after_raid::has_left_enough(&world) {
            break;
        }
        let raid = arriving_party(journey, attempt, &level, atlas, &catalog);
        play(&mut world, &raid, journey.site(site).raids.len());
        let report = world.dawn_report().cloned().unwrap_or_default();
        outcome::note(journey, site, raid, &report, atlas, &catalog, events);
    }
    let is_fresh = journey.site(site).raids.last().is_some_and(|raid| raid.night == journey.night);
    if !is_fresh {
        after_raid::send_home(&mut world);
    }
    build::begin_night(&mut world, &level, kind);
    let certificate = certify(&mut world).map_err(|why| GenError::Unworkable {
        kind: level.kind.clone(),
        seed,
        reason: why.to_string(),
    })?;
    hand_out(&mut world, kind, &certificate, kept);
    journey.expected = dawn_party::choose(journey, atlas, site, seed, &catalog);
    Ok(world)
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
        let number = u64::from(journey.night) << 8 | u64::from(attempt);
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

fn hand_out(world: &mut World, kind: &LevelKind, certificate: &WorkCertificate, kept: PerSupply) {
    build::hand_out(world, kind, certificate);
    let mut supplies = world.belongings().supplies;
    for (supply, kept) in supplies.0.iter_mut().zip(kept.0) {
        *supply = supply.saturating_add(kept);
    }
    world.set_supplies(supplies);
}

/// The supplies that are brought from the last site.
fn kept_supplies(belongings: &Belongings, catalog: &Catalog) -> PerSupply {
    PerSupply(belongings.supplies.0.map(|count| count.min(catalog.campaign.keeps)))
}

/// What the player brings to a floor: without what belongs to the floor before, and rested.
fn arriving(run: &RunState, catalog: &Catalog) -> RunState {
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
