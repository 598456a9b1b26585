//! The components of an actor. hecs holds id, kind and cell; vitals, AI state, duty and statuses
//! stand in the hot table and nowhere else.

use hecs::Entity;
use serde::{Deserialize, Serialize};

use base::{Dir, Pos};
use content::Status;

use crate::sim::units::{ActorId, Stack, Turns};

/// The components of one actor that every turn reads or writes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HotComponents {
    /// The actor: an entity that is no more has the same number, but another generation.
    pub entity: Entity,
    pub vitals: Vitals,
    pub ai_state: AiState,
    pub duty: Duty,
    pub statuses: Statuses,
}

/// The hot components of all actors, by the number of the hecs entity: a lookup in hecs costs
/// several times as much. An entry whose entity is no actor, or no more, is never read.
#[derive(Default)]
pub(super) struct HotTable(Vec<HotComponents>);

impl HotTable {
    pub(super) fn insert(&mut self, components: HotComponents) {
        let index = components.entity.id() as usize;
        if self.0.len() <= index {
            self.0.resize(index + 1, components);
        }
        self.0[index] = components;
    }

    /// Marks the entry of an actor that was taken out of the world.
    pub(super) fn remove(&mut self, entity: Entity) {
        self.get_mut(entity).entity = Entity::DANGLING;
    }

    pub(super) fn get(&self, entity: Entity) -> &HotComponents {
        let components = &self.0[entity.id() as usize];
        debug_assert_eq!(components.entity, entity, "the entry of another actor");
        components
    }

    pub(super) fn get_mut(&mut self, entity: Entity) -> &mut HotComponents {
        let components = &mut self.0[entity.id() as usize];
        debug_assert_eq!(components.entity, entity, "the entry of another actor");
        components
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vitals {
    pub health: i32,
    pub max_health: i32,
    /// An action takes 100 and needs as much.
    pub energy: i32,
}

impl Vitals {
    /// Below half the health that there was to begin with.
    pub fn is_low(&self) -> bool {
        self.health * 2 < self.max_health
    }
}

/// Turns left of each status, in the order of [`Status::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statuses(pub [u16; Status::ALL.len()]);

impl Statuses {
    pub fn has(&self, status: Status) -> bool {
        self.0[status as usize] > 0
    }

    pub fn turns(&self, status: Status) -> u16 {
        self.0[status as usize]
    }

    /// Those in force, with the turns left.
    pub fn iter(&self) -> impl Iterator<Item = (Status, u16)> {
        Status::ALL.into_iter().zip(self.0).filter(|&(_, turns)| turns > 0)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AiState {
    // Nothing in particular.
    Idle,
    // Going to look at a place, for so many more turns.
    Curious { goal: Pos, patience: u8 },
    // Hunting a quarry that was last seen on a cell, `lost` turns ago.
    Hunting { quarry: ActorId, last_seen: Pos, lost: u8 },
    // Fleeing from a danger last seen on a cell, for so many more turns.
    Fleeing { from: Pos, patience: u8 },
    // Has given up a hunt: for so many more turns it attacks only enemies beside it.
    GaveUp { patience: u8 },
}

/// What ties an actor to a post or to a party.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Duty {
    #[default]
    None,
    // At home there: it goes back when nothing else is on.
    Guard {
        post: Pos,
    },
    // Driven from its post: hostile to all, until it is called back.
    Stray {
        post: Pos,
    },
    // One of a party that wants to get through.
    Raider(Raider),
    // A boss, in one of its phases.
    Boss(Boss),
}

/// How far a boss has come, and what it is about to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Boss {
    /// 0 hunts; then [`Boss::CALLED_PARTY`], [`Boss::LAST_STAND`], [`Boss::LEAVING`].
    pub phase: u8,
    /// From when on there is a heavy blow again.
    pub ready: Turns,
    /// The blow that falls with its next action.
    pub windup: Option<Windup>,
}

impl Boss {
    pub const CALLED_PARTY: u8 = 1;
    /// Its last stand: walls no longer stop it.
    pub const LAST_STAND: u8 = 2;
    /// It has had enough, and makes for the exit.
    pub const LEAVING: u8 = 3;
}

/// A heavy blow being prepared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Windup {
    /// Which of its kind's blows.
    pub blow: u8,
    pub dir: Dir,
}

/// What a raider has got.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Raider {
    /// Chests emptied and carried off.
    pub loot: u8,
    /// What it brought along, and leaves behind when it dies.
    pub kit: Option<Stack>,
    /// What it picked up from the floor, which falls with it as well.
    pub carries: Option<Stack>,
    /// What it has gone off for; nothing while it keeps with the others.
    pub errand: Option<Errand>,
}

/// What a raider does apart from the party.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Errand {
    pub what: ErrandKind,
    pub at: Pos,
    /// Turns after which it gives up.
    pub patience: u8,
    /// Turns spent at it on the spot.
    pub spent: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ErrandKind {
    /// A full chest.
    Loot,
    /// Something that lies about.
    Take,
    /// A trap that was noticed.
    Disarm,
    /// The same, from afar.
    Burst,
    /// A dead brazier.
    Kindle,
    /// A lit one.
    Snuff,
}

impl Duty {
    /// The place that it belongs to.
    pub fn post(self) -> Option<Pos> {
        match self {
            Duty::Guard { post } | Duty::Stray { post } => Some(post),
            _ => None,
        }
    }
}
