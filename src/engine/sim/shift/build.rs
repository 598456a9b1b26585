//! The floor of a shift: its mess, its supplies, its condition and its certificate; and raids on a
//! level without a player.

use std::sync::Arc;

use crate::sim::prelude::*;
use crate::sim::shift::raid::party::{draw_members, enter};
use crate::sim::shift::raid::{after_raid, party};
use crate::sim::shift::turn::play_out;
use crate::sim::solver::certificate::WorkCertificate;
use crate::sim::state::cells::ActorRecord;
use crate::sim::state::shift::ShiftState;
use crate::sim::state::world::FloorId;
use content::{ConditionId, ConditionKind};
use levels::{
    GenError, Handout, Level, Request, Thing, ThingKind, Tile, WorkProof, find_kind, generate,
};

/// The world that a setup begins with: the level as the last of the parties left it.
pub(crate) fn world(setup: &Setup, catalog: &Arc<Catalog>) -> Result<World, GenError> {
    let mode = &setup.mode;
    let level = generate(&Request::new(mode.kind(), setup.seed, mode.depth()), catalog)?;
    world_of_level(&level, setup, catalog)
}

/// The world that a setup begins with, on its level.
pub(crate) fn world_of_level(
    level: &Level,
    setup: &Setup,
    catalog: &Arc<Catalog>,
) -> Result<World, GenError> {
    let (mut world, certificate) = raided(level, setup.seed, catalog)?;
    let mut provisions = Provisions::default();
    provisions.add(&world, &certificate);
    provisions.hand_out(&mut world, find_kind(&level.kind, catalog)?);
    world.note_bed();
    Ok(world)
}

/// What a night gives the player for the work on all floors of a site.
#[derive(Default)]
pub(crate) struct Provisions {
    /// What the order takes, and what all of the mess takes, in the order of [`Supply::ALL`].
    asked: [u16; Supply::ALL.len()],
    all: [u16; Supply::ALL.len()],
    par: Turns,
    /// Cells that can be walked on.
    cells: u32,
}

impl Provisions {
    /// Adds a floor, all of whose mess has this certificate.
    pub(crate) fn add(&mut self, world: &World, all: &WorkCertificate) {
        let asked = world.certify_asked();
        let asked = asked.as_ref().unwrap_or(all);
        let add = |sums: &mut [u16], more: &[u16]| {
            sums.iter_mut().zip(more).for_each(|(sum, more)| *sum = sum.saturating_add(*more));
        };
        add(&mut self.asked, &asked.supplies);
        add(&mut self.all, &all.supplies);
        self.par.0 += asked.par.0;
        self.cells += world.floor.passable.iter().count() as u32;
    }

    /// Puts what the order takes into the closet, with some to spare of what more of the mess
    /// takes, and parts for kits; sets par and dawn.
    pub(crate) fn hand_out(&self, world: &mut World, kind: &LevelKind) {
        let rules = &world.catalog.rules;
        let night = rules.night;
        let mut supplies = self.asked;
        let sum: u32 = supplies.iter().map(|&count| u32::from(count)).sum();
        for _ in 0..(sum * night.supply_percent).div_ceil(100) {
            let lacks = |&it: &usize| self.all[it].saturating_sub(supplies[it]);
            if let Some(most) = (0..supplies.len()).rev().max_by_key(lacks) {
                supplies[most] += 1;
            }
        }
        supplies[Supply::Parts as usize] += rules.prepare.spare_parts;
        let work = self.par.0 * night.order_percent / 100;
        let exploring = self.cells * kind.explore_percent / 100;
        let dawn = Turns(work + exploring + night.lever_turns);
        world.run.belongings.supplies = PerSupply(supplies);
        (world.shift.par, world.shift.dawn) = (Some(self.par), dawn);
        world.redraw_risings();
    }
}

/// The work that a night on a level brings, in an order in which all of it can be done.
///
/// # Errors
/// No order gets all of the work done, for any of the parties that were tried.
pub fn certify(level: &Level, catalog: &Arc<Catalog>) -> Result<WorkProof, GenError> {
    let (_, certificate) = raided(level, level.seed, catalog)?;
    let supplies = certificate.handed_out(catalog.rules.night.supply_percent);
    Ok(WorkProof {
        order: certificate.order.iter().map(ToString::to_string).collect(),
        supplies: Handout(Supply::ALL.into_iter().zip(supplies).collect()),
        par: certificate.par.0,
    })
}

/// Whether a player who always does the nearest job first gets all of the same work done.
pub fn nearest_first(level: &Level, catalog: &Arc<Catalog>) -> Result<bool, GenError> {
    let (world, _) = raided(level, level.seed, catalog)?;
    Ok(world.nearest_first().is_ok())
}

/// The world of a level as the night begins, but for what is in the closet, and the certificate of
/// the work. Party after party comes through until there is enough to do, of which all can be done.
fn raided(
    level: &Level,
    seed: Seed,
    catalog: &Arc<Catalog>,
) -> Result<(World, WorkCertificate), GenError> {
    let kind = find_kind(&level.kind, catalog)?;
    let run = RunState::begin(seed, level.depth, catalog);
    let untouched = || pristine(level, &Mess::default(), run.clone(), seed, catalog);
    let mut world = untouched();
    let mut attempt = 0;
    loop {
        world.streams = Streams::of_raid(seed, level.floor, attempt);
        let part = (level.floor, level.depth, Ordinal(attempt.into()));
        let mut stream = Stream::new(seed, purpose::RAID, part);
        let party = party::draw_party(&mut stream, level.depth, catalog);
        party::enter(&mut world, &party, None, true);
        play_out(&mut world, |_| ());
        attempt += 1;
        let is_last = attempt == catalog.rules.mess.parties;
        if !(is_last || after_raid::has_left_enough(&world)) {
            after_raid::pause_between_parties(&mut world);
            continue;
        }
        begin_night(&mut world, level, kind, true);
        match world.certify() {
            Ok(certificate) => return Ok((world, certificate)),
            Err(why) if is_last => {
                return Err(GenError::Unworkable {
                    kind: level.kind.clone(),
                    seed: level.seed,
                    reason: why.to_string(),
                });
            }
            // Another night, then.
            Err(_) => world = untouched(),
        }
    }
}

/// From the end of the last raid to the first turn of the shift: the floor is cleared up, bosses
/// take their places, the upkeeper comes in, and what there is to do is the order.
pub(crate) fn begin_night(world: &mut World, level: &Level, kind: &LevelKind, has_bosses: bool) {
    begin(world);
    after_raid::clear_up(world);
    world.streams = Streams::new(world.seed, level.floor);
    if has_bosses {
        admit_bosses(world, level);
    }
    begin_shift(world, level, kind.plan_known);
}

/// The world of a level in a state that was drawn by hand.
pub(crate) fn from_level(
    level: &Level,
    mess: &Mess,
    setup: &Setup,
    catalog: &Arc<Catalog>,
) -> World {
    let run = RunState::begin(setup.seed, level.depth, catalog);
    let mut world = pristine(level, mess, run, setup.seed, catalog);
    world.run.belongings.supplies = PerSupply(mess.supplies);
    // A level that was drawn by hand may be of no kind.
    let plan_known = find_kind(&level.kind, catalog).is_ok_and(|kind| kind.plan_known);
    admit_bosses(&mut world, level);
    begin_shift(&mut world, level, plan_known);
    world
}

/// The bosses of the level take their places. They come after the raids of the night before, which
/// therefore neither harm them nor draw them away: a boss is there on every floor that has one.
fn admit_bosses(world: &mut World, level: &Level) {
    for thing in level.things.iter().filter(|thing| thing.kind == ThingKind::Actor) {
        let kind = world.catalog.find_actor(&thing.name);
        let Some(kind) = kind.filter(|&kind| world.catalog.actor(kind).boss.is_some()) else {
            continue;
        };
        if let Some(pos) = world.nearest_free(thing.pos()) {
            let boss = world.spawn(kind, pos);
            world.set_duty(&boss, Duty::Boss(Boss::default()));
        }
    }
}

/// The upkeeper comes in.
fn begin_shift(world: &mut World, level: &Level, plan_known: bool) {
    world.put_player_on();
    world.open_shop(level, &[]);
    if plan_known {
        world.learn_plan();
    }
    world.update_sight();
    world.set_threats(crate::sim::travel::threats_in_sight(world));
    world.events.clear();
}

/// The world of a level before anybody has come in.
pub fn pristine(
    level: &Level,
    mess: &Mess,
    run: RunState,
    seed: Seed,
    catalog: &Arc<Catalog>,
) -> World {
    let mut terrain = level.tiles.map(|&tile| match tile {
        Tile::Door | Tile::LockedDoor | Tile::BossDoor => Tile::Floor,
        other => other,
    });
    let start = level.entrance();
    if start != level.start {
        terrain[level.start] = Tile::Floor;
        terrain[start] = Tile::Start;
    }
    let floor = Floor::new(terrain, start, level.exit);
    let shift = ShiftState::new(Turns(catalog.rules.dawn));
    let streams = Streams::new(seed, level.floor);
    let kind = catalog.find_level(&level.kind);
    let id = FloorId { seed, key: level.floor, kind, depth: level.depth };
    let mut world = World::empty(catalog.clone(), id, floor, run, shift, streams);
    let upkeeper = catalog.rules.upkeeper.id;
    let player = ActorRecord::fresh(ActorId::PLAYER, upkeeper, start, ACTION_ENERGY, catalog);
    world.insert(player);
    furnish(&mut world, level, mess);
    world.update_sight();
    world
}

/// Everything that the level has, and the mess that is drawn on it.
fn furnish(world: &mut World, level: &Level, mess: &Mess) {
    for (index, &tile) in level.tiles.cells().iter().enumerate() {
        if let Some(door) = door_of(tile) {
            world.floor.set_fixture(level.tiles.pos_of(index), Some(Fixture::Door(door)));
        }
    }
    for thing in &level.things {
        let fixture = fixture_of(thing, level, mess, &world.catalog);
        if fixture.is_some() {
            world.floor.set_fixture(thing.pos(), fixture);
        }
        match thing.kind {
            ThingKind::Actor => spawn_resident(world, thing),
            _ => place_thing_item(world, thing),
        }
    }
    for &(pos, kind) in &mess.bodies {
        let (min, max) = world.body_rises();
        let rises = Turns(world.streams.floor.range(min as i32, max as i32) as u32);
        world.place_body(pos, Body { kind, rises, by: None, person: None });
    }
    for &pos in &mess.stains {
        world.floor.set_blood(pos, true);
    }
}

/// What is built in where a thing is, if it is that sort of thing.
fn fixture_of(thing: &Thing, level: &Level, mess: &Mess, catalog: &Catalog) -> Option<Fixture> {
    let pos = thing.pos();
    Some(match thing.kind {
        ThingKind::Trap => {
            let kind = catalog.find_trap(&thing.name)?;
            Fixture::Trap { kind, armed: !mess.sprung.contains(&pos) }
        }
        ThingKind::Chest => Fixture::Chest { full: !mess.looted.contains(&pos) },
        ThingKind::Door => match (door_of(level.tiles[pos]), thing.leads_down()) {
            (_, Some(down)) => Fixture::Drop(down),
            // What is locked holds: the raiders had the key, or went another way.
            (Some(locked @ (Door::Locked | Door::Bolted)), _) => Fixture::Door(locked),
            _ if mess.broken.contains(&pos) => Fixture::Door(Door::Broken),
            _ => Fixture::Door(Door::Closed),
        },
        ThingKind::Light => Fixture::Light { lit: !mess.dark.contains(&pos) },
        ThingKind::Closet => Fixture::Closet,
        ThingKind::Chute => Fixture::Chute,
        ThingKind::Well => Fixture::Well,
        ThingKind::Crate => match thing.name.as_str() {
            "wardrobe" => Fixture::Wardrobe,
            "alcove" => Fixture::Alcove,
            _ => Fixture::Crate,
        },
        ThingKind::House => Fixture::House,
        _ => return None,
    })
}

/// Spawns the actor that a thing of the level names: a guard at its post, or a resident without
/// one. Bosses come later.
fn spawn_resident(world: &mut World, thing: &Thing) {
    let pos = thing.pos();
    let Some(kind) = world.catalog.find_actor(&thing.name) else { return };
    if world.catalog.actor(kind).boss.is_some() {
        return;
    }
    let actor = world.spawn(kind, pos);
    if world.kind(&actor).temperament.guards {
        world.set_duty(&actor, Duty::Guard { post: pos });
        world.floor.set_fixture(pos, Some(Fixture::Post { empty: false }));
    }
}

fn place_thing_item(world: &mut World, thing: &Thing) {
    let stack = if thing.kind == ThingKind::Item {
        world.catalog.find_item(&thing.name).map(|kind| {
            let (min, max) = world.catalog.item(kind).stack;
            let count = world.streams.floor.range(min.into(), max.into()) as u16;
            Stack { kind, count }
        })
    } else {
        let opener = opened_by(thing.kind).and_then(|gate| world.catalog.opener(gate));
        opener.map(|kind| Stack { kind, count: 1 })
    };
    if let Some(stack) = stack {
        world.place_item(thing.pos(), stack);
    }
}

fn door_of(tile: Tile) -> Option<Door> {
    match tile {
        Tile::Door => Some(Door::Closed),
        Tile::LockedDoor => Some(Door::Locked),
        Tile::BossDoor => Some(Door::Bolted),
        _ => None,
    }
}

fn opened_by(thing: ThingKind) -> Option<Gate> {
    match thing {
        ThingKind::Key => Some(Gate::LockedDoor),
        ThingKind::BossKey => Some(Gate::BossDoor),
        ThingKind::Feather => Some(Gate::Pit),
        ThingKind::Satchel => Some(Gate::Rubble),
        _ => None,
    }
}

/// What is not as it was made, by place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mess {
    /// Traps that went off.
    pub sprung: Vec<Pos>,
    /// Chests that are empty.
    pub looted: Vec<Pos>,
    /// Doors off their hinges.
    pub broken: Vec<Pos>,
    /// Braziers gone out.
    pub dark: Vec<Pos>,
    /// The dead, and who they were. At most one on a cell, none on a thing.
    pub bodies: Vec<(Pos, ActorKindId)>,
    /// Cells of blood, each once.
    pub stains: Vec<Pos>,
    /// What lies ready in the closet, in the order of [`Supply::ALL`].
    pub supplies: [u16; Supply::ALL.len()],
}

/// Draws the condition of the floor, after the raid and before the order is drawn up: what it
/// spoils is work of this night.
pub(crate) fn begin(world: &mut World) {
    let mut stream = {
        let part = (world.floor_key, world.depth);
        Stream::new(world.seed, purpose::CONDITION, part)
    };
    let condition = draw(world, &mut stream);
    world.shift.condition = condition;
    let (lights_out, under_water) = (world.changes().lights_out, world.changes().under_water);
    if lights_out > 0 {
        let is_lit = |&(_, fixture): &(Pos, Fixture)| fixture == Fixture::Light { lit: true };
        let lit: Vec<(Pos, Fixture)> = world.floor.fixtures().filter(is_lit).collect();
        for (pos, _) in lit {
            if stream.percent(lights_out) {
                world.floor.set_fixture(pos, Some(Fixture::Light { lit: false }));
            }
        }
    }
    if under_water {
        for pos in world.floor.blood.iter().collect::<Vec<Pos>>() {
            world.floor.set_blood(pos, false);
        }
    }
}

/// The condition of a floor, by its seed, place and depth alone.
fn draw(world: &World, stream: &mut Stream) -> Option<ConditionId> {
    let conditions = &world.catalog.conditions;
    if !stream.percent(conditions.percent_at(world.depth)) {
        return None;
    }
    let weight =
        |kind: &ConditionKind| if kind.depths.contains(world.depth) { kind.weight } else { 0 };
    let place = stream.weighted(conditions.kinds.iter().map(weight))?;
    Some(ConditionId(place as u8))
}

/// What a raid leaves.
pub struct Aftermath {
    /// The floor as it is when they are gone; the upkeeper has not come in.
    pub world: World,
    pub report: RaidReport,
    pub events: Vec<Event>,
}

/// A party goes through a level as it was made. Seed, level and party determine all of it.
pub fn raid(level: &Level, party: PartyKindId, seed: Seed, catalog: &Arc<Catalog>) -> Aftermath {
    let own = RunState::begin(seed, level.depth, catalog);
    let mut world = pristine(level, &Mess::default(), own, seed, catalog);
    world.streams = Streams::of_raid(seed, level.floor, 0);
    let mut stream = Stream::new(seed, purpose::RAID, (level.floor, level.depth));
    let members = draw_members(&mut stream, party, level.depth, catalog);
    enter(&mut world, &RaidParty { kind: party, want: Want::Chart, members }, None, true);
    let mut events = std::mem::take(&mut world.events);
    play_out(&mut world, |more| events.append(more));
    let report = world.shift.at_dawn.take().unwrap_or_default();
    Aftermath { world, report, events }
}
