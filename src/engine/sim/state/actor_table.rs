//! Hot components of the actors: an array indexed by the number of the hecs entity, because a lookup in hecs costs
//! several times as much. What stands here stands nowhere else.

use hecs::Entity;

use crate::sim::state::components::{AiState, Duty, Statuses, Vitals};

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

/// The hot components of all actors. An entry whose entity is no actor, or no more, is never read.
#[derive(Default)]
pub(crate) struct ActorTable(Vec<HotComponents>);

impl ActorTable {
    /// Adds an actor that was spawned.
    pub(crate) fn insert(&mut self, components: HotComponents) {
        let index = components.entity.id() as usize;
        if self.0.len() <= index {
            self.0.resize(index + 1, components);
        }
        self.0[index] = components;
    }

    /// Marks the entry of an actor that was taken out of the world.
    pub(crate) fn remove(&mut self, entity: Entity) {
        self.get_mut(entity).entity = Entity::DANGLING;
    }

    pub(crate) fn get(&self, entity: Entity) -> &HotComponents {
        let components = &self.0[entity.id() as usize];
        debug_assert_eq!(components.entity, entity, "the entry of another actor");
        components
    }

    pub(crate) fn get_mut(&mut self, entity: Entity) -> &mut HotComponents {
        let components = &mut self.0[entity.id() as usize];
        debug_assert_eq!(components.entity, entity, "the entry of another actor");
        components
    }
}
