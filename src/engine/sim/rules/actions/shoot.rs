//! Shots along clear lines.

use crate::sim::prelude::*;
use crate::sim::rules::actions::attack::{provoke, roll_blow};
use crate::sim::rules::noise;

/// Shoots at an actor along a clear line.
pub(super) fn shoot(world: &mut World, actor: &ActorRef, victim: &ActorRef) {
    let catalog = world.catalog.clone();
    let Some(shot) = &catalog.actor(actor.kind).shot else { return };
    let damage = roll_blow(world, victim, shot.hit, world.strengthened(actor, shot.damage));
    let (by, target) = (world.who(actor), world.who(victim));
    world.emit(FightEvent::Shot { by, victim: target, from: actor.pos, to: victim.pos, damage });
    if let Some(damage) = damage {
        let harm = Harm::Blow { by: actor.kind };
        world.wound(victim, harm, damage);
        if let Some(victim) = world.alive(victim.id) {
            world.apply_effects(&victim, &shot.effects, harm);
        }
    }
    provoke(world, victim, actor);
    noise::sound_of(world, actor, victim.pos, catalog.rules.noise_fight);
}
