//! Blows and shots.

use crate::sim::floor::{hiding, noise};
use crate::sim::party::report;
use crate::sim::prelude::*;

pub(crate) fn attack(world: &mut World, actor: &ActorRef, victim: &ActorRef) {
    if victim.id == ActorId::PLAYER && !hiding::drag_out(world, actor) {
        return;
    }
    let (hit, damage) = world.blow(actor);
    let kind = actor.kind;
    let is_surprise = actor.id == ActorId::PLAYER && world.is_unaware(victim.id);
    let blow = roll_blow(world, victim, hit, damage);
    if let Some(damage) = blow {
        let damage = damage + surprise(world, actor, victim);
        let damage = if is_surprise { world.surprise_damage(damage) } else { damage };
        world.emit(FightEvent::Struck { by: world.who(actor), victim: world.who(victim), damage });
        let catalog = world.catalog.clone();
        world.wound(victim, Harm::Blow { by: kind }, damage);
        if let Some(victim) = world.alive(victim.id) {
            world.apply_effects(
                &victim,
                &catalog.actor(kind).melee.effects,
                Harm::Blow { by: kind },
            );
        }
        if actor.id == ActorId::PLAYER {
            strike(world, victim.id, Harm::Blow { by: kind });
        }
        let knocks = catalog.actor(kind).melee.knocks;
        if knocks > 0
            && let Some(victim) = world.alive(victim.id)
            && world.streams.combat.percent(knocks)
        {
            world.shove(&victim, actor.pos, 1);
        }
    } else {
        world.emit(FightEvent::Missed { by: world.who(actor), victim: world.who(victim) });
    }
    provoke(world, victim, actor);
    let loudness = world.catalog.rules.noise_fight;
    noise::sound_of(world, actor, actor.pos, loudness);
    // Last of all: the attacker may die of it.
    if blow.is_some() && victim.id == ActorId::PLAYER {
        prick(world, actor);
    }
}

/// Applies the effects of the tool in the player's hand.
fn strike(world: &mut World, victim: ActorId, harm: Harm) {
    let catalog = world.catalog.clone();
    let strikes = world.belongings().tool(&catalog).map(|tool| &tool.strikes);
    if let (Some(strikes), Some(victim)) = (strikes, world.alive(victim)) {
        world.apply_effects(&victim, strikes, harm);
    }
}

/// Worn thorns hurt the actor that hit the player.
fn prick(world: &mut World, by: &ActorRef) {
    let catalog = world.catalog.clone();
    let thorny =
        world.belongings().worn.0.into_iter().flatten().find(|&kind| catalog.item(kind).thorns > 0);
    if let (Some(kind), Some(by)) = (thorny, world.alive(by.id)) {
        world.harm(&by, Harm::Missile(kind), catalog.item(kind).thorns);
    }
}

/// The extra damage of a hit to a victim that does not hunt the attacker; the player is never
/// unaware.
fn surprise(world: &World, actor: &ActorRef, victim: &ActorRef) -> i32 {
    let ambush = world.kind(actor).melee.ambush;
    let unaware = ambush > 0
        && victim.id != ActorId::PLAYER
        && !matches!(world.ai_state(victim.entity), AiState::Hunting { quarry, .. } if quarry == actor.id);
    if unaware { ambush } else { 0 }
}

/// The damage of a blow, or nothing if it missed.
pub(crate) fn roll_blow(
    world: &mut World,
    victim: &ActorRef,
    hit: i32,
    (low, high): (i32, i32),
) -> Option<i32> {
    let chance = world.hit_chance(hit, victim);
    world.streams.combat.percent(chance).then(|| {
        let damage = world.streams.combat.range(low, high);
        world.damage_to(victim, damage, i32::from(high > 0))
    })
}

/// What follows from an attack, hit or not: the victim hunts the attacker, a keeper counts it as
/// robbery.
pub(crate) fn provoke(world: &mut World, victim: &ActorRef, by: &ActorRef) {
    report::fought(world, victim, by);
    if victim.id == ActorId::PLAYER {
        return;
    }
    let Some(victim) = world.alive(victim.id) else { return };
    if by.id == ActorId::PLAYER && world.is_keeper(&victim) {
        world.rob();
        return;
    }
    // Who is on the same side lets it pass: it could not be struck back at.
    let is_at_war = world.are_hostile(&victim, by);
    if is_at_war && !matches!(world.ai_state(victim.entity), AiState::Fleeing { .. }) {
        world.set_ai_state(&victim, AiState::Hunting { quarry: by.id, last_seen: by.pos, lost: 0 });
    }
}

/// Shoots at an actor along a clear line.
pub(crate) fn shoot(world: &mut World, actor: &ActorRef, victim: &ActorRef) {
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
