//! The floors of sites: generated from the seed and the site, raided by all who came, in order, and
//! then worked on by the player.

use crate::sim::campaign::holders;
use crate::sim::campaign::holders::Household;
use crate::sim::campaign::journey_ref::{JourneyMut, JourneyRef};
pub(super) use crate::sim::campaign::site_floor::nights::of_night as memory_of_night;
pub(crate) use crate::sim::campaign::site_floor::raids::before_last_raid;
pub(super) use crate::sim::campaign::site_floor::raids::generate_right;
use crate::sim::campaign::site_floor::raids::{play, store};
use crate::sim::prelude::*;
use crate::sim::shift::build;
use crate::sim::shift::build::{Mess, Provisions};
use crate::sim::shift::raid::{after_raid, party};
use crate::sim::solver::certificate::{Unsolvable, WorkCertificate};
use crate::sim::state::belongings::Belongings;
use levels::{GenError, Level, find_kind};

mod nights;
mod raids;

/// The most jobs that are done for the player because no order of work gets to them.
const MAX_MENDED_JOBS: usize = 64;

/// The floors of the site where the player is, on the first turn of the night's work: the first one
/// is in play. Where nobody has left enough to do, whoever is near comes on that day.
///
/// # Errors
/// A level cannot be generated, or the work on it cannot be done.
pub(super) fn begin_work(own: &mut JourneyMut, before: &World) -> Result<World, GenError> {
    let (site, catalog) = (own.at, own.catalog.clone());
    let levels = own.read().levels(site)?;
    let mut floors: Vec<World> = levels.iter().map(|level| arrive_on(level, before, 0)).collect();
    if site == own.atlas.goal() {
        own.take_seat();
    }
    raid_all(own, &mut floors, &levels[0]);
    // The night before is played again as if nobody had worked in it, but nothing is found twice.
    if own.has_worked_at(site) {
        floors.iter_mut().for_each(after_raid::strip);
    }
    let household = own.read().household(site);
    for id in own.settlers(site).collect::<Vec<_>>() {
        own.person_mut(id).met = Some(own.night);
    }
    let mut work = Vec::new();
    for (floor, level) in levels.iter().enumerate() {
        let lives_here = household.as_ref().filter(|_| floor + 1 == levels.len());
        let world = &mut floors[floor];
        let record = own.site(site);
        let memory = record.memory.floors.get(floor);
        if let Some(memory) = memory {
            nights::open_gates(world, memory);
        }
        work.push(prepare(world, level, own, lives_here)?);
        if let Some(memory) = memory {
            let is_raided_since = record.raids.len() > usize::from(record.memory.raids);
            if !is_raided_since {
                nights::set_kits(world, memory);
            }
            nights::recall(world, memory, is_raided_since);
        }
    }
    let kind = find_kind(&levels[0].kind, &catalog)?;
    for (world, level) in floors.iter_mut().zip(&levels) {
        nights::come_in(world, level, kind, levels.len(), own);
    }
    own.expected = own.read().party_at_dawn(site);
    if own.read().seen_elsewhere().is_some() {
        floors.iter_mut().for_each(sketch_by_hearsay);
    }
    let kept = kept_supplies(&before.run.belongings, &catalog);
    let mut world = hand_out(&work, floors, kind, kept, own);
    bring_along(&mut world, own);
    own.closet_orders = own.read().closet_orders_tonight();
    Ok(world)
}

/// The floor of a level at which the player arrives, hungry by so much health; they are off it.
pub(super) fn arrive_on(level: &Level, before: &World, hunger: i32) -> World {
    let run = arriving(&before.run, &before.catalog);
    let mut floor = build::pristine(level, &Mess::default(), run, before.seed, &before.catalog);
    let carried = before.vitals(before.player());
    let vitals = &mut floor.hot_mut(floor.player()).vitals;
    (vitals.health, vitals.max_health) = (carried.health - hunger, carried.max_health);
    floor
}

/// Puts a floor off any site into play: its plan is known, and the journey goes along.
pub(super) fn put_into_play(world: &mut World, mut floor: World) {
    floor.learn_plan();
    floor.update_sight();
    floor.events = std::mem::take(&mut world.events);
    let (journey, atlas) = world.take_journey();
    floor.set_journey(journey, atlas);
    *world = floor;
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

pub(super) fn kept_supplies(belongings: &Belongings, catalog: &Catalog) -> PerSupply {
    PerSupply(belongings.supplies.0.map(|count| count.min(catalog.campaign.keeps)))
}

/// What the road has left the player with: statuses, and a resident that comes along.
fn bring_along(world: &mut World, journey: &mut Journey) {
    let player = world.player();
    for (status, turns) in journey.next_statuses.drain(..) {
        let own = &mut world.hot_mut(player).statuses;
        let left = &mut own.0[status as usize];
        *left = (*left).max(turns);
    }
    let Some(kind) = journey.follower.take() else { return };
    if let Some(pos) = world.nearest_free(world.floor.start) {
        let follower = world.spawn(kind, pos);
        world.set_duty(&follower, Duty::Guard { post: pos });
        world.shift.prepared.led = Some(follower.id);
    }
}

/// Plays all raids that the site has seen, and lets others come as long as too little is left to
/// do.
fn raid_all(own: &mut JourneyMut, floors: &mut [World], level: &Level) {
    let site = own.at;
    for (number, raid) in own.site(site).raids.iter().enumerate() {
        play(floors, raid, number);
    }
    for attempt in 0..own.catalog.rules.mess.parties {
        let is_raided = !own.site(site).raids.is_empty();
        if is_raided && floors.iter().any(after_raid::has_left_enough) {
            break;
        }
        let raid = own.read().arriving_party(attempt, level);
        let report = play(floors, &raid, own.site(site).raids.len());
        own.note_raid(site, raid, &report);
    }
    let is_fresh = own.site(site).raids.last().is_some_and(|raid| raid.night == own.night);
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
        holders::move_in(world, level, journey, household);
    }
    certify(world).map_err(|why| GenError::Unworkable {
        kind: level.kind.clone(),
        seed: level.seed,
        reason: why.to_string(),
    })
}

/// Hands out the supplies for all floors of a site, sets par and dawn, and puts the first floor
/// into play. `work` is that of each floor.
fn hand_out(
    work: &[WorkCertificate],
    mut floors: Vec<World>,
    kind: &LevelKind,
    kept: PerSupply,
    journey: &mut Journey,
) -> World {
    let mut provisions = Provisions::default();
    floors.iter().zip(work).for_each(|(floor, work)| provisions.add(floor, work));
    for (number, floor) in floors.iter_mut().enumerate() {
        provisions.hand_out(floor, kind);
        if number > 0 {
            floor.take_player_off();
        }
    }
    let mut world = store(floors, journey);
    let mut supplies = world.belongings().supplies;
    for (supply, kept) in supplies.0.iter_mut().zip(kept.0) {
        *supply = supply.saturating_add(kept);
    }
    world.run.belongings.supplies = supplies;
    world
}

/// Whoever comes has seen a site of the kind, and takes it that this one is like it: chests and
/// posts are on the sketch.
fn sketch_by_hearsay(world: &mut World) {
    let (width, height) = (world.floor.width(), world.floor.height());
    let sketch = &mut world.shift.sketch;
    let seen = sketch.seen.get_or_insert_with(|| Bits::new(width, height));
    for (at, fixture) in world.floor.fixtures() {
        match fixture {
            Fixture::Chest { .. } => _ = seen.insert(at),
            Fixture::Post { .. } => {
                seen.insert(at);
                set_member(&mut sketch.posts, at, true);
            }
            _ => {}
        }
    }
}

impl JourneyRef<'_> {
    /// Somebody of those who are expected who has raided another site of the kind that the player
    /// has worked, and that site.
    pub(crate) fn seen_elsewhere(self) -> Option<(PersonId, SiteId)> {
        let kind = |site| &self.atlas.site(site).kind;
        let alike = self.all_sites().filter(|&(site, own)| {
            let is_worked = matches!(own.state, SiteState::Worked { .. });
            site != self.at && is_worked && kind(site) == kind(self.at)
        });
        let alike: Vec<_> = alike.collect();
        self.expected.iter().find_map(|&id| {
            let was_there = |raid: &SiteRaid| {
                let mut members = raid.party.members.iter().filter_map(|own| own.person);
                members.any(|person| person.id == id)
            };
            let seen = alike.iter().find(|(_, own)| own.raids.iter().any(was_there));
            seen.map(|&(site, _)| (id, site))
        })
    }

    /// A raid of the cast on this night that is still to be played, the leader first.
    pub(super) fn raid_of_cast(self, members: &[PersonId]) -> SiteRaid {
        let members = members.iter().map(|&id| self.entrant(id, self.catalog)).collect();
        let party = RaidParty { kind: self.catalog.cast.party.id, want: Want::Chart, members };
        SiteRaid { night: self.night, party, fallen: 0, chests: 0 }
    }

    /// Who comes on the day before the player's night because nobody else did: of the cast, or
    /// strangers if nobody of the cast can, or if those have been and left too little to do. So
    /// whoever is told of as coming at dawn has not been there by day.
    fn arriving_party(self, attempt: u32, level: &Level) -> SiteRaid {
        let members = if attempt == 0 { self.party_by_day(self.at) } else { Vec::new() };
        if !members.is_empty() {
            return self.raid_of_cast(&members);
        }
        let number = u64::from(self.night.cast_unsigned()) << 8 | u64::from(attempt);
        let part = (level.floor, level.depth, Ordinal(number));
        let mut stream = Stream::new(self.seed, purpose::RAID, part);
        let party = party::draw_party(&mut stream, level.depth, self.catalog);
        SiteRaid { night: self.night, party, fallen: 0, chests: 0 }
    }
}

/// An order of all the work. What no order gets to is put right before the player comes.
fn certify(world: &mut World) -> Result<WorkCertificate, Unsolvable> {
    for _ in 0..MAX_MENDED_JOBS {
        match world.certify() {
            Ok(certificate) => return Ok(certificate),
            Err(Unsolvable(step)) if after_raid::mend(world, step.at) => {}
            Err(why) => return Err(why),
        }
    }
    world.certify()
}
