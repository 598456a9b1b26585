//! The world: the whole state of a run, and who stands where in it.

use std::cell::RefCell;
use std::sync::Arc;

use crate::sim::event::Event;
use crate::sim::state::belongings::{Belongings, RunState};
use crate::sim::state::cells::FloorState;
use crate::sim::state::components::HotTable;
use crate::sim::state::floor::Floor;
use crate::sim::state::journey::Journey;
use crate::sim::state::journey::atlas::Atlas;
use crate::sim::state::purpose::Streams;
use crate::sim::state::scratch::{Presence, Scratch, Sight, ThingIndex};
use crate::sim::state::shift::ShiftState;
use crate::sim::units::ActorId;
use base::{Grid, Pos, Seed};
use content::{ActorKindId, Catalog, Depth, FactionId, FloorKey, LevelKindId};
use hecs::Entity;

/// A state in play: what is saved of it, as plain data or in a form that is quick to query, and
/// what follows from that.
///
/// Rules write `run`, `shift` and `streams` directly, by the verbs of `mutate` where something must
/// hold. The journey, the entities and their indexes are private to `state`; the floor guards its
/// cells by setters. `catalog`, `seed`, `floor_key` and `depth` do not change while the floor is
/// played. Queries and views only read.
///
/// hecs keeps entities in no order that may be relied on: what goes in turn goes by the roster,
/// which is sorted by [`ActorId`].
pub struct World {
    pub(crate) catalog: Arc<Catalog>,
    /// Of the setup: what is drawn by place and not in turn is drawn from it.
    pub(crate) seed: Seed,
    /// Of the setup: which floor of the run this is.
    pub floor_key: FloorKey,
    /// The kind of level that the floor is; `None` for one that was drawn by hand as no kind.
    pub(crate) level_kind: Option<LevelKindId>,

    // What is saved, as it is saved.
    pub run: RunState,
    pub shift: ShiftState,
    pub(crate) streams: Streams,
    /// Of the mode that is a journey.
    pub(super) journey: Option<Journey>,

    // The floor, which is saved as a `FloorState`.
    pub(crate) depth: Depth,
    pub(crate) floor: Floor,
    /// Actors, items and bodies.
    pub(super) ecs: hecs::World,
    pub(super) hot_table: HotTable,

    // What follows from the entities.
    /// Every living actor, by id.
    pub(super) roster: Vec<ActorRef>,
    /// The place on the roster of each actor that there ever was, by id; for those gone, any
    /// number.
    pub(super) roster_index: Vec<u32>,
    pub(super) occupants: Grid<Option<ActorId>>,
    /// The cells where the actors of each side stand.
    pub(super) presence: Presence,
    pub(super) items: ThingIndex,
    pub(super) bodies: ThingIndex,
    /// The cells with bait, in reading order.
    pub(super) bait_cells: Vec<Pos>,

    /// In a raid on a copy: what its random numbers follow from. See [`World::deal`].
    pub(crate) rehearsed: Option<Seed>,

    // What follows from all the rest, or has no consequence.
    /// The map of the journey.
    pub(super) atlas: Option<Arc<Atlas>>,
    /// The digest of the journey, which changes seldom.
    pub(super) journey_digest: u64,
    /// What is seen from where the player stands.
    pub sight: Sight,
    /// What has happened since the last command came.
    pub(crate) events: Vec<Event>,
    pub(crate) scratch: RefCell<Scratch>,
}

/// What the roster tells of an actor: the copy of its position that ECS lookups would be too slow
/// for.
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
            rehearsed: None,
            atlas: None,
            journey_digest: 0,
            depth,
            floor,
            ecs: hecs::World::new(),
            hot_table: HotTable::default(),
            roster: Vec::new(),
            roster_index: Vec::new(),
            occupants: Grid::filled(width, height, None),
            presence: Presence::new(width, height, &catalog.factions),
            items: ThingIndex::new(width, height),
            bodies: ThingIndex::new(width, height),
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

    pub fn catalog(&self) -> &Arc<Catalog> {
        &self.catalog
    }

    /// What the player has with them.
    pub fn belongings(&self) -> &Belongings {
        &self.run.belongings
    }

    pub(crate) fn journey(&self) -> Option<&Journey> {
        self.journey.as_ref()
    }

    /// The map of the journey.
    pub(crate) fn atlas(&self) -> Option<&Arc<Atlas>> {
        self.atlas.as_ref()
    }

    /// Whether every index of entities is what the entities make it.
    pub(crate) fn indexes_agree(&self) -> bool {
        self.actor_indexes_agree() && self.thing_indexes_agree()
    }
}
