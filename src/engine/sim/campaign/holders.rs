//! Persons who hold a site: who moves into the Deep Seat, and the household on the last floor of a
//! site on the first turn of the night.
//!
//! The rule of the Deep Seat, which the roll tells too:
//!
//! 1. When the player enters the Seat and nobody holds it, the best of the cast who still raids
//!    moves in, rested or not: the highest level, then the most raids left by the exit, then the
//!    most chests, then the lowest id; nobody below a level.
//! 2. The best of their friends who still raid move in with them, up to a number.
//! 3. If nobody is good enough, the next stand-in of the data holds it; after the last of them the
//!    chair is empty.
//! 4. Once the player has worked at a depth of the data, whoever would move in comes to the
//!    player's next dawn, unless they have been at one before, or owe the player something.
//! 5. Who holds it stays until they are dead or driven off. Friends who are left then raid again,
//!    and the next to enter is 1.

use std::cmp::Reverse;

use crate::sim::campaign::journey_ref::{JourneyMut, JourneyRef};
use crate::sim::prelude::*;
use crate::sim::state::journey::{BeatenHolder, Leg};
use crate::sim::state::shift::Tenant;
use crate::sim::units::Holder;
use levels::{Level, Thing, ThingKind};

/// Nights of rest for friends of a beaten holder, as after a bad raid.
const NIGHTS_OF_REST: i16 = 3;

/// The order of persons from the best on.
pub(crate) fn rank(id: PersonId, person: &Person) -> impl Ord + use<> {
    let record = &person.record;
    (Reverse(person.level), Reverse(record.through), Reverse(record.chests), id)
}

impl Journey {
    /// The best of the cast who still raids, and is good enough for the Deep Seat.
    pub(crate) fn heir(&self, catalog: &Catalog) -> Option<PersonId> {
        let min_level = catalog.campaign.seat.min_level;
        let fits = |person: &Person| person.is_raiding() && person.level >= min_level;
        let fit = self.persons().filter(|(_, person)| fits(person));
        fit.min_by_key(|&(id, person)| rank(id, person)).map(|(id, _)| id)
    }

    /// Who would move into the Deep Seat now; `None` when all stand-ins are beaten too.
    fn next_holder(&self, catalog: &Catalog) -> Option<Holder> {
        if let Some(id) = self.heir(catalog) {
            return Some(Holder::Person(id));
        }
        let is_stand_in = |own: &&BeatenHolder| own.holder.person().is_none();
        let before = self.seat.beaten.iter().filter(is_stand_in).count();
        let is_left = before < catalog.campaign.seat.stand_ins.len();
        is_left.then_some(Holder::StandIn(before as u8))
    }

    /// The best of somebody's friends who still raid, up to a number.
    fn companions(&self, of: PersonId, max: u8) -> Vec<PersonId> {
        let friends = self.person(of).friends.iter().copied();
        let mut friends: Vec<PersonId> =
            friends.filter(|&id| self.person(id).is_raiding()).collect();
        friends.sort_by_key(|&id| rank(id, self.person(id)));
        friends.truncate(max.into());
        friends
    }

    /// Those who stand by the holder of the Deep Seat, in the order of their ids.
    fn company_at_seat(&self) -> Vec<PersonId> {
        let is_seated = |person: &Person| matches!(person.fate, PersonFate::Seated { .. });
        let holder = self.seat.holder.and_then(Holder::person);
        let seated = self.persons().filter(|(_, person)| is_seated(person));
        seated.map(|(id, _)| id).filter(|&id| Some(id) != holder).collect()
    }

    pub(crate) fn settled_leader(&self, site: SiteId) -> Option<PersonId> {
        self.settlers(site).min_by_key(|&id| rank(id, self.person(id)))
    }

    /// Somebody who stood by a friend goes back to what they did before.
    pub(super) fn raid_again(&mut self, id: PersonId) {
        let night = self.night;
        let person = self.person_mut(id);
        person.fate = PersonFate::Raiding;
        person.rested_on = person.rested_on.max(night + NIGHTS_OF_REST);
    }
}

impl JourneyRef<'_> {
    /// Who comes to the player's dawn because they would hold the Deep Seat, to see who keeps these
    /// floors.
    pub(crate) fn caller(self, site: SiteId) -> Option<PersonId> {
        let (atlas, from) = (self.atlas, self.catalog.campaign.seat.calls_from);
        let is_deep =
            |leg: &Leg| matches!(*leg, Leg::Work { site, .. } if atlas.site(site).depth.0 >= from);
        let is_due =
            site != atlas.goal() && self.seat.holder.is_none() && self.trail.iter().any(is_deep);
        let is_new =
            |person: &Person| person.record.met_player == 0 && person.stance != Stance::Debt;
        self.heir(self.catalog).filter(|&id| is_due && is_new(self.person(id)))
    }

    /// Who holds a site; at the Deep Seat, once somebody has moved in. Of those who have settled at
    /// another site the best leads.
    pub(super) fn household(self, site: SiteId) -> Option<Household> {
        if site == self.atlas.goal() {
            let holder = self.seat.holder?;
            return Some(Household { holder, companions: self.company_at_seat() });
        }
        let leader = self.settled_leader(site)?;
        let companions = self.settlers(site).filter(|&id| id != leader).collect();
        Some(Household { holder: Holder::Person(leader), companions })
    }
}

impl JourneyMut {
    /// Somebody moves into the Deep Seat, unless it is held; the player sees who is there.
    pub(super) fn take_seat(&mut self) {
        let night = self.night;
        if self.seat.holder.is_none() {
            let Some(holder) = self.next_holder(&self.catalog) else { return };
            let mut company = Vec::new();
            if let Holder::Person(id) = holder {
                company = self.companions(id, self.catalog.campaign.seat.companions);
                for id in company.iter().copied().chain([id]) {
                    self.person_mut(id).fate = PersonFate::Seated { night };
                }
            }
            self.seat.holder = Some(holder);
            self.tell(JourneyEvent::SeatTaken { holder, companions: company.len() as u8 });
        }
        for person in &mut self.cast {
            if let PersonFate::Seated { .. } = person.fate {
                person.met = Some(night);
            }
        }
    }

    /// The holder of the Deep Seat is beaten; what has become of the person was noted. Friends who
    /// are left raid again.
    pub(super) fn clear_seat(&mut self, by: Option<Harm>) {
        let Some(holder) = self.seat.holder else { return };
        for id in self.company_at_seat() {
            self.raid_again(id);
        }
        let night = self.night;
        self.seat.holder = None;
        self.seat.beaten.push(BeatenHolder { holder, night, by });
        self.tell(JourneyEvent::SeatCleared { holder, by });
    }
}

pub(super) struct Household {
    pub holder: Holder,
    pub companions: Vec<PersonId>,
}

/// The household takes its place on the last floor of its site: the boss where the level has one,
/// or else as far from both ends of the way as can be, and the others around. Only the holder of
/// the Deep Seat calls for more.
pub(super) fn move_in(world: &mut World, level: &Level, journey: &Journey, household: &Household) {
    let is_boss = |name: &str| {
        let kind = world.catalog.find_actor(name);
        kind.is_some_and(|kind| world.catalog.actor(kind).boss.is_some())
    };
    let planned = level.things_of(ThingKind::Actor).find(|thing| is_boss(&thing.name));
    let at = planned.map_or_else(|| remotest(world), Thing::pos);
    let calls =
        household.holder.person().is_none() || journey.seat.holder == Some(household.holder);
    let phase = if calls { 0 } else { Boss::CALLED_PARTY };
    let duty = Duty::Boss(Boss { phase, ..Boss::default() });
    if !put(world, journey, household.holder, duty, at) {
        return;
    }
    for &id in &household.companions {
        put(world, journey, Holder::Person(id), Duty::None, at);
    }
    world.set_threats(crate::sim::travel::threats_in_sight(world));
}

/// Puts somebody on the floor, as strong as their level makes them. False if there is no room.
fn put(world: &mut World, journey: &Journey, holder: Holder, duty: Duty, at: Pos) -> bool {
    let Some(pos) = world.nearest_free(at) else { return false };
    let catalog = world.catalog.clone();
    let person = holder.person().map(|id| journey.person(id));
    let (class, level) = match holder {
        Holder::Person(id) => (journey.person(id).class, journey.person(id).level),
        Holder::StandIn(place) => {
            let own = &catalog.campaign.seat.stand_ins[usize::from(place)];
            (own.class.id, own.level)
        }
    };
    let class = catalog.class(class);
    let is_boss = matches!(duty, Duty::Boss(_));
    let kind = if is_boss { class.boss.id } else { class.guard.id };
    let actor = world.spawn(kind, pos);
    world.set_duty(&actor, duty);
    let (percent, _) = catalog.campaign.tenants.at(level);
    let health = (catalog.actor(kind).health * percent / 100).max(1);
    let vitals = &mut world.hot_mut(actor.entity).vitals;
    (vitals.health, vitals.max_health) = (health, health);
    world.shift.tenants.push(Tenant {
        id: actor.id,
        holder,
        level,
        kit: person.and_then(|person| person.kit),
        carries: person.and_then(|person| person.carries),
        wary: person.map_or(TrapSet::default(), |person| person.wary),
        fate: Fate::Inside,
    });
    true
}

/// The free cell that is farthest from the nearer end of the way through the floor.
fn remotest(world: &World) -> Pos {
    let floor = &world.floor;
    let open = &floor.passable;
    let mut field = DistanceField::new();
    field.spread(open, [floor.start, floor.exit], Moves::Eight, DistanceField::MAX_DISTANCE);
    let is_free = |pos: &Pos| !world.is_occupied(*pos) && floor.fixture(*pos).is_none();
    let steps = |pos: Pos| field.get(pos);
    let reached = open.iter().filter(|&pos| steps(pos) != DistanceField::UNREACHABLE);
    reached.filter(is_free).max_by_key(|&pos| (steps(pos), pos)).unwrap_or(floor.exit)
}

impl World {
    /// Who an actor is that holds this floor, or stands by who does.
    pub(crate) fn holder_of(&self, id: ActorId) -> Option<Holder> {
        self.tenant(id).map(|tenant| tenant.holder)
    }

    /// The household of the site as the night has left it so far, on whichever of its floors it is;
    /// the boss first.
    pub(crate) fn site_tenants(&self) -> Vec<Tenant> {
        let stored = self.journey().into_iter().flat_map(|journey| &journey.floors);
        let all = stored.flat_map(|stored| &stored.shift.tenants).chain(&self.shift.tenants);
        all.copied().collect()
    }
}
