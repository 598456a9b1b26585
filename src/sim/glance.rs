//! What is asked about everybody all the time: copies of components, by the number of the entity, because
//! hecs looks every single one up. Nothing writes them but [`World::change`] and the turn's energy.

use hecs::Entity;

use super::components::{Duty, Kind, Mind, Position, Statuses, Vitals};
use super::world::World;
use super::{ActorId, Belongings};

/// The copies of one actor's components.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glance {
    pub id: ActorId,
    pub vitals: Vitals,
    pub mind: Mind,
    pub duty: Duty,
    pub statuses: Statuses,
}

/// A component of an actor, of which there may be a copy to be kept.
pub(super) trait Glimpsed: hecs::Component {
    fn copy_to(&self, _glance: &mut Glance) {}
}

impl Glimpsed for Kind {}
impl Glimpsed for Position {}
impl Glimpsed for Belongings {}

impl Glimpsed for Vitals {
    fn copy_to(&self, glance: &mut Glance) {
        glance.vitals = *self;
    }
}

impl Glimpsed for Mind {
    fn copy_to(&self, glance: &mut Glance) {
        glance.mind = *self;
    }
}

impl Glimpsed for Duty {
    fn copy_to(&self, glance: &mut Glance) {
        glance.duty = *self;
    }
}

impl Glimpsed for Statuses {
    fn copy_to(&self, glance: &mut Glance) {
        glance.statuses = *self;
    }
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

    pub(super) fn of_mut(&mut self, entity: Entity) -> &mut Glance {
        &mut self.0[entity.id() as usize]
    }
}

impl World {
    pub(super) fn change_mind(&mut self, entity: Entity, mind: Mind) {
        self.change::<Mind>(entity, |own| *own = mind);
    }

    pub(super) fn change_duty(&mut self, entity: Entity, f: impl FnOnce(&mut Duty)) {
        self.change::<Duty>(entity, f);
    }

    pub(super) fn change_statuses(&mut self, entity: Entity, f: impl FnOnce(&mut Statuses)) {
        self.change::<Statuses>(entity, f);
    }
}
