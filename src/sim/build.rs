//! From a level and its mess to a world on the first turn of the night.

use std::cell::RefCell;
use std::sync::Arc;

use crate::base::{Bits, Dir, Grid, Stream};
use crate::content::{Catalog, Gate, ItemKindId, Slot, Supply};
use crate::r#gen::{
    GenError, Handout, Level, Mess, Request, ThingKind, Tile, Work, find_kind, generate, mess,
};

use super::components::{Mind, Statuses, Vitals};
use super::floor::Floor;
use super::fov::Sight;
use super::world::{ActorRecord, Streams, World};
use super::{
    ActorId, Belongings, Body, Certificate, Door, Fixture, Mode, Setup, Stack, Tally, Turns,
    WorkOrder,
};

/// The world that a setup begins with.
pub(super) fn world(setup: &Setup, catalog: &Arc<Catalog>) -> Result<World, GenError> {
    let Mode::Shift { kind, depth } = &setup.mode;
    let level = generate(&Request::new(kind, setup.seed, *depth), catalog)?;
    let mut world = before_work(&level, setup, catalog)?;
    let (certificate, supplies) = certified(&world, &level, catalog)?;
    let player = world.player();
    world.change::<Belongings>(player, |own| own.supplies = supplies);
    world.par = Some(certificate.par);
    world.dawn = setup.dawn(catalog, world.par);
    Ok(world)
}

/// The work that a night on a level brings, in an order in which all of it can be done; nothing where
/// there is none to do.
///
/// # Errors
/// No order gets all of it done.
pub fn certify(level: &Level, catalog: &Arc<Catalog>) -> Result<Option<Work>, GenError> {
    if find_kind(&level.kind, catalog)?.peaceful {
        return Ok(None);
    }
    let setup = Setup::shift(&level.kind, level.depth, level.seed);
    let world = before_work(level, &setup, catalog)?;
    let (certificate, supplies) = certified(&world, level, catalog)?;
    Ok(Some(Work {
        order: certificate.order.iter().map(ToString::to_string).collect(),
        supplies: Handout(Supply::ALL.into_iter().zip(supplies).collect()),
        par: certificate.par.0,
    }))
}

/// Whether somebody who always does the nearest job first gets all of the same work done; nothing where
/// there is none to do.
pub fn nearest_first(level: &Level, catalog: &Arc<Catalog>) -> Result<Option<bool>, GenError> {
    if find_kind(&level.kind, catalog)?.peaceful {
        return Ok(None);
    }
    let setup = Setup::shift(&level.kind, level.depth, level.seed);
    Ok(Some(before_work(level, &setup, catalog)?.nearest_first().is_ok()))
}

/// The world of a level as the night begins, but for what is in the closet.
fn before_work(level: &Level, setup: &Setup, catalog: &Arc<Catalog>) -> Result<World, GenError> {
    let mess = mess(level, catalog, setup.seed)?;
    Ok(from_level(level, &mess, setup, catalog))
}

/// The certificate of a world, and what the closet hands out for it.
fn certified(
    world: &World,
    level: &Level,
    catalog: &Catalog,
) -> Result<(Certificate, [u16; Supply::ALL.len()]), GenError> {
    let slack = find_kind(&level.kind, catalog)?.mess.slack;
    let certificate = world.certify().map_err(|why| GenError::Unworkable {
        kind: level.kind.clone(),
        seed: level.seed,
        reason: why.to_string(),
    })?;
    let supplies = certificate.handed_out(slack);
    Ok((certificate, supplies))
}

/// The world of a given level in a given state.
pub(super) fn from_level(
    level: &Level,
    mess: &Mess,
    setup: &Setup,
    catalog: &Arc<Catalog>,
) -> World {
    let (width, height) = (level.tiles.width(), level.tiles.height());
    let terrain = level.tiles.map(|&tile| match tile {
        Tile::Door | Tile::LockedDoor | Tile::BossDoor => Tile::Floor,
        other => other,
    });
    let mut world = World {
        catalog: catalog.clone(),
        ecs: hecs::World::new(),
        seed: setup.seed.0,
        dawn: setup.dawn(catalog, None),
        depth: level.depth,
        roster: Vec::new(),
        occupants: Grid::filled(width, height, None),
        items: Grid::filled(width, height, None),
        bodies: Grid::filled(width, height, None),
        littered: Bits::new(width, height),
        next_id: 0,
        floor: Floor::new(terrain, level.start, level.exit),
        clock: Turns(0),
        streams: Streams::new(setup.seed.0),
        order: WorkOrder::default(),
        behaviour: None,
        begun: None,
        identified: catalog.items.iter().map(|item| !item.slot.is_unidentified()).collect(),
        looks: draw_looks(setup.seed.0, catalog),
        threats: Vec::new(),
        discarded: Vec::new(),
        tally: Tally::default(),
        end: None,
        par: None,
        sight: Sight::new(width, height),
        events: Vec::new(),
        scratch: RefCell::default(),
    };
    insert_player(&mut world, mess);
    furnish(&mut world, level, mess);
    if catalog.levels.iter().any(|kind| kind.name == level.kind && kind.plan_known) {
        world.learn_plan();
    }
    world.see();
    world.threats = super::behaviour::threats_in_sight(&world);
    for count in world.job_counts() {
        world.order.ordered[count.job as usize] = count.total;
    }
    world.events.clear();
    world
}

fn insert_player(world: &mut World, mess: &Mess) {
    let catalog = world.catalog.clone();
    let health = catalog.actor(catalog.upkeeper).health;
    let mut belongings = Belongings::default();
    for supply in Supply::ALL {
        belongings.supplies[supply as usize] = mess.supplies.of(supply);
    }
    for (name, count) in &catalog.rules.kit {
        if let Some(kind) = catalog.find_item(name) {
            belongings.add(Stack { kind, count: *count }, &catalog);
            let slot = catalog.item(kind).slot;
            if slot.is_equipment() {
                belongings.worn[slot as usize] = Some(kind);
            }
            world.identified[usize::from(kind.0)] = true;
        }
    }
    world.next_id = ActorId::PLAYER.0 + 1;
    world.insert(ActorRecord {
        id: ActorId::PLAYER,
        kind: catalog.upkeeper,
        pos: world.floor.start,
        vitals: Vitals { health, most: health, energy: super::turn::ACTION },
        statuses: Statuses::default(),
        mind: Mind::Idle,
        belongings: Some(belongings),
    });
}

fn furnish(world: &mut World, level: &Level, mess: &Mess) {
    let catalog = world.catalog.clone();
    for (pos, &tile) in level.tiles.iter() {
        if let Some(door) = door_of(tile) {
            world.floor.set_fixture(pos, Some(Fixture::Door(door)));
        }
    }
    for thing in &level.things {
        let pos = thing.pos();
        let fixture = match thing.kind {
            ThingKind::Trap => catalog
                .find_trap(&thing.name)
                .map(|kind| Fixture::Trap { kind, armed: !mess.sprung.contains(&pos) }),
            ThingKind::Chest => Some(Fixture::Chest { full: !mess.looted.contains(&pos) }),
            ThingKind::Door => Some(match (door_of(level.tiles[pos]), ledge(&thing.name)) {
                (_, Some(down)) => Fixture::Drop(down),
                // What is locked holds: the raiders had the key, or went another way.
                (Some(locked @ (Door::Locked | Door::Bolted)), _) => Fixture::Door(locked),
                _ if mess.broken.contains(&pos) => Fixture::Door(Door::Broken),
                _ => Fixture::Door(Door::Closed),
            }),
            ThingKind::Light => Some(Fixture::Light { lit: !mess.dark.contains(&pos) }),
            ThingKind::Closet => Some(Fixture::Closet),
            ThingKind::Chute => Some(Fixture::Chute),
            ThingKind::Well => Some(Fixture::Well),
            ThingKind::Crate => Some(Fixture::Crate),
            ThingKind::House => Some(Fixture::House),
            _ => None,
        };
        if fixture.is_some() {
            world.floor.set_fixture(pos, fixture);
        }
        match thing.kind {
            ThingKind::Actor => {
                if let Some(kind) = catalog.find_actor(&thing.name) {
                    world.spawn(kind, pos);
                }
            }
            ThingKind::Item => {
                if let Some(kind) = catalog.find_item(&thing.name) {
                    let (least, most) = catalog.item(kind).stack;
                    let count = world.streams.floor.range(least.into(), most.into()) as u16;
                    world.place_item(pos, Stack { kind, count });
                }
            }
            _ => {
                if let Some(kind) = opened_by(thing.kind).and_then(|gate| catalog.opener(gate)) {
                    world.place_item(pos, Stack { kind, count: 1 });
                }
            }
        }
    }
    for &(pos, kind) in &mess.bodies {
        let (least, most) = catalog.rules.body_rises;
        let rises = Turns(world.streams.floor.range(least as i32, most as i32) as u32);
        world.place_body(pos, Body { kind, rises });
    }
    for &pos in &mess.stains {
        world.floor.set_blood(pos, true);
    }
}

/// The door that belongs to a tile.
fn door_of(tile: Tile) -> Option<Door> {
    match tile {
        Tile::Door => Some(Door::Closed),
        Tile::LockedDoor => Some(Door::Locked),
        Tile::BossDoor => Some(Door::Bolted),
        _ => None,
    }
}

/// The gate that a key or a tool is for.
fn opened_by(thing: ThingKind) -> Option<Gate> {
    match thing {
        ThingKind::Key => Some(Gate::LockedDoor),
        ThingKind::BossKey => Some(Gate::BossDoor),
        ThingKind::Feather => Some(Gate::Pit),
        ThingKind::Satchel => Some(Gate::Rubble),
        _ => None,
    }
}

/// The direction of a ledge, by the name of its thing: "drop east".
fn ledge(name: &str) -> Option<Dir> {
    Some(match name.strip_prefix("drop ")? {
        "north" => Dir::North,
        "east" => Dir::East,
        "south" => Dir::South,
        "west" => Dir::West,
        _ => return None,
    })
}

/// A look for each kind that has to be found out, no two of a slot alike.
fn draw_looks(seed: u64, catalog: &Catalog) -> Vec<u8> {
    let mut looks = vec![0; catalog.items.len()];
    for (slot, count) in
        [(Slot::Potion, catalog.texts.potions.len()), (Slot::Scroll, catalog.texts.scrolls.len())]
    {
        let mut order: Vec<u8> = (0..count as u8).collect();
        Stream::new(seed, "looks", &[slot as u64]).shuffle(&mut order);
        let kinds = catalog.items.iter().enumerate().filter(|(_, item)| item.slot == slot);
        for ((kind, _), look) in kinds.zip(order) {
            looks[usize::from(ItemKindId(kind as u16).0)] = look;
        }
    }
    looks
}
