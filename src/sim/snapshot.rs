//! The whole state as plain records: what a keyframe holds. Sorted, so that equal states have equal
//! records; checked when they come back, because files lie.

use std::cell::RefCell;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::base::{Bits, Grid, Pos};
use crate::content::{Catalog, ItemKindId, Slot};

use super::behaviour::Behaviour;
use super::floor::{Floor, FloorRecord};
use super::fov::Sight;
use super::order::{Tally, WorkOrder};
use super::world::{ActorRecord, Streams, World};
use super::{ActorId, Body, End, Fixture, Mind, Position, Setup, Stack, Turns};

/// A state at rest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    pub depth: u8,
    pub clock: Turns,
    pub next_id: u32,
    pub floor: FloorRecord,
    /// By id; the player first.
    pub actors: Vec<ActorRecord>,
    /// By place.
    pub items: Vec<(Pos, Stack)>,
    pub bodies: Vec<(Pos, Body)>,
    pub streams: Streams,
    pub order: WorkOrder,
    pub behaviour: Option<Behaviour>,
    pub begun: Option<(Pos, u8)>,
    pub identified: Vec<bool>,
    pub looks: Vec<u8>,
    pub threats: Vec<ActorId>,
    pub discarded: Vec<Pos>,
    pub tally: Tally,
    pub end: Option<End>,
    pub par: Option<Turns>,
}

/// No floor ever holds more actors than this.
const MOST_ACTORS: usize = 500;

/// A snapshot that no play could have led to.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {fault}")]
pub struct SnapshotError {
    /// The record: "actor 7", "floor".
    pub place: String,
    pub fault: &'static str,
}

impl World {
    pub(super) fn snapshot(&self) -> Snapshot {
        let actors = self
            .roster
            .iter()
            .map(|spot| ActorRecord {
                id: spot.id,
                kind: spot.kind,
                pos: spot.pos,
                vitals: self.vitals(spot.entity),
                statuses: self.statuses(spot.entity),
                mind: self.mind(spot.entity),
                belongings: (spot.id == ActorId::PLAYER).then(|| self.belongings()),
            })
            .collect();
        Snapshot {
            depth: self.depth,
            clock: self.clock,
            next_id: self.next_id,
            floor: self.floor.record(),
            actors,
            items: self.lying(),
            bodies: self.lying(),
            streams: self.streams.clone(),
            order: self.order,
            behaviour: self.behaviour,
            begun: self.begun,
            identified: self.identified.clone(),
            looks: self.looks.clone(),
            threats: self.threats.clone(),
            discarded: self.discarded.clone(),
            tally: self.tally.clone(),
            end: self.end,
            par: self.par,
        }
    }

    fn lying<T: hecs::Component + Copy>(&self) -> Vec<(Pos, T)> {
        let mut all: Vec<(Pos, T)> = self
            .ecs
            .query::<(&Position, &T)>()
            .iter()
            .map(|(position, thing)| (position.0, *thing))
            .collect();
        all.sort_unstable_by_key(|&(pos, _)| pos);
        all
    }

    pub(super) fn restore(
        snapshot: Snapshot,
        setup: &Setup,
        catalog: &Arc<Catalog>,
    ) -> Result<World, SnapshotError> {
        Checker { snapshot: &snapshot, catalog }.check()?;
        let floor = Floor::from_record(&snapshot.floor);
        let (width, height) = (floor.width(), floor.height());
        let mut world = World {
            catalog: catalog.clone(),
            ecs: hecs::World::new(),
            seed: setup.seed.0,
            dawn: setup.dawn(catalog, snapshot.par),
            depth: snapshot.depth,
            roster: Vec::with_capacity(snapshot.actors.len()),
            occupants: Grid::filled(width, height, None),
            items: Grid::filled(width, height, None),
            bodies: Grid::filled(width, height, None),
            littered: Bits::new(width, height),
            next_id: snapshot.next_id,
            floor,
            clock: snapshot.clock,
            streams: snapshot.streams,
            order: snapshot.order,
            behaviour: snapshot.behaviour,
            begun: snapshot.begun,
            identified: snapshot.identified,
            looks: snapshot.looks,
            threats: snapshot.threats,
            discarded: snapshot.discarded,
            tally: snapshot.tally,
            end: snapshot.end,
            par: snapshot.par,
            sight: Sight::new(width, height),
            events: Vec::new(),
            scratch: RefCell::default(),
        };
        for actor in snapshot.actors {
            world.insert(actor);
        }
        for (pos, stack) in snapshot.items {
            world.place_item(pos, stack);
        }
        for (pos, body) in snapshot.bodies {
            world.place_body(pos, body);
        }
        world.see();
        Ok(world)
    }
}

struct Checker<'a> {
    snapshot: &'a Snapshot,
    catalog: &'a Catalog,
}

impl Checker<'_> {
    fn check(&self) -> Result<(), SnapshotError> {
        let snapshot = self.snapshot;
        self.counters()?;
        self.floor()?;
        self.actors()?;
        self.lying("item", &snapshot.items)?;
        self.lying("body", &snapshot.bodies)?;
        for (_, stack) in &snapshot.items {
            require(stack.count > 0, "item", "none of it")?;
            self.item(stack.kind, "item")?;
        }
        for (_, body) in &snapshot.bodies {
            require(self.has_actor(body.kind), "body", "no such kind")?;
        }
        for stream in [&snapshot.streams.ai, &snapshot.streams.combat, &snapshot.streams.floor] {
            require(stream.check().is_ok(), "streams", "a state of all zeros")?;
        }
        let kinds = self.catalog.items.len();
        require(
            snapshot.identified.len() == kinds && snapshot.looks.len() == kinds,
            "identities",
            "not one for each kind of item",
        )?;
        require(snapshot.threats.is_sorted(), "threats", "out of order")?;
        require(snapshot.discarded.is_sorted(), "discarded", "out of order")?;
        require(
            (1..=crate::r#gen::Request::DEEPEST).contains(&snapshot.depth),
            "depth",
            "there is no such depth",
        )?;
        match snapshot.behaviour {
            Some(Behaviour::Work { at: pos } | Behaviour::Travel { goal: pos }) => {
                self.inside(pos, "behaviour")
            }
            _ => Ok(()),
        }
    }

    /// Counters that go on counting stay far from where they would run over.
    fn counters(&self) -> Result<(), SnapshotError> {
        const FAR: u32 = 1 << 24;
        let Snapshot { clock, next_id, order, tally, par, .. } = self.snapshot;
        require(clock.0 < FAR && *next_id < FAR, "clock", "later than any night")?;
        require(par.is_none_or(|par| par.0 < FAR), "par", "longer than any night")?;
        let jobs = order.done.iter().chain(&order.lost).chain(&order.ordered);
        require(jobs.copied().all(|count| count < 1 << 14), "order", "more than any floor holds")?;
        let counts = [tally.kills, tally.traps_sprung, tally.items_used];
        let sums = [tally.damage_taken, tally.steps];
        let low = counts.into_iter().all(|count| count < 1 << 14)
            && sums.into_iter().all(|sum| sum < FAR);
        require(low, "tally", "more than any night holds")?;
        let word = tally
            .killed_by
            .as_ref()
            .is_none_or(|word| word.len() <= 100 && !word.chars().any(char::is_control));
        require(word, "tally", "a word that is none")
    }

    fn floor(&self) -> Result<(), SnapshotError> {
        let floor = &self.snapshot.floor;
        let (width, height) = (floor.terrain.width(), floor.terrain.height());
        let largest = crate::r#gen::Request::LARGEST;
        require(
            (3..=largest).contains(&width) && (3..=largest).contains(&height),
            "floor",
            "no such size",
        )?;
        require(
            floor.known.width() == width && floor.known.height() == height,
            "floor",
            "what is known has another size than what is",
        )?;
        let borders = floor.terrain.iter().filter(|(pos, _)| floor.terrain.is_border(*pos));
        for (_, tile) in borders {
            require(!tile.is_passable(), "floor", "the outer ring is open")?;
        }
        for pos in [floor.start, floor.exit] {
            self.inside(pos, "floor")?;
        }
        self.sorted(floor.fixtures.iter().map(|&(pos, _)| pos), "fixture")?;
        self.sorted(floor.blood.iter().copied(), "blood")?;
        self.sorted(floor.gas.iter().map(|&(pos, _)| pos), "gas")?;
        let known = floor.known.cells().iter();
        let fixtures = floor.fixtures.iter().map(|&(_, fixture)| fixture);
        for fixture in fixtures.chain(known.clone().filter_map(|known| known.fixture)) {
            match fixture {
                Fixture::Trap { kind, .. } => {
                    let exists = usize::from(kind.0) < self.catalog.traps.len();
                    require(exists, "fixture", "no such kind of trap")?;
                }
                Fixture::Drop(dir) => {
                    require(!dir.is_diagonal(), "fixture", "a ledge across a corner")?;
                }
                _ => {}
            }
        }
        for kind in known.filter_map(|known| known.item) {
            self.item(kind, "known")?;
        }
        Ok(())
    }

    fn actors(&self) -> Result<(), SnapshotError> {
        let snapshot = self.snapshot;
        let first = snapshot.actors.first();
        let is_player = first.is_some_and(|actor| {
            actor.id == ActorId::PLAYER
                && actor.kind == self.catalog.upkeeper
                && actor.belongings.is_some()
        });
        require(is_player, "actor 0", "is not the upkeeper")?;
        require(snapshot.actors.len() <= MOST_ACTORS, "actors", "a crowd")?;
        let mut places: Vec<Pos> = Vec::with_capacity(snapshot.actors.len());
        for (actor, next) in snapshot.actors.iter().zip(snapshot.actors.iter().skip(1)) {
            require(actor.id < next.id, "actors", "out of order")?;
        }
        for actor in &snapshot.actors {
            let place = format!("actor {}", actor.id.0);
            require(actor.id.0 < snapshot.next_id, &place, "has an id not given yet")?;
            require(self.has_actor(actor.kind), &place, "no such kind")?;
            self.on_floor(actor.pos, &place)?;
            let is_player = actor.id == ActorId::PLAYER;
            require(is_player || actor.belongings.is_none(), &place, "has a cart")?;
            let lives = actor.vitals.health > 0 || (is_player && snapshot.end.is_some());
            require(lives, &place, "is dead and up")?;
            let vitals = actor.vitals;
            let sound = (1..=10_000).contains(&vitals.most)
                && vitals.health <= vitals.most
                && (-10_000..=10_000).contains(&vitals.health)
                && (-10_000..=10_000).contains(&vitals.energy);
            require(sound, &place, "vitals out of bounds")?;
            match actor.mind {
                Mind::Curious { goal: pos, .. }
                | Mind::Hunting { last_seen: pos, .. }
                | Mind::Fleeing { from: pos, .. } => self.inside(pos, &place)?,
                Mind::Idle => {}
            }
            if let Some(own) = &actor.belongings {
                require(own.cart.len() <= 26, &place, "the cart is overfull")?;
                for kind in
                    own.cart.iter().map(|stack| stack.kind).chain(own.worn.into_iter().flatten())
                {
                    self.item(kind, &place)?;
                }
                for (slot, kind) in own.worn.iter().enumerate() {
                    let fits =
                        kind.is_none_or(|kind| self.catalog.item(kind).slot as usize == slot);
                    require(fits, &place, "wears what cannot be worn there")?;
                }
                for stack in &own.belt {
                    self.item(stack.kind, &place)?;
                    let hangs = self.catalog.item(stack.kind).slot == Slot::Belt;
                    require(
                        hangs && stack.count > 0,
                        &place,
                        "has on the belt what does not hang",
                    )?;
                }
                let rising = own.belt.is_sorted_by(|a, b| a.kind < b.kind);
                require(rising, &place, "the belt is out of order")?;
                let in_cart =
                    own.cart.iter().all(|stack| self.catalog.item(stack.kind).slot != Slot::Belt);
                require(in_cart, &place, "has in the cart what hangs on the belt")?;
                let soon = own.satchel_ready.0 < 1 << 24;
                require(soon, &place, "a satchel that never refills")?;
                let body = own.carrying.is_none_or(|body| self.has_actor(body.kind));
                require(body, &place, "carries a body of no kind")?;
            }
            places.push(actor.pos);
        }
        places.sort_unstable();
        let distinct = places.windows(2).all(|pair| pair[0] != pair[1]);
        require(distinct, "actors", "two on one cell")
    }

    fn lying<T>(&self, place: &str, all: &[(Pos, T)]) -> Result<(), SnapshotError> {
        self.sorted(all.iter().map(|&(pos, _)| pos), place)?;
        all.iter().try_for_each(|&(pos, _)| self.on_floor(pos, place))
    }

    fn sorted(
        &self,
        places: impl Iterator<Item = Pos> + Clone,
        place: &str,
    ) -> Result<(), SnapshotError> {
        for pos in places.clone() {
            self.inside(pos, place)?;
        }
        let rising = places.clone().zip(places.skip(1)).all(|(a, b)| a < b);
        require(rising, place, "out of order, or two on one cell")
    }

    /// Actors, things and goals stand inside the outer ring, so that their neighbours exist.
    fn inside(&self, pos: Pos, place: &str) -> Result<(), SnapshotError> {
        let terrain = &self.snapshot.floor.terrain;
        let inside = terrain.contains(pos) && !terrain.is_border(pos);
        require(inside, place, "stands outside the floor")
    }

    /// On a cell that can be stood on, as its terrain goes.
    fn on_floor(&self, pos: Pos, place: &str) -> Result<(), SnapshotError> {
        self.inside(pos, place)?;
        require(self.snapshot.floor.terrain[pos].is_passable(), place, "stands in solid rock")
    }

    fn item(&self, kind: ItemKindId, place: &str) -> Result<(), SnapshotError> {
        require(usize::from(kind.0) < self.catalog.items.len(), place, "no such kind of item")
    }

    fn has_actor(&self, kind: crate::content::ActorKindId) -> bool {
        usize::from(kind.0) < self.catalog.actors.len()
    }
}

fn require(holds: bool, place: &str, fault: &'static str) -> Result<(), SnapshotError> {
    if holds { Ok(()) } else { Err(SnapshotError { place: place.to_owned(), fault }) }
}
