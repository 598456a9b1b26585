//! The world: the whole state of a run, and who stands where in it.

use std::cell::RefCell;
use std::sync::Arc;

use hecs::Entity;

use crate::base::{Bits, Grid, Pos, Stream};
use crate::content::{ActorKindId, Catalog, Depth, FactionId};

use crate::sim::event::{End, Event};
use crate::sim::state::behaviour::Behaviour;
use crate::sim::state::belongings::{Belongings, Body};
use crate::sim::state::components::{AiState, Duty, Kind, Position, Statuses, Vitals};
use crate::sim::state::floor::{Floor, list};
use crate::sim::state::glance::{Glance, Glances, Part};
use crate::sim::state::order::{Tally, WorkOrder};
use crate::sim::state::presence::Presence;
use crate::sim::state::raid::Raid;
use crate::sim::state::report::Report;
use crate::sim::state::scratch::Scratch;
use crate::sim::state::shop::Shop;
use crate::sim::state::sight::Sight;
use crate::sim::units::{ActorId, Stack, Turns};

/// The whole state of a run: a hecs world of actors, bodies and items on a floor of cells.
///
/// Only `mutate` writes to it, only `query` is asked about it. hecs gives entities no order that
/// may be relied on: whatever has to go in turn goes by the roster, which is sorted by
/// [`ActorId`].
pub struct World {
    pub(crate) catalog: Arc<Catalog>,
    pub(crate) ecs: hecs::World,
    /// Of the setup: what is drawn by place and not in turn is drawn from it.
    pub(crate) seed: u64,
    /// Turns from the start of the shift to dawn; from the setup.
    pub(crate) dawn: Turns,
    pub(crate) depth: Depth,
    /// Every living actor, by id, with what is asked of all of them all the time.
    pub(crate) roster: Vec<ActorRef>,
    /// The place on the roster of each actor that there ever was, by id; of those gone nothing of interest.
    pub(crate) roster_index: Vec<u32>,
    /// The actor on a cell.
    pub(crate) occupants: Grid<Option<Entity>>,
    /// Where everybody's foes stand; follows from the occupants.
    pub(crate) presence: Presence,
    /// What is asked of actors all the time.
    pub(crate) glances: Glances,
    pub(crate) items: Grid<Option<Entity>>,
    /// The cells with an item, for searches.
    pub(crate) item_cells: Bits,
    pub(crate) bodies: Grid<Option<Entity>>,
    /// The cells with a body, for searches.
    pub(crate) body_cells: Bits,
    /// The cells with bait, for noses; in reading order.
    pub(crate) bait_cells: Vec<Pos>,
    pub(crate) next_id: u32,
    pub(crate) floor: Floor,
    pub(crate) clock: Turns,
    pub(crate) streams: Streams,
    pub(crate) order: WorkOrder,
    pub(crate) behaviour: Option<Behaviour>,
    /// A job interrupted, and the turns of work still in it.
    pub(crate) paused_job: Option<(Pos, u8)>,
    /// Doors that were hammered at and still stand, and the blows they took; by place.
    pub(crate) door_damage: Vec<(Pos, u8)>,
    /// The player is in a wardrobe or a hollow, and nobody perceives him.
    pub(crate) hidden: bool,
    /// Kinds of items the upkeeper has learnt to tell.
    pub(crate) identified: Vec<bool>,
    /// Which look each kind has, by the kind's place in the catalog; from the seed.
    pub(crate) appearances: Vec<u8>,
    /// Those at war with the player who were in sight after the last turn, by id.
    pub(crate) threats: Vec<ActorId>,
    /// Those that the player was told of not long ago, by id, and when they were last in sight.
    pub(crate) recently_seen: Vec<(ActorId, Turns)>,
    /// Where the player put things down on purpose: exploring leaves them there.
    pub(crate) discarded: Vec<Pos>,
    /// The shop of this floor, as long as somebody keeps it.
    pub(crate) shop: Option<Shop>,
    /// Where things lie that are for sale.
    pub(crate) goods: Vec<Pos>,
    pub(crate) tally: Tally,
    /// The upkeeper is off the floor: stands nowhere, sees nothing and is seen by nobody.
    pub(crate) away: bool,
    /// The raid that is on.
    pub(crate) raid: Option<Raid>,
    /// What the raid before the shift came to, and the one after it.
    pub(crate) last_night: Report,
    pub(crate) at_dawn: Option<Report>,
    pub(crate) end: Option<End>,
    /// Turns that the certified order of the night's work takes; of drawn floors nobody knows.
    pub(crate) par: Option<Turns>,
    /// What is seen from where the player stands; follows from all the rest.
    pub(crate) sight: Sight,
    /// What has happened since the command came.
    pub(crate) events: Vec<Event>,
    /// Memory that searches use again and again.
    pub(crate) scratch: RefCell<Scratch>,
}

/// What the roster tells of an actor: the copy of its position that ECS lookups would be too slow for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ActorRef {
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
    pub(crate) fn new(seed: u64) -> Streams {
        Streams::of(seed, &[])
    }

    /// Those of a night before the shift, by the number of the raid that is tried.
    pub(crate) fn of_raid(seed: u64, attempt: u64) -> Streams {
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
    pub(crate) fn insert(&mut self, actor: ActorRecord) -> Entity {
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
    pub(crate) fn side_of(&self, kind: ActorKindId, duty: Duty) -> FactionId {
        match duty {
            Duty::Stray { .. } => self.catalog.strays,
            _ => self.catalog.actor(kind).faction_id,
        }
    }

    /// Takes an actor out of the world.
    pub(crate) fn remove(&mut self, id: ActorId) {
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
    pub(crate) fn present(&self) -> &[ActorRef] {
        &self.roster[usize::from(self.away)..]
    }

    pub(crate) fn spot(&self, id: ActorId) -> Option<&ActorRef> {
        Some(&self.roster[self.place(id)?])
    }

    pub(crate) fn spot_mut(&mut self, id: ActorId) -> Option<&mut ActorRef> {
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
    pub(crate) fn get<T: hecs::Component + Copy>(&self, entity: Entity) -> T {
        *self.ecs.get::<&T>(entity).unwrap_or_else(|error| unreachable!("{error}"))
    }

    pub(crate) fn change<T: Part>(&mut self, entity: Entity, f: impl FnOnce(&mut T)) {
        f(T::of(self, entity));
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
        if let Ok(place) = self.goods.binary_search(&pos) {
            self.goods.remove(place);
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
