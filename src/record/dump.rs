//! A whole state as plain, readable data with the names of things in it: made to be read, to be kept in
//! tests and to be compared line by line. Keys and their order are part of the interface.

use std::collections::BTreeMap;

use serde::Serialize;

mod names;

use super::{RunHeader, Session};
use crate::base::{Pos, Rect, Stream};
use crate::content::{Catalog, Depth, ItemKindId, JobKind, Supply};
use crate::sim::{
    ActorRecord, AiState, Behaviour, Belongings, Body, ComponentDigests, Door, Duty, End, Fixture,
    FloorRecord, Game, Harm, Known, Mode, Raid, Report, Snapshot, Stack, Tally,
};

/// The state of a run and what it is a state of.
#[derive(Debug, Serialize)]
pub struct Dump {
    schema: &'static str,
    ruleset: String,
    name: String,
    origin: &'static str,
    setup: SetupDump,
    /// Commands carried out.
    commands: u32,
    turn: u32,
    digest: String,
    parts: BTreeMap<&'static str, String>,
    floor: FloorDump,
    actors: Vec<ActorDump>,
    items: Vec<StackDump>,
    bodies: Vec<BodyDump>,
    night: NightDump,
    streams: StreamsDump,
}

#[derive(Debug, Serialize)]
struct SetupDump {
    mode: &'static str,
    kind: String,
    depth: Depth,
    seed: String,
    modded: bool,
}

#[derive(Debug, Serialize)]
struct FloorDump {
    width: i32,
    height: i32,
    start: Pos,
    exit: Pos,
    tiles: Vec<String>,
    /// `?` never seen, `-` known from the plan, `+` seen.
    known: Vec<String>,
    fixtures: Vec<FixtureDump>,
    blood: Vec<Pos>,
    gas: Vec<(Pos, u8)>,
    fire: Vec<(Pos, u8)>,
    /// What the upkeeper remembers of cells, where that is more than terrain.
    remembered: Vec<MemoryDump>,
}

#[derive(Debug, Serialize)]
struct FixtureDump {
    at: Pos,
    #[serde(flatten)]
    what: FixtureName,
}

#[derive(Debug, Serialize)]
struct FixtureName {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct MemoryDump {
    at: Pos,
    fixture: Option<FixtureName>,
    item: Option<String>,
    blood: bool,
    body: bool,
}

#[derive(Debug, Serialize)]
struct ActorDump {
    id: u32,
    kind: String,
    at: Pos,
    health: i32,
    most: i32,
    energy: i32,
    statuses: BTreeMap<&'static str, u16>,
    mind: AiState,
    duty: Duty,
    #[serde(skip_serializing_if = "Option::is_none")]
    belongings: Option<BelongingsDump>,
}

#[derive(Debug, Serialize)]
struct BelongingsDump {
    cart: Vec<SlotDump>,
    worn: Vec<String>,
    supplies: BTreeMap<&'static str, u16>,
    mop_fouled: u8,
    carrying: Option<CarriedDump>,
    belt: BTreeMap<String, u16>,
    /// The turn from which on there is a bomb in the satchel.
    satchel_ready: u32,
    coins: u32,
    /// Charms that rest, and the turns from which on they do not.
    resting: BTreeMap<String, u32>,
    /// Taken off the shelves of a shop and not paid for.
    unpaid: BTreeMap<String, u16>,
}

#[derive(Debug, Serialize)]
struct SlotDump {
    slot: u8,
    item: String,
    count: u16,
}

#[derive(Debug, Serialize)]
struct StackDump {
    at: Pos,
    item: String,
    count: u16,
}

#[derive(Debug, Serialize)]
struct CarriedDump {
    kind: String,
    rises: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<Harm>,
}

#[derive(Debug, Serialize)]
struct BodyDump {
    at: Pos,
    #[serde(flatten)]
    body: CarriedDump,
}

#[derive(Debug, Serialize)]
struct NightDump {
    next_id: u32,
    done: BTreeMap<&'static str, u16>,
    lost: BTreeMap<&'static str, u16>,
    behaviour: Option<Behaviour>,
    paused_job: Option<(Pos, u8)>,
    /// Blows that doors have taken.
    door_damage: Vec<(Pos, u8)>,
    hidden: bool,
    identified: Vec<String>,
    appearances: BTreeMap<String, u8>,
    threats: Vec<u32>,
    recently_seen: Vec<(u32, u32)>,
    discarded: Vec<Pos>,
    shop: Option<ShopDump>,
    tally: Tally,
    away: bool,
    raid: Option<Raid>,
    last_night: Report,
    at_dawn: Option<Report>,
    end: Option<End>,
    par: Option<u32>,
}

#[derive(Debug, Serialize)]
struct ShopDump {
    room: Rect,
    keeper: u32,
    /// Where things lie that are for sale.
    goods: Vec<Pos>,
}

#[derive(Debug, Serialize)]
struct StreamsDump {
    ai: Stream,
    combat: Stream,
    floor: Stream,
}

impl Dump {
    /// The name and number of the dump's format.
    pub const SCHEMA: &str = "upkeeper.dump/1";

    /// The state of a session.
    pub fn of_session<S: super::Sink>(session: &Session<S>) -> Dump {
        Dump::new(session.opening(), session.game(), session.commands())
    }

    /// The state of a game that began so and to which so many commands led.
    pub fn new(opening: &RunHeader, game: &Game, commands: u32) -> Dump {
        let names = Names(game.world().catalog());
        let snapshot = game.snapshot();
        let parts = game.digest_parts();
        let Mode::Shift { kind, depth } = &opening.setup.mode;
        let Snapshot { floor, actors, items, bodies, streams, .. } = &snapshot;
        Dump {
            schema: Dump::SCHEMA,
            ruleset: opening.ruleset.to_string(),
            name: opening.name.clone(),
            origin: opening.origin.name(),
            setup: SetupDump {
                mode: opening.setup.mode.name(),
                kind: kind.clone(),
                depth: *depth,
                seed: opening.setup.seed.to_string(),
                modded: opening.setup.options.modded,
            },
            commands,
            turn: snapshot.clock.0,
            digest: parts.whole().to_string(),
            parts: ComponentDigests::NAMES
                .into_iter()
                .zip(parts.values().map(|part| part.to_string()))
                .collect(),
            floor: names.floor(floor),
            actors: actors.iter().map(|actor| names.actor(actor)).collect(),
            items: items
                .iter()
                .map(|&(at, Stack { kind, count })| StackDump { at, item: names.item(kind), count })
                .collect(),
            bodies: bodies
                .iter()
                .map(|(at, body)| BodyDump { at: *at, body: names.body(body) })
                .collect(),
            streams: StreamsDump {
                ai: streams.ai.clone(),
                combat: streams.combat.clone(),
                floor: streams.floor.clone(),
            },
            night: names.night(snapshot),
        }
    }
}

struct Names<'a>(&'a Catalog);

impl Names<'_> {
    fn item(&self, kind: ItemKindId) -> String {
        self.0.item(kind).name.clone()
    }

    fn body(&self, body: &Body) -> CarriedDump {
        CarriedDump { kind: self.0.actor(body.kind).name.clone(), rises: body.rises.0, by: body.by }
    }

    fn fixture(&self, fixture: Fixture) -> FixtureName {
        let (kind, name, state) = match fixture {
            Fixture::Trap { kind, armed } => {
                let state = if armed { "armed" } else { "sprung" };
                ("trap", Some(self.0.trap(kind).name.clone()), Some(state))
            }
            Fixture::Chest { full } => ("chest", None, Some(if full { "full" } else { "looted" })),
            Fixture::Door(door) => {
                let state = match door {
                    Door::Open => "open",
                    Door::Closed => "closed",
                    Door::Broken => "broken",
                    Door::Locked => "locked",
                    Door::Bolted => "bolted",
                    Door::Barred => "barred",
                };
                ("door", None, Some(state))
            }
            Fixture::Light { lit } => ("light", None, Some(if lit { "lit" } else { "dark" })),
            Fixture::Post { empty } => ("post", None, Some(if empty { "empty" } else { "kept" })),
            Fixture::Closet => ("closet", None, None),
            Fixture::Chute => ("chute", None, None),
            Fixture::Well => ("well", None, None),
            Fixture::Drop(down) => ("drop", Some(down.name().to_owned()), None),
            Fixture::Crate => ("crate", None, None),
            Fixture::House => ("house", None, None),
            Fixture::Wardrobe => ("wardrobe", None, None),
            Fixture::Alcove => ("alcove", None, None),
        };
        FixtureName { kind, name, state }
    }

    fn floor(&self, floor: &FloorRecord) -> FloorDump {
        let sign = |known: &Known| match known {
            Known { seen: true, .. } => '+',
            Known { plan: true, .. } => '-',
            _ => '?',
        };
        let remembered = floor.known.iter().filter(|(_, known)| {
            known.fixture.is_some() || known.item.is_some() || known.blood || known.body
        });
        FloorDump {
            width: floor.terrain.width(),
            height: floor.terrain.height(),
            start: floor.start,
            exit: floor.exit,
            tiles: floor
                .terrain
                .rows()
                .map(|row| row.iter().map(|tile| tile.character()).collect())
                .collect(),
            known: floor.known.rows().map(|row| row.iter().map(sign).collect()).collect(),
            fixtures: floor
                .fixtures
                .iter()
                .map(|&(at, fixture)| FixtureDump { at, what: self.fixture(fixture) })
                .collect(),
            blood: floor.blood.clone(),
            gas: floor.gas.clone(),
            fire: floor.fire.clone(),
            remembered: remembered
                .map(|(at, known)| MemoryDump {
                    at,
                    fixture: known.fixture.map(|fixture| self.fixture(fixture)),
                    item: known.item.map(|kind| self.item(kind)),
                    blood: known.blood,
                    body: known.body,
                })
                .collect(),
        }
    }

    fn actor(&self, actor: &ActorRecord) -> ActorDump {
        ActorDump {
            id: actor.id.0,
            kind: self.0.actor(actor.kind).name.clone(),
            at: actor.pos,
            health: actor.vitals.health,
            most: actor.vitals.most,
            energy: actor.vitals.energy,
            statuses: actor.statuses.iter().map(|(status, turns)| (status.name(), turns)).collect(),
            mind: actor.mind,
            duty: actor.duty,
            belongings: actor.belongings.as_ref().map(|own| self.belongings(own)),
        }
    }

    fn belongings(&self, own: &Belongings) -> BelongingsDump {
        BelongingsDump {
            cart: own
                .stacks()
                .map(|(slot, stack)| SlotDump {
                    slot: slot.0,
                    item: self.item(stack.kind),
                    count: stack.count,
                })
                .collect(),
            worn: own.worn.iter().flatten().map(|&kind| self.item(kind)).collect(),
            supplies: Supply::ALL.map(Supply::name).into_iter().zip(own.supplies).collect(),
            mop_fouled: own.mop_fouled,
            carrying: own.carrying.as_ref().map(|body| self.body(body)),
            belt: own.belt.iter().map(|stack| (self.item(stack.kind), stack.count)).collect(),
            satchel_ready: own.satchel_ready.0,
            coins: own.coins.0,
            resting: own.resting.iter().map(|&(kind, ready)| (self.item(kind), ready.0)).collect(),
            unpaid: own.unpaid.iter().map(|stack| (self.item(stack.kind), stack.count)).collect(),
        }
    }

    fn night(&self, snapshot: Snapshot) -> NightDump {
        let jobs = || JobKind::ALL.map(JobKind::name).into_iter();
        let kinds = || self.0.items.iter().map(|item| item.name.clone());
        let known = kinds().zip(&snapshot.identified).filter(|&(_, &known)| known);
        NightDump {
            next_id: snapshot.next_id,
            done: jobs().zip(snapshot.order.done).collect(),
            lost: jobs().zip(snapshot.order.lost).collect(),
            behaviour: snapshot.behaviour,
            paused_job: snapshot.paused_job,
            door_damage: snapshot.door_damage,
            hidden: snapshot.hidden,
            identified: known.map(|(name, _)| name).collect(),
            appearances: kinds().zip(snapshot.appearances).collect(),
            threats: snapshot.threats.iter().map(|id| id.0).collect(),
            recently_seen: snapshot
                .recently_seen
                .iter()
                .map(|&(id, turn)| (id.0, turn.0))
                .collect(),
            discarded: snapshot.discarded,
            shop: snapshot.shop.map(|shop| ShopDump {
                room: shop.room,
                keeper: shop.keeper.0,
                goods: snapshot.goods,
            }),
            tally: snapshot.tally,
            away: snapshot.away,
            raid: snapshot.raid,
            last_night: snapshot.last_night,
            at_dawn: snapshot.at_dawn,
            end: snapshot.end,
            par: snapshot.par.map(|par| par.0),
        }
    }
}
