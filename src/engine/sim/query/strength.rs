//! How hard actors strike and shoot on a journey: those who hold a site by their level, those who live there by its depth.

use crate::sim::prelude::*;

impl World {
    /// The damage of an actor, in percent of its kind's numbers.
    pub(crate) fn strength(&self, actor: &ActorRef) -> i32 {
        if actor.id == ActorId::PLAYER || self.journey().is_none() {
            return 100;
        }
        let rules = &self.catalog.campaign;
        match self.tenant(actor.id) {
            Some(tenant) => rules.tenants.at(tenant.level).1,
            None if self.is_raider(actor) => 100,
            None => rules.harder.damage_at(self.depth),
        }
    }

    /// The damage of a blow or a shot of an actor, from least to most, by the numbers of its kind.
    pub(crate) fn strengthened(&self, actor: &ActorRef, (low, high): (i32, i32)) -> (i32, i32) {
        let percent = self.strength(actor);
        (low * percent / 100, high * percent / 100)
    }
}
