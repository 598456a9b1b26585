//! The floors of sites: generated from the seed and the site, raided by all who came, in order, and then worked on by the player.

mod arrival;
mod floor_levels;
mod memory;
mod raids;
mod store;

use crate::sim::campaign::tenants::{self, Household};
use crate::sim::campaign::{champion, dawn_party, extra_orders, generated, outcome, prowlers};
use crate::sim::prelude::*;
use crate::sim::shift::build;
use crate::sim::shift::raid::{after_raid, party};
use crate::sim::solver::certificate::{Unsolvable, WorkCertificate};
use floor_levels::levels;
use levels::{GenError, Level, find_kind};
use raids::play;

pub(super) use arrival::{arriving, kept_supplies};
pub(super) use floor_levels::empty_floor;
pub(super) use memory::of_night as memory_of_night;
pub(super) use raids::{before_last, raid};
pub(super) use store::store;

/// The most jobs that are done for the player because no order of work gets to them.
const MAX_MENDED_JOBS: usize = 64;

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
    // The night before is played again as if nobody had worked in it, but nothing is found twice.
    if journey.has_worked_at(site) {
        floors.iter_mut().for_each(after_raid::strip);
    }
    let household = tenants::of_site(journey, atlas, site);
    for id in journey.settlers(site).collect::<Vec<_>>() {
        journey.person_mut(id).met = Some(journey.night);
    }
    let mut needs = SiteNeeds::default();
    for (floor, level) in levels.iter().enumerate() {
        let lives_here = household.as_ref().filter(|_| floor + 1 == levels.len());
        let world = &mut floors[floor];
        let record = journey.site(site);
        let memory = record.memory.floors.get(floor);
        if let Some(memory) = memory {
            memory::open_gates(world, memory);
        }
        needs.add(&prepare(world, level, journey, lives_here)?);
        if let Some(memory) = memory {
            let is_raided_since = record.raids.len() > usize::from(record.memory.raids);
            memory::recall(world, memory, is_raided_since);
        }
    }
    let kind = find_kind(&levels[0].kind, &catalog)?;
    for (world, level) in floors.iter_mut().zip(&levels) {
        prowlers::come_in(world, level, kind, levels.len(), journey);
    }
    let mut world = needs.hand_out(floors, kind, kept, journey);
    bring_along(&mut world, journey);
    journey.expected = dawn_party::at_dawn(journey, atlas, site, seed, &catalog);
    journey.closet_orders = extra_orders::hang(journey, atlas.site(site).depth, seed, &catalog);
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

/// Who comes on the day before the player's night because nobody else did: of the cast, or strangers if nobody of the cast can, or
/// if those have been and left too little to do. So whoever is told of as coming at dawn has not been there by day.
fn arriving_party(
    journey: &Journey,
    attempt: u32,
    level: &Level,
    atlas: &Atlas,
    catalog: &Catalog,
) -> SiteRaid {
    let (site, seed) = (journey.at, level.seed);
    let members = match attempt {
        0 => dawn_party::by_day(journey, atlas, site, seed, catalog),
        _ => Vec::new(),
    };
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
