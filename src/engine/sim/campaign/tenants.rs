//! Persons who hold a site: the boss of its last floor and the friends beside them, put there on the first turn of the night,
//! and what has become of them at its end.

use crate::sim::campaign::champion;
use crate::sim::prelude::*;
use crate::sim::state::tenant::Tenant;
use crate::sim::units::Holder;
use content::HeroClassId;
use levels::{Level, Thing, ThingKind};

use super::outcome;

/// Who holds a site, and who stands by them.
pub(super) struct Household {
    pub holder: Holder,
    pub companions: Vec<PersonId>,
}

/// Who holds a site; at the Deep Seat, once somebody has moved in. Of those who have settled at another site the best leads.
pub(super) fn of_site(journey: &Journey, atlas: &Atlas, site: SiteId) -> Option<Household> {
    if site == atlas.goal() {
        let holder = journey.seat.holder?;
        return Some(Household { holder, companions: champion::company(journey) });
    }
    let leader = settled_leader(journey, site)?;
    let companions = journey.settlers(site).filter(|&id| id != leader).collect();
    Some(Household { holder: Holder::Person(leader), companions })
}

/// Who leads those that have settled at a site.
pub(crate) fn settled_leader(journey: &Journey, site: SiteId) -> Option<PersonId> {
    journey.settlers(site).min_by_key(|&id| champion::rank(id, journey.person(id)))
}

/// The household takes its place on the last floor of its site: the boss where the level has one, or else as far from both
/// ends of the way as can be, and the others around. Only the holder of the Deep Seat calls for more.
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
    let (class, level): (HeroClassId, u8) = match holder {
        Holder::Person(id) => (journey.person(id).class, journey.person(id).level),
        Holder::StandIn(place) => {
            let own = &catalog.campaign.seat.stand_ins[usize::from(place)];
            (own.class_id, own.level)
        }
    };
    let class = catalog.class(class);
    let is_boss = matches!(duty, Duty::Boss(_));
    let kind: ActorKindId = if is_boss { class.boss_id } else { class.guard_id };
    let actor = world.spawn(kind, pos);
    world.set_duty(&actor, duty);
    let (percent, _) = catalog.campaign.tenants.at(level);
    let health = (catalog.actor(kind).health * percent / 100).max(1);
    world.change::<Vitals>(actor.entity, |vitals| {
        (vitals.health, vitals.max_health) = (health, health);
    });
    let person = holder.person().map(|id| journey.person(id));
    world.add_tenant(Tenant {
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
    let open = floor.passable();
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

    /// The household of the site as the night has left it so far, on whichever of its floors it is; the boss first.
    pub(crate) fn site_tenants(&self) -> Vec<Tenant> {
        let stored = self.journey().into_iter().flat_map(|journey| &journey.floors);
        let all = stored.flat_map(|stored| &stored.shift.tenants).chain(&self.shift().tenants);
        all.copied().collect()
    }
}

/// Whether the boss of a household is dead or gone; `None` where nobody held the site.
pub(super) fn is_beaten(tenants: &[Tenant]) -> Option<bool> {
    tenants.first().map(|boss| boss.fate != Fate::Inside)
}

/// What the night has made of the household of a site.
pub(super) fn settle_up(
    journey: &mut Journey,
    site: SiteId,
    tenants: &[Tenant],
    events: &mut Vec<Event>,
) {
    let night = journey.night;
    for tenant in tenants {
        let Some(id) = tenant.holder.person() else { continue };
        match tenant.fate {
            Fate::Inside => {}
            Fate::Fell(by) => outcome::bury(journey, id, site, by, events),
            Fate::Through | Fate::Fled => {
                journey.person_mut(id).fate = PersonFate::DrivenOff { night, site };
                events.push(Event::Journey(JourneyEvent::PersonDrivenOff { person: id, site }));
            }
        }
    }
    let Some(boss) = tenants.first().filter(|boss| boss.fate != Fate::Inside) else { return };
    if journey.seat.holder == Some(boss.holder) {
        let by = match boss.fate {
            Fate::Fell(by) => Some(by),
            _ => None,
        };
        champion::clear_seat(journey, by, events);
    } else {
        let left: Vec<PersonId> = journey.settlers(site).collect();
        for id in left {
            champion::raid_again(journey, id);
        }
    }
}
