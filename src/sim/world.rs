//! The world: the whole state of a run, and who stands where in it.

use hecs::Entity;

use crate::base::{Astar, Bits, DistanceField, GoalSearch, Grid, Pos, Stream, TargetDistances};
use crate::content::{ActorKindId, Catalog, FactionId};

use super::behaviour::Behaviour;
use super::components::{AiState, Duty, Kind, Position, Statuses, Vitals};
use super::floor::list;
use super::fov::Sight;
use super::glance::{Glance, Glances, Part};
use super::order::WorkOrder;
use super::presence::Presence;
use super::raid::{Raid, Report};
use super::{ActorId, Belongings, Body, End, Event, Floor, Shop, Stack, Tally, Turns};

use std::cell::RefCell;
use std::sync::Arc;

/// The whole state of a run: a hecs world of actors, bodies and items on a floor of cells.
///
/// Only `mutate` writes to it, only `query` is asked about it. hecs gives entities no order that
/// may be relied on: whatever has to go in turn goes by the roster, which is sorted by
/// [`ActorId`].
pub struct World {
    pub(super) catalog: Arc<Catalog>,
    pub(super) ecs: hecs::World,
    /// Of the setup: what is drawn by place and not in turn is drawn from it.
    pub(super) seed: u64,
    /// Turns from the start of the shift to dawn; from the setup.
    pub(super) dawn: Turns,
    pub(super) depth: u8,
    /// Every living actor, by id, with what is asked of all of them all the time.
    pub(super) roster: Vec<ActorRef>,
    /// The place on the roster of each actor that there ever was, by id; of those gone nothing of interest.
    pub(super) roster_index: Vec<u32>,
    /// The actor on a cell.
    pub(super) occupants: Grid<Option<Entity>>,
    /// Where everybody's foes stand; follows from the occupants.
    pub(super) presence: Presence,
    /// What is asked of actors all the time.
    pub(super) glances: Glances,
    pub(super) items: Grid<Option<Entity>>,
    /// The cells with an item, for searches.
    pub(super) item_cells: Bits,
    pub(super) bodies: Grid<Option<Entity>>,
    /// The cells with a body, for searches.
    pub(super) body_cells: Bits,
    /// The cells with bait, for noses; in reading order.
    pub(super) bait_cells: Vec<Pos>,
    pub(super) next_id: u32,
    pub(super) floor: Floor,
    pub(super) clock: Turns,
    pub(super) streams: Streams,
    pub(super) order: WorkOrder,
    pub(super) behaviour: Option<Behaviour>,
    /// A job interrupted, and the turns of work still in it.
    pub(super) paused_job: Option<(Pos, u8)>,
    /// Doors that were hammered at and still stand, and the blows they took; by place.
    pub(super) door_damage: Vec<(Pos, u8)>,
    /// The player is in a wardrobe or a hollow, and nobody perceives him.
    pub(super) hidden: bool,
    /// Kinds of items the upkeeper has learnt to tell.
    pub(super) identified: Vec<bool>,
    /// Which look each kind has, by the kind's place in the catalog; from the seed.
    pub(super) appearances: Vec<u8>,
    /// Those at war with the player who were in sight after the last turn, by id.
    pub(super) threats: Vec<ActorId>,
    /// Those that the player was told of not long ago, by id, and when they were last in sight.
    pub(super) recently_seen: Vec<(ActorId, Turns)>,
    /// Where the player put things down on purpose: exploring leaves them there.
    pub(super) discarded: Vec<Pos>,
    /// The shop of this floor, as long as somebody keeps it.
    pub(super) shop: Option<Shop>,
    /// Where things lie that are for sale.
    pub(super) goods: Vec<Pos>,
    pub(super) tally: Tally,
    /// The upkeeper is off the floor: stands nowhere, sees nothing and is seen by nobody.
    pub(super) away: bool,
    /// The raid that is on.
    pub(super) raid: Option<Raid>,
    /// What the raid before the shift came to, and the one after it.
    pub(super) last_night: Report,
    pub(super) at_dawn: Option<Report>,
    pub(super) end: Option<End>,
    /// Turns that the certified order of the night's work takes; of drawn floors nobody knows.
    pub(super) par: Option<Turns>,
    /// What is seen from where the player stands; follows from all the rest.
    pub(super) sight: Sight,
    /// What has happened since the command came.
    pub(super) events: Vec<Event>,
    /// Memory that searches use again and again.
    pub(super) scratch: RefCell<Scratch>,
}

/// Memory that searches use again and again; no part of the state.
#[derive(Default)]
pub(super) struct Scratch {
    pub astar: Astar,
    pub path: Vec<Pos>,
    /// What may be walked on, and what of it is dear.
    pub ground: Bits,
    pub dear: Bits,
    /// How far a noise carries, through the air and past doors.
    pub meter: TargetDistances,
    pub noise: DistanceField,
    /// The way to what the player wants, past whoever stands there.
    pub way: DistanceField,
    /// What the player wants, and what a party has not seen yet.
    pub seeker: GoalSearch,
    pub raid: super::raid::Memory,
}

/// What the roster tells of an actor: the copy of its position that ECS lookups would be too slow for.
#[derive(Clone, Copy, Debug)]
pub(super) struct ActorRef {
    pub id: ActorId,
    pub entity: Entity,
    pub kind: ActorKindId,
    pub faction: FactionId,
    pub pos: Pos,
}

/// The run's own random streams; drawing from one never shifts another.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Streams {
    pub ai: Stream,
    pub combat: Stream,
    /// Vermin, gas, bodies: what the floor does by itself.
    pub floor: Stream,
}

impl Streams {
    pub(super) fn new(seed: u64) -> Streams {
        Streams::of(seed, &[])
    }

    /// Those of a night before the shift, by the number of the raid that is tried.
    pub(super) fn of_raid(seed: u64, attempt: u64) -> Streams {
        Streams::of(seed, &[1, attempt])
    }

    fn of(seed: u64, place: &[u64]) -> Streams {
        Streams {
            ai: Stream::new(seed, "ai", place),
            combat: Stream::new(seed, "combat", place),
            floor: Stream::new(seed, "floor", place),
        }
    }
}

/// All that makes up one actor, as it is spawned and as it is saved.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ActorRecord {
    pub id: ActorId,
    pub kind: ActorKindId,
    pub pos: Pos,
    pub vitals: Vitals,
    pub statuses: Statuses,
    pub mind: AiState,
    pub duty: Duty,
    pub belongings: Option<Belongings>,
}

impl World {
    /// Puts an actor into the world. Its cell must be free and its id the highest yet.
    pub(super) fn insert(&mut self, actor: ActorRecord) -> Entity {
        let ActorRecord { id, kind, pos, vitals, statuses, mind, duty, belongings } = actor;
        let entity = self.ecs.spawn((id, Kind(kind), Position(pos)));
        if let Some(belongings) = belongings {
            self.ecs
                .insert_one(entity, belongings)
                .unwrap_or_else(|_| unreachable!("spawned a line before"));
        }
        self.glances.put(entity, Glance { id, vitals, mind, duty, statuses });
        let faction = self.side_of(kind, duty);
        debug_assert!(self.roster.last().is_none_or(|last| last.id < id));
        self.roster_index.resize(id.0 as usize + 1, u32::MAX);
        self.roster_index[id.0 as usize] = self.roster.len() as u32;
        self.roster.push(ActorRef { id, entity, kind, faction, pos });
        if id != ActorId::PLAYER || !self.away {
            self.occupants[pos] = Some(entity);
            self.presence.put(pos, faction);
        }
        entity
    }

    /// The side that somebody of a kind is on.
    pub(super) fn side_of(&self, kind: ActorKindId, duty: Duty) -> FactionId {
        match duty {
            Duty::Stray { .. } => self.catalog.strays,
            _ => self.catalog.actor(kind).faction_id,
        }
    }

    /// Takes an actor out of the world.
    pub(super) fn remove(&mut self, id: ActorId) {
        if let Some(place) = self.place(id) {
            let spot = self.roster.remove(place);
            for later in &self.roster[place..] {
                self.roster_index[later.id.0 as usize] -= 1;
            }
            self.occupants[spot.pos] = None;
            self.presence.clear(spot.pos, spot.faction);
            // It was spawned with its spot and leaves with it.
            let _ = self.ecs.despawn(spot.entity);
        }
    }

    /// Everybody on the floor, by id: the roster, without an upkeeper who is off it.
    pub(super) fn present(&self) -> &[ActorRef] {
        &self.roster[usize::from(self.away)..]
    }

    pub(super) fn spot(&self, id: ActorId) -> Option<&ActorRef> {
        Some(&self.roster[self.place(id)?])
    }

    pub(super) fn spot_mut(&mut self, id: ActorId) -> Option<&mut ActorRef> {
        let place = self.place(id)?;
        Some(&mut self.roster[place])
    }

    /// The place of an actor on the roster.
    fn place(&self, id: ActorId) -> Option<usize> {
        let place = *self.roster_index.get(id.0 as usize)? as usize;
        self.roster.get(place).is_some_and(|spot| spot.id == id).then_some(place)
    }

    /// The component of a living actor.
    ///
    /// Every actor on the roster has every component that it was spawned with: a missing one is a
    /// fault of ours.
    pub(super) fn get<T: hecs::Component + Copy>(&self, entity: Entity) -> T {
        *self.ecs.get::<&T>(entity).unwrap_or_else(|error| unreachable!("{error}"))
    }

    pub(super) fn change<T: Part>(&mut self, entity: Entity, f: impl FnOnce(&mut T)) {
        f(T::of(self, entity));
    }

    pub(super) fn place_item(&mut self, pos: Pos, stack: Stack) {
        self.floor.look_changed(pos);
        let smells = self.catalog.item(stack.kind).scent > 0;
        list(&mut self.bait_cells, pos, smells);
        self.item_cells.insert(pos);
        self.items[pos] = Some(self.ecs.spawn((Position(pos), stack)));
    }

    pub(super) fn place_body(&mut self, pos: Pos, body: Body) {
        self.floor.look_changed(pos);
        self.body_cells.insert(pos);
        self.bodies[pos] = Some(self.ecs.spawn((Position(pos), body)));
    }

    pub(super) fn lift_item(&mut self, pos: Pos) -> Option<Stack> {
        let entity = self.items[pos].take()?;
        self.floor.look_changed(pos);
        list(&mut self.bait_cells, pos, false);
        if let Ok(place) = self.goods.binary_search(&pos) {
            self.goods.remove(place);
        }
        self.item_cells.remove(pos);
        self.ecs.remove_one::<Stack>(entity).ok().inspect(|_| {
            let _ = self.ecs.despawn(entity);
        })
    }

    pub(super) fn lift_body(&mut self, pos: Pos) -> Option<Body> {
        let entity = self.bodies[pos].take()?;
        self.floor.look_changed(pos);
        self.body_cells.remove(pos);
        self.ecs.remove_one::<Body>(entity).ok().inspect(|_| {
            let _ = self.ecs.despawn(entity);
        })
    }
}
