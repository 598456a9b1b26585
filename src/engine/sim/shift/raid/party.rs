//! Who comes: a party drawn by the depth, let in at the start, and given what it carries; and how
//! long a raid lasts.

use crate::sim::prelude::*;
use crate::sim::state::journey::records::{Entrant, EntrantPerson};

/// Members of a party that go together.
const TEAM_SIZE: usize = 2;

/// Parties that come one after the other at a dawn of strangers.
const PARTIES_AT_DAWN: u64 = 2;

/// A party of strangers that dares a depth, in search of every room.
pub fn draw_party(stream: &mut Stream, depth: Depth, catalog: &Catalog) -> RaidParty {
    let deepest =
        catalog.parties.iter().map(|party| party.depths.last()).max().unwrap_or(Depth::FIRST);
    let depth = depth.min(deepest);
    let weights = catalog
        .parties
        .iter()
        .map(|party| if party.depths.contains(depth) { party.weight } else { 0 });
    let kind = PartyKindId(stream.weighted(weights).unwrap_or(0) as u16);
    RaidParty { kind, want: Want::Chart, members: draw_members(stream, kind, depth, catalog) }
}

/// The members of a party of strangers: the leader first.
pub(crate) fn draw_members(
    stream: &mut Stream,
    party: PartyKindId,
    depth: Depth,
    catalog: &Catalog,
) -> Vec<Entrant> {
    let mut members = Vec::new();
    for member in &catalog.parties[usize::from(party.0)].members {
        let (kind, (min, max)) = (member.kind.id, member.count);
        for _ in 0..stream.range(min.into(), max.into()) {
            let kit = draw_kit(stream, kind, depth, catalog);
            members.push(Entrant { kind, kit, person: None });
        }
    }
    members
}

/// Something of the kit of a kind of raider, now and then.
fn draw_kit(
    stream: &mut Stream,
    kind: ActorKindId,
    depth: Depth,
    catalog: &Catalog,
) -> Option<Stack> {
    let kit = &catalog.actor(kind).raider.as_ref()?.kit;
    if !stream.percent(catalog.rules.raiders.kit) {
        return None;
    }
    let weights = kit.iter().map(|own| if own.depths.contains(depth) { own.weight } else { 0 });
    let item = kit[stream.weighted(weights)?].item.id;
    let (min, max) = catalog.item(item).stack;
    Some(Stack { kind: item, count: stream.range(min.into(), max.into()) as u16 })
}

/// What a party of a kind comes for.
fn draw_want(stream: &mut Stream, party: PartyKindId, catalog: &Catalog) -> Want {
    let wants = &catalog.parties[usize::from(party.0)].wants;
    let weights = wants.iter().map(|&(_, weight)| weight.into());
    stream.weighted(weights).map_or(Want::Through, |place| wants[place].0)
}

/// A party comes in at the start, each on the nearest free cell. It is the first of a raid, or comes
/// after others, whose report goes on.
pub(crate) fn enter(
    world: &mut World,
    party: &RaidParty,
    after: Option<(Turns, RaidReport)>,
    is_of_last_night: bool,
) {
    let start = world.floor.start;
    let (began, mut report) = after.unwrap_or((world.clock(), RaidReport::default()));
    report.parties.push(party.kind);
    let wave = report.parties.len() as u8 - 1;
    let floor = floor_hardiness(world);
    for &entrant in &party.members {
        let Some(place) = world.nearest_free(start) else { continue };
        let actor = world.spawn(entrant.kind, place);
        let max_health = equip(world, &actor, entrant, floor);
        let stranger =
            RaidMember { wave, ..RaidMember::stranger(actor.id, entrant.kind, max_health) };
        report.members.push(match entrant.person {
            Some(EntrantPerson { id, wary, spots, .. }) => {
                RaidMember { person: Some(id), wary, spots, ..stranger }
            }
            None => stranger,
        });
    }
    begin(world, party.want, began, report, is_of_last_night);
    world.emit(RaidEvent::RaidBegan { party: party.kind });
}

/// Those who got through the floor above come in at the start, as they were when they left it.
pub(crate) fn enter_again(world: &mut World, above: &RaidReport, is_of_last_night: bool) {
    let start = world.floor.start;
    let mut report = RaidReport { parties: above.parties.clone(), ..RaidReport::default() };
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
    let want = if is_of_last_night { Want::Chart } else { Want::Through };
    begin(world, want, world.clock(), report, is_of_last_night);
    world.emit(RaidEvent::PartyCameDown);
}

/// The party sets out, with what the sketch tells it, in teams of two.
fn begin(world: &mut World, want: Want, began: Turns, report: RaidReport, is_of_last_night: bool) {
    let Sketch { seen, mut traps, posts } = world.shift.sketch.clone();
    let floor = &world.floor;
    traps.retain(|&pos| floor.armed.contains(pos));
    // Who wants a map has none yet.
    let seen = seen.filter(|_| want != Want::Chart);
    let (width, height) = (floor.width(), floor.height());
    // By the order of the parties, at whatever turn they come in.
    world.deal(report.parties.len() as u32);
    let raid = Raid {
        began,
        entered: world.clock(),
        is_of_last_night,
        key: world.streams.ai.next_u64(),
        want,
        seen: seen.unwrap_or_else(|| Bits::new(width, height)),
        spotted: traps,
        posts,
        report,
        ..Raid::default()
    };
    let inside: Vec<ActorId> = raid.inside().collect();
    let team = |ids: &[ActorId]| Team { members: ids.to_vec(), ..Team::default() };
    let teams = inside.chunks(TEAM_SIZE).map(team).collect();
    world.begin_raid(Raid { teams, ..raid });
}

/// Who goes where a place is held is up to it: percent of the health of their kind for the
/// residents at their posts.
fn floor_hardiness(world: &World) -> i32 {
    let rules = &world.catalog.rules.raiders;
    let at_post = |actor: &&ActorRef| matches!(world.duty(actor.entity), Duty::Guard { .. });
    let guards = world.roster().iter().filter(at_post).count() as i32;
    (rules.guard * guards).min(rules.guards)
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
    let (kit, carries) = (entrant.kit, entrant.person.and_then(|person| person.carries));
    world.set_duty(actor, Duty::Raider(Raider { kit, carries, ..Raider::default() }));
    max_health
}

/// Turns after which a party turns back, and after which it is off the floor wherever its members
/// are.
const TURN_BACK_AFTER_TURNS: u32 = 600;
const MAX_RAID_TURNS: u32 = 900;

/// Ends a raid that is over, or lets the next party in, and turns one back that takes too long.
pub(crate) fn tick(world: &mut World) {
    let Some(raid) = &mut world.shift.raid else { return };
    let turns = world.shift.clock.saturating_sub(raid.entered).0;
    if turns < MAX_RAID_TURNS && raid.report.is_going_on() {
        if turns >= TURN_BACK_AFTER_TURNS && !raid.turned_back {
            raid.turned_back = true;
            world.emit(RaidEvent::RetreatCalled);
        }
        return;
    }
    raid.report.turns = world.shift.clock.saturating_sub(raid.began).0;
    let Some(raid) = world.shift.raid.take() else { return };
    if raid.report.home() > 0 {
        tell(world, &raid);
    }
    let next = raid.report.parties.len();
    if !raid.is_of_last_night
        && let Some(party) = world.parties_at_dawn().get(next)
    {
        enter(world, party, Some((raid.began, raid.report)), false);
        return;
    }
    world.shift.at_dawn = Some(raid.report);
    world.emit(RaidEvent::RaidOver);
}

/// Those who got away tell the next party what they saw.
fn tell(world: &mut World, raid: &Raid) {
    let is_sprung = |fixture| matches!(fixture, Fixture::Trap { armed: false, .. });
    let sprung = world
        .floor
        .fixtures()
        .filter(|&(pos, fixture)| raid.seen.contains(pos) && is_sprung(fixture));
    let traps: Vec<Pos> = sprung.map(|(pos, _)| pos).chain(raid.spotted.iter().copied()).collect();
    let sketch = &mut world.shift.sketch;
    match &mut sketch.seen {
        Some(seen) => seen.union(&raid.seen),
        None => sketch.seen = Some(raid.seen.clone()),
    }
    for pos in traps {
        set_member(&mut sketch.traps, pos, true);
    }
    for &pos in &raid.posts {
        set_member(&mut sketch.posts, pos, true);
    }
}

impl World {
    /// The parties that come at dawn, in their order. On a journey those who are expected of the
    /// cast come in two, if that leaves nobody alone. Strangers are drawn from the seed, the floor
    /// and the depth, so that they are the same whatever the player does.
    pub fn parties_at_dawn(&self) -> Vec<RaidParty> {
        // On a site of several floors those of the first, wherever the player is.
        let floor = FloorKey { floor: 0, ..self.floor_key };
        let stream =
            |wave: u64| Stream::new(self.seed, purpose::DAWN, (floor, self.depth, Ordinal(wave)));
        let draw = |wave, kind| {
            let mut stream = stream(wave);
            let members = draw_members(&mut stream, kind, self.depth, &self.catalog);
            RaidParty { kind, want: draw_want(&mut stream, kind, &self.catalog), members }
        };
        if let Some(journey) = self.journey().filter(|journey| !journey.expected.is_empty()) {
            let expected = journey.expected.iter();
            let members: Vec<Entrant> =
                expected.map(|&id| journey.entrant(id, &self.catalog)).collect();
            let parties = (members.len() / TEAM_SIZE).clamp(1, PARTIES_AT_DAWN as usize);
            let kind = self.catalog.cast.party.id;
            let party = |(wave, members): (u64, &[Entrant])| {
                let want = draw_want(&mut stream(wave), kind, &self.catalog);
                RaidParty { kind, want, members: members.to_vec() }
            };
            return (0..).zip(members.chunks(members.len().div_ceil(parties))).map(party).collect();
        }
        if self.shift.tutor.is_some() {
            return vec![draw(0, self.catalog.tutorial.floor.party.id)];
        }
        let party = |wave| {
            let mut stream = stream(wave);
            let RaidParty { kind, mut members, .. } =
                draw_party(&mut stream, self.depth, &self.catalog);
            let (min, max) = self.catalog.rules.raid.members;
            members.truncate(stream.range(min, max) as usize);
            RaidParty { kind, want: draw_want(&mut stream, kind, &self.catalog), members }
        };
        (0..PARTIES_AT_DAWN).map(party).collect()
    }
}
