//! Things thrown.

use crate::sim::prelude::*;
use content::Thrown;

use crate::sim::query::flight::{flight, is_blocked};
use crate::sim::rules::actions::attack::{provoke, roll_blow};
use crate::sim::rules::actions::item::pay_for_use;

/// Throws one of a stack along the line to a place: it stops at the first actor or before a wall.
pub(super) fn throw(world: &mut World, slot: CartIndex, target: Pos) {
    pay_for_use(world, slot);
    let Some(stack) = world.run.belongings.take(slot, 1) else { return };
    world.shift.hidden = false;
    let catalog = world.catalog.clone();
    let from = world.player_pos();
    let Some(thrown) = &catalog.item(stack.kind).thrown else { return };
    let to = flight(
        world,
        target,
        thrown.range,
        |pos| is_blocked(world, pos),
        |pos| world.is_occupied(pos),
    )
    .last()
    .copied()
    .unwrap_or(from);
    let known = world.is_identified(stack.kind);
    world.emit(ItemEvent::Threw { item: stack.kind, known, from, to });
    let victim = world.actor_at(to).copied();
    let was_hit = victim.is_some_and(|victim| hit(world, &victim, stack, thrown));
    if thrown.shatters {
        shatter(world, to, stack, thrown, victim);
    } else {
        if !was_hit {
            make_noise(world, to, thrown);
        }
        let lies = world.drop_stack(to, stack);
        set_member(&mut world.shift.thrown, lies, true);
    }
}

fn hit(world: &mut World, victim: &ActorRef, stack: Stack, thrown: &Thrown) -> bool {
    let player = world.roster()[0];
    let harm = Harm::Missile(stack.kind);
    if thrown.damage.1 == 0 {
        provoke(world, victim, &player);
        return true;
    }
    let is_surprise = world.is_unaware(victim.id);
    let damage = roll_blow(world, victim, thrown.hit, thrown.damage);
    let damage =
        damage.map(|damage| if is_surprise { world.surprise_damage(damage) } else { damage });
    let (by, struck) = (world.who(&player), world.who(victim));
    match damage {
        Some(damage) => {
            world.emit(FightEvent::Struck { by, victim: struck, damage });
            world.wound(victim, harm, damage);
            if !thrown.shatters
                && let Some(victim) = world.alive(victim.id)
            {
                world.apply_effects(&victim, &thrown.effects, harm);
            }
        }
        None => world.emit(FightEvent::Missed { by, victim: struck }),
    }
    provoke(world, victim, &player);
    damage.is_some()
}

/// Applies the effects of what breaks to the actor on the cell, hit or not, or to the cell.
fn shatter(world: &mut World, at: Pos, stack: Stack, thrown: &Thrown, victim: Option<ActorRef>) {
    world.emit(FightEvent::Shattered { item: stack.kind, at });
    if world.sight.visible.contains(at) {
        world.identify(stack.kind);
    }
    let catalog = world.catalog.clone();
    let kind = catalog.item(stack.kind);
    // A potion without effects of its own for throwing has those of drinking.
    let effects = if thrown.effects.is_empty() { &kind.effects } else { &thrown.effects };
    if let Some(victim) = victim.and_then(|victim| world.alive(victim.id)) {
        world.apply_effects(&victim, effects, Harm::Missile(stack.kind));
    } else {
        for effect in effects {
            world.apply_at(at, effect, Harm::Missile(stack.kind));
        }
    }
}

fn make_noise(world: &mut World, at: Pos, thrown: &Thrown) {
    for effect in &thrown.effects {
        if let content::Effect::Noise { loudness } = *effect {
            crate::sim::rules::noise::sound(world, at, loudness);
        }
    }
}
