//! Who comes: a party drawn by the depth, let in at the start, and given what it carries; and how
//! long a raid lasts.

use crate::sim::prelude::*;
use crate::sim::state::journey::records::{Entrant, EntrantPerson};

/// A party of strangers that dares a depth, and its members: the leader first.
pub fn draw_party(
    stream: &mut Stream,
    depth: Depth,
    catalog: &Catalog,
) -> (PartyKindId, Vec<Entrant>) {
    let deepest =
        catalog.parties.iter().map(|party| party.depths.last()).max().unwrap_or(Depth::FIRST);
    let depth = depth.min(deepest);
    let weights = catalog
        .parties
        .iter()
        .map(|party| if party.depths.contains(depth) { party.weight } else { 0 });
    let party = PartyKindId(stream.weighted(weights).unwrap_or(0) as u16);
    (party, draw_members(stream, party, catalog))
}

/// The members of a party of strangers: the leader first.
pub(crate) fn draw_members(
    stream: &mut Stream,
    party: PartyKindId,
    catalog: &Catalog,
) -> Vec<Entrant> {
    let mut members = Vec::new();
    for member in &catalog.parties[usize::from(party.0)].members {
        let (min, max) = member.count;
        let count = stream.range(min.into(), max.into());
        members.extend((0..count).map(|_| Entrant::stranger(member.kind.id)));
    }
    members
}

/// The party comes in at the start, each on the nearest free cell.
pub(crate) fn enter(
    world: &mut World,
    party: PartyKindId,
    members: &[Entrant],
    is_of_last_night: bool,
) {
    let start = world.floor.start;
    let mut report = RaidReport { party: Some(party), ..RaidReport::default() };
    let floor = floor_hardiness(world);
    for &entrant in members {
        let Some(place) = world.nearest_free(start) else { continue };
        let actor = world.spawn(entrant.kind, place);
        let max_health = equip(world, &actor, entrant, floor);
        let stranger = RaidMember::stranger(actor.id, entrant.kind, max_health);
        report.members.push(match entrant.person {
            Some(EntrantPerson { id, wary, spots, .. }) => {
                RaidMember { person: Some(id), wary, spots, ..stranger }
            }
            None => stranger,
        });
    }
    begin(world, report, is_of_last_night);
    world.emit(RaidEvent::RaidBegan { party });
}

/// Those who got through the floor above come in at the start, as they were when they left it.
pub(crate) fn enter_again(world: &mut World, above: &RaidReport, is_of_last_night: bool) {
    let start = world.floor.start;
    let mut report = RaidReport { party: above.party, ..RaidReport::default() };
    for member in above.members.iter().filter(|member| member.fate == Fate::Through) {
        let Some(place) = world.nearest_free(start) else { continue };
        let actor = world.spawn(member.kind, place);
        let vitals = &mut world.hot_mut(actor.entity).vitals;
        (vitals.health, vitals.max_health) = (member.health.max(1), member.max_health);
        let (kit, carries) = (member.kit, member.took);
        world.set_duty(&actor, Duty::Raider(Raider { kit, carries, ..Raider::default() }));
        report.members.push(RaidMember {
            id: actor.id,
            loot: 0,
            fate: Fate::Inside,
            caught: TrapSet::default(),
            ..*member
        });
    }
    begin(world, report, is_of_last_night);
    world.emit(RaidEvent::PartyCameDown);
}

fn begin(world: &mut World, report: RaidReport, is_of_last_night: bool) {
    let (width, height) = (world.floor.width(), world.floor.height());
    let raid = Raid {
        began: world.clock(),
        is_of_last_night,
        key: world.streams.ai.next_u64(),
        seen: Bits::new(width, height),
        report,
        ..Raid::default()
    };
    world.begin_raid(raid);
}

/// Who goes where a place is held is up to it: percent of the health of their kind for the
/// residents at their posts.
fn floor_hardiness(world: &World) -> i32 {
    let rules = &world.catalog.rules.raiders;
    let at_post = |actor: &&ActorRef| matches!(world.duty(actor.entity), Duty::Guard { .. });
    let guards = world.roster().iter().filter(at_post).count() as i32;
    (rules.guard * guards).min(rules.guards)
}

pub(crate) fn health_at_dawn(world: &World) -> i32 {
    let (_, members) = world.party_at_dawn();
    let floor = floor_hardiness(world);
    members.iter().map(|&entrant| health_of(world, entrant, floor)).sum()
}

/// The health of a raider, with the percentage that the floor adds: persons are as hardy as their
/// level makes them and have less of it if they are tired, strangers are as hardy as the depth
/// asks.
fn health_of(world: &World, entrant: Entrant, floor: i32) -> i32 {
    let rules = &world.catalog.rules.raiders;
    let level = entrant.person.map_or(world.depth.0, |person| person.level);
    let percent = rules.health + rules.deeper * i32::from(level) + floor;
    let hardiness = entrant.person.map_or(100, |_| world.catalog.cast.hardiness);
    let share = entrant.person.map_or(100, |person| i32::from(person.health));
    let rested = world.catalog.actor(entrant.kind).health * percent / 100 * hardiness / 100;
    (rested * share / 100).max(1)
}

/// They bring something along. Returns their health.
fn equip(world: &mut World, actor: &ActorRef, entrant: Entrant, floor: i32) -> i32 {
    let max_health = health_of(world, entrant, floor);
    let vitals = &mut world.hot_mut(actor.entity).vitals;
    (vitals.health, vitals.max_health) = (max_health, max_health);
    let (kit, carries) = match entrant.person {
        Some(person) => (person.kit, person.carries),
        None => (draw_kit(world, entrant.kind), None),
    };
    world.set_duty(actor, Duty::Raider(Raider { kit, carries, ..Raider::default() }));
    max_health
}

/// Something of the kit of a kind of raider, now and then.
fn draw_kit(world: &mut World, kind: ActorKindId) -> Option<Stack> {
    let catalog = world.catalog.clone();
    let kit = &catalog.actor(kind).raider.as_ref()?.kit;
    let (depth, percent) = (world.depth, world.catalog.rules.raiders.kit);
    if !world.streams.floor.percent(percent) {
        return None;
    }
    let weights = kit.iter().map(|own| if own.depths.contains(depth) { own.weight } else { 0 });
    let item = kit[world.streams.floor.weighted(weights)?].item.id;
    let (min, max) = world.catalog.item(item).stack;
    let count = world.streams.floor.range(min.into(), max.into()) as u16;
    Some(Stack { kind: item, count })
}

/// Turns after which a party turns back, and after which the raid is over wherever its members are.
const TURN_BACK_AFTER_TURNS: u32 = 600;
const MAX_RAID_TURNS: u32 = 900;

/// Ends a raid that is over, and turns one back that takes too long.
pub(crate) fn tick(world: &mut World) {
    let Some(raid) = &mut world.shift.raid else { return };
    let turns = world.shift.clock.saturating_sub(raid.began).0;
    if turns < MAX_RAID_TURNS && raid.report.is_going_on() {
        if turns >= TURN_BACK_AFTER_TURNS && raid.heading != Heading::Home {
            raid.heading = Heading::Home;
            world.emit(RaidEvent::RetreatCalled);
        }
        return;
    }
    raid.report.turns = turns;
    world.shift.at_dawn = world.shift.raid.take().map(|raid| raid.report);
    world.emit(RaidEvent::RaidOver);
}

impl World {
    /// The party that comes at dawn, and its members, the leader first. On a journey it is who is
    /// expected of the cast. Strangers are drawn from the seed, the floor and the depth, so that
    /// they are the same whatever the player does.
    pub fn party_at_dawn(&self) -> (PartyKindId, Vec<Entrant>) {
        if let Some(journey) = self.journey().filter(|journey| !journey.expected.is_empty()) {
            let members = journey.expected.iter().map(|&id| journey.entrant(id, &self.catalog));
            return (self.catalog.cast.party.id, members.collect());
        }
        if self.shift.tutor.is_some() {
            let party = self.catalog.tutorial.floor.party.id;
            let mut stream = Stream::new(self.seed, purpose::DAWN, (self.floor_key, self.depth));
            return (party, draw_members(&mut stream, party, &self.catalog));
        }
        // On a site of several floors that of the first, wherever the player is.
        let floor = FloorKey { floor: 0, ..self.floor_key };
        let mut stream = Stream::new(self.seed, purpose::DAWN, (floor, self.depth));
        draw_party(&mut stream, self.depth, &self.catalog)
    }
}
