//! The world: the whole state of a run, and who stands where in it.

use std::cell::RefCell;
use std::sync::Arc;

use hecs::Entity;

use base::{Bits, Grid, Pos, Seed};
use content::{ActorKindId, Catalog, Depth, FactionId, FloorKey, LevelKindId};

use crate::sim::event::Event;
use crate::sim::state::actor_table::{ActorTable, HotComponents};
use crate::sim::state::belongings::Body;
use crate::sim::state::components::{ActorKindOf, Duty, Position};
use crate::sim::state::floor::{Floor, list};
use crate::sim::state::floor_state::{ActorRecord, FloorState};
use crate::sim::state::journey::Journey;
use crate::sim::state::journey::atlas::Atlas;
use crate::sim::state::presence::Presence;
use crate::sim::state::run::RunState;
use crate::sim::state::scratch::Scratch;
use crate::sim::state::shift::ShiftState;
use crate::sim::state::sight::Sight;
use crate::sim::state::streams::Streams;
use crate::sim::units::{ActorId, Stack};

/// A state in play: what is saved of it, as plain data or in a form that is quick to query, and what follows from that.
///
/// `run`, `shift`, `streams`, the entities and their indexes are private to `state`: other rooms read them by the
/// methods of `access` and `query`, and write them by the verbs of `mutate`. The floor guards its cells by setters.
/// `catalog`, `seed`, `floor_key` and `depth` do not change while the floor is played. Queries and views only read.
///
/// hecs keeps entities in no order that may be relied on: what goes in turn goes by the roster, which is sorted
/// by [`ActorId`].
pub struct World {
    pub(crate) catalog: Arc<Catalog>,
    /// Of the setup: what is drawn by place and not in turn is drawn from it.
    pub(crate) seed: Seed,
    /// Of the setup: which floor of the run this is.
    pub(crate) floor_key: FloorKey,
    /// The kind of level that the floor is; `None` for one that was drawn by hand as no kind.
    pub(crate) level_kind: Option<LevelKindId>,

    // What is saved, as it is saved.
    pub(in crate::sim::state) run: RunState,
    pub(in crate::sim::state) shift: ShiftState,
    pub(in crate::sim::state) streams: Streams,
    /// Of the mode that is a journey.
    pub(in crate::sim::state) journey: Option<Journey>,

    // The floor, which is saved as a `FloorState`.
    pub(crate) depth: Depth,
    pub(crate) floor: Floor,
    /// Actors, items and bodies.
    pub(in crate::sim::state) ecs: hecs::World,
    pub(in crate::sim::state) actor_table: ActorTable,

    // What follows from the entities.
    /// Every living actor, by id.
    pub(in crate::sim::state) roster: Vec<ActorRef>,
    /// The place on the roster of each actor that there ever was, by id; for those gone, any number.
    pub(in crate::sim::state) roster_index: Vec<u32>,
    /// The actor on a cell.
    pub(in crate::sim::state) occupants: Grid<Option<ActorId>>,
    /// The cells where the actors of each side stand.
    pub(in crate::sim::state) presence: Presence,
    pub(in crate::sim::state) items: Grid<Option<Entity>>,
    pub(in crate::sim::state) item_cells: Bits,
    pub(in crate::sim::state) bodies: Grid<Option<Entity>>,
    pub(in crate::sim::state) body_cells: Bits,
    /// The cells with bait, in reading order.
    pub(in crate::sim::state) bait_cells: Vec<Pos>,

    // What follows from all the rest, or has no consequence.
    /// The map of the journey.
    pub(in crate::sim::state) atlas: Option<Arc<Atlas>>,
    /// The digest of the journey, which changes seldom.
    pub(in crate::sim::state) journey_digest: u64,
    /// What is seen from where the player stands.
    pub(crate) sight: Sight,
    /// What has happened since the last command came.
    pub(crate) events: Vec<Event>,
    pub(crate) scratch: RefCell<Scratch>,
}

/// What the roster tells of an actor: the copy of its position that ECS lookups would be too slow for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActorRef {
    pub id: ActorId,
    pub entity: Entity,
    pub kind: ActorKindId,
    pub faction: FactionId,
    pub pos: Pos,
}

/// Which floor a world is, and what it is drawn from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FloorId {
    pub seed: Seed,
    pub key: FloorKey,
    pub kind: Option<LevelKindId>,
    pub depth: Depth,
}

impl World {
    /// A world without actors, items and bodies.
    pub(crate) fn empty(
        catalog: Arc<Catalog>,
        FloorId { seed, key, kind, depth }: FloorId,
        floor: Floor,
        run: RunState,
        shift: ShiftState,
        streams: Streams,
    ) -> World {
        let (width, height) = (floor.width(), floor.height());
        World {
            seed,
            floor_key: key,
            level_kind: kind,
            run,
            shift,
            streams,
            journey: None,
            atlas: None,
            journey_digest: 0,
            depth,
            floor,
            ecs: hecs::World::new(),
            actor_table: ActorTable::default(),
            roster: Vec::new(),
            roster_index: Vec::new(),
            occupants: Grid::filled(width, height, None),
            presence: Presence::new(width, height, &catalog.factions),
            items: Grid::filled(width, height, None),
            item_cells: Bits::new(width, height),
            bodies: Grid::filled(width, height, None),
            body_cells: Bits::new(width, height),
            bait_cells: Vec::new(),
            sight: Sight::new(width, height),
            events: Vec::new(),
            scratch: RefCell::default(),
            catalog,
        }
    }

    /// The world of a floor at rest, without a journey.
    pub(crate) fn of_floor(
        catalog: Arc<Catalog>,
        id: FloorId,
        floor: FloorState,
        run: RunState,
        shift: ShiftState,
        streams: Streams,
    ) -> World {
        let FloorState { cells, actors, items, bodies, .. } = floor;
        let mut world = World::empty(catalog, id, Floor::from_record(cells), run, shift, streams);
        for actor in actors {
            world.insert(actor);
        }
        for (pos, stack) in items {
            world.place_item(pos, stack);
        }
        for (pos, body) in bodies {
            world.place_body(pos, body);
        }
        world
    }

    /// Puts an actor into the world. Its cell must be free and its id the highest yet.
    pub(crate) fn insert(&mut self, actor: ActorRecord) -> Entity {
        let ActorRecord { id, kind, pos, vitals, statuses, ai_state, duty } = actor;
        let entity = self.ecs.spawn((id, ActorKindOf(kind), Position(pos)));
        self.actor_table.insert(HotComponents { entity, vitals, ai_state, duty, statuses });
        let faction = self.side_of(kind, duty);
        debug_assert!(self.roster.last().is_none_or(|last| last.id < id));
        self.roster_index.resize(id.0 as usize + 1, u32::MAX);
        self.roster_index[id.0 as usize] = self.roster.len() as u32;
        self.roster.push(ActorRef { id, entity, kind, faction, pos });
        if id != ActorId::PLAYER || !self.shift.away {
            self.occupants[pos] = Some(id);
            self.presence.put(pos, faction);
        }
        entity
    }

    /// The faction of an actor of a kind with a duty.
    pub(crate) fn side_of(&self, kind: ActorKindId, duty: Duty) -> FactionId {
        match duty {
            Duty::Stray { .. } => self.catalog.strays,
            _ => self.catalog.actor(kind).faction.id,
        }
    }

    /// Takes an actor out of the world.
    pub(crate) fn remove(&mut self, id: ActorId) {
        if let Some(place) = self.place(id) {
            let actor = self.roster.remove(place);
            for later in &self.roster[place..] {
                self.roster_index[later.id.0 as usize] -= 1;
            }
            self.occupants[actor.pos] = None;
            self.presence.clear(actor.pos, actor.faction);
            // It has a place on the roster and in hecs, or in neither.
            self.actor_table.remove(actor.entity);
            let _ = self.ecs.despawn(actor.entity);
        }
    }

    /// All actors on the floor, by id: the roster without a player who is off the floor.
    pub(crate) fn present(&self) -> &[ActorRef] {
        &self.roster[usize::from(self.shift.away)..]
    }

    pub(crate) fn actor_ref(&self, id: ActorId) -> Option<&ActorRef> {
        Some(&self.roster[self.place(id)?])
    }

    pub(crate) fn actor_ref_mut(&mut self, id: ActorId) -> Option<&mut ActorRef> {
        let place = self.place(id)?;
        Some(&mut self.roster[place])
    }

    /// The place of an actor on the roster.
    fn place(&self, id: ActorId) -> Option<usize> {
        let place = *self.roster_index.get(id.0 as usize)? as usize;
        self.roster.get(place).is_some_and(|actor| actor.id == id).then_some(place)
    }

    /// The component of a living actor.
    ///
    /// Every actor on the roster has every component that it was spawned with: a missing one is a
    /// fault of ours.
    pub(crate) fn get<T: hecs::Component + Copy>(&self, entity: Entity) -> T {
        *self.ecs.get::<&T>(entity).unwrap_or_else(|error| unreachable!("{error}"))
    }

    pub(crate) fn place_item(&mut self, pos: Pos, stack: Stack) {
        self.floor.look_changed(pos);
        let smells = self.catalog.item(stack.kind).scent > 0;
        list(&mut self.bait_cells, pos, smells);
        self.item_cells.insert(pos);
        self.items[pos] = Some(self.ecs.spawn((Position(pos), stack)));
    }

    pub(crate) fn place_body(&mut self, pos: Pos, body: Body) {
        self.floor.look_changed(pos);
        self.body_cells.insert(pos);
        self.bodies[pos] = Some(self.ecs.spawn((Position(pos), body)));
    }

    pub(crate) fn lift_item(&mut self, pos: Pos) -> Option<Stack> {
        let entity = self.items[pos].take()?;
        self.floor.look_changed(pos);
        list(&mut self.bait_cells, pos, false);
        if let Ok(place) = self.shift.goods.binary_search(&pos) {
            self.shift.goods.remove(place);
        }
        self.item_cells.remove(pos);
        self.ecs.remove_one::<Stack>(entity).ok().inspect(|_| {
            let _ = self.ecs.despawn(entity);
        })
    }

    pub(crate) fn lift_body(&mut self, pos: Pos) -> Option<Body> {
        let entity = self.bodies[pos].take()?;
        self.floor.look_changed(pos);
        self.body_cells.remove(pos);
        self.ecs.remove_one::<Body>(entity).ok().inspect(|_| {
            let _ = self.ecs.despawn(entity);
        })
    }
}
