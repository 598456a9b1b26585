//! What is asked about everybody all the time: copies of components, by the number of the entity, because
//! hecs looks every single one up. Nothing else writes them than the verbs that change the component.

use hecs::Entity;

use super::components::{Duty, Mind, Statuses};
use super::world::World;

/// The copies of one actor's components.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glance {
    pub mind: Mind,
    pub duty: Duty,
    pub statuses: Statuses,
}

/// Those of all actors; places of others hold nothing of interest.
#[derive(Default)]
pub(super) struct Glances(Vec<Glance>);

impl Glances {
    /// An actor has come into the world.
    pub(super) fn put(&mut self, entity: Entity, glance: Glance) {
        let place = entity.id() as usize;
        if self.0.len() <= place {
            self.0.resize(place + 1, glance);
        }
        self.0[place] = glance;
    }

    pub(super) fn of(&self, entity: Entity) -> &Glance {
        &self.0[entity.id() as usize]
    }
}

impl World {
    pub(super) fn change_mind(&mut self, entity: Entity, mind: Mind) {
        self.change::<Mind>(entity, |own| *own = mind);
        self.glances.0[entity.id() as usize].mind = mind;
    }

    pub(super) fn change_duty(&mut self, entity: Entity, f: impl FnOnce(&mut Duty)) {
        let own = &mut self.glances.0[entity.id() as usize].duty;
        f(own);
        let duty = *own;
        self.change::<Duty>(entity, |own| *own = duty);
    }

    pub(super) fn change_statuses(&mut self, entity: Entity, f: impl FnOnce(&mut Statuses)) {
        let own = &mut self.glances.0[entity.id() as usize].statuses;
        f(own);
        let statuses = *own;
        self.change::<Statuses>(entity, |own| *own = statuses);
    }
}
