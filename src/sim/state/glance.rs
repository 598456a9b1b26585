//! What is asked about everybody all the time: in a table by the number of the entity, because hecs looks every
//! single component up. What stands here stands nowhere else.

use hecs::Entity;

use crate::sim::state::components::{AiState, Duty, Kind, Position, Statuses, Vitals};
use crate::sim::state::world::World;
use crate::sim::units::ActorId;

/// The parts of one actor that are kept here.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Glance {
    pub id: ActorId,
    pub vitals: Vitals,
    pub mind: AiState,
    pub duty: Duty,
    pub statuses: Statuses,
}

/// Those of all actors; places of others hold nothing of interest.
#[derive(Default)]
pub(crate) struct Glances(Vec<Glance>);

impl Glances {
    /// An actor has come into the world.
    pub(crate) fn put(&mut self, entity: Entity, glance: Glance) {
        let place = entity.id() as usize;
        if self.0.len() <= place {
            self.0.resize(place + 1, glance);
        }
        self.0[place] = glance;
    }

    pub(crate) fn of(&self, entity: Entity) -> &Glance {
        &self.0[entity.id() as usize]
    }

    pub(crate) fn of_mut(&mut self, entity: Entity) -> &mut Glance {
        &mut self.0[entity.id() as usize]
    }
}

/// A part of an actor, wherever it is kept.
pub(crate) trait Part: Sized {
    fn of(world: &mut World, entity: Entity) -> &mut Self;
}

macro_rules! at_a_glance {
    ($($part:ty: $field:ident),*) => {$(
        impl Part for $part {
            fn of(world: &mut World, entity: Entity) -> &mut Self {
                &mut world.glances.of_mut(entity).$field
            }
        }
    )*};
}
at_a_glance!(Vitals: vitals, AiState: mind, Duty: duty, Statuses: statuses);

macro_rules! component {
    ($($part:ty),*) => {$(
        impl Part for $part {
            fn of(world: &mut World, entity: Entity) -> &mut Self {
                let component = world.ecs.query_one_mut::<&mut Self>(entity);
                component.unwrap_or_else(|error| unreachable!("{error}"))
            }
        }
    )*};
}
component!(Kind, Position);

impl World {
    pub(crate) fn change_mind(&mut self, entity: Entity, mind: AiState) {
        *AiState::of(self, entity) = mind;
    }

    pub(crate) fn change_duty(&mut self, entity: Entity, f: impl FnOnce(&mut Duty)) {
        self.change::<Duty>(entity, f);
    }

    pub(crate) fn change_statuses(&mut self, entity: Entity, f: impl FnOnce(&mut Statuses)) {
        self.change::<Statuses>(entity, f);
    }
}
