//! Writes to one component of an actor, whether hecs or the table of hot components holds it.

use hecs::Entity;

use crate::sim::state::components::{ActorKindOf, AiState, Duty, Position, Statuses, Vitals};
use crate::sim::state::world::World;

/// A component of an actor, and where the world keeps it.
pub(crate) trait ActorComponent: Sized {
    fn of(world: &mut World, entity: Entity) -> &mut Self;
}

macro_rules! hot_components {
    ($($component:ty: $field:ident),*) => {$(
        impl ActorComponent for $component {
            fn of(world: &mut World, entity: Entity) -> &mut Self {
                &mut world.actor_table.get_mut(entity).$field
            }
        }
    )*};
}
hot_components!(Vitals: vitals, AiState: ai_state, Duty: duty, Statuses: statuses);

macro_rules! hecs_components {
    ($($component:ty),*) => {$(
        impl ActorComponent for $component {
            fn of(world: &mut World, entity: Entity) -> &mut Self {
                let component = world.ecs.query_one_mut::<&mut Self>(entity);
                component.unwrap_or_else(|error| unreachable!("{error}"))
            }
        }
    )*};
}
hecs_components!(ActorKindOf, Position);

impl World {
    pub(crate) fn change<T: ActorComponent>(&mut self, entity: Entity, f: impl FnOnce(&mut T)) {
        f(T::of(self, entity));
    }

    pub(crate) fn change_ai_state(&mut self, entity: Entity, ai_state: AiState) {
        *AiState::of(self, entity) = ai_state;
    }

    pub(crate) fn change_duty(&mut self, entity: Entity, f: impl FnOnce(&mut Duty)) {
        self.change::<Duty>(entity, f);
    }

    pub(crate) fn change_statuses(&mut self, entity: Entity, f: impl FnOnce(&mut Statuses)) {
        self.change::<Statuses>(entity, f);
    }
}
