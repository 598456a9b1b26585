//! Things thrown, and how far they fly.

use crate::sim::fight::blows::{provoke, roll_blow};
use crate::sim::prelude::*;
use crate::sim::things::items::pay_for_use;
use base::clear_line;
use content::Thrown;

/// The cells that a thing thrown at a target flies over, up to where it comes to rest: the target,
/// the first actor in the way, the last cell before a wall, or as far as it carries.
///
/// `stops` holds for cells where an actor stops the flight, `blocked` for cells that nothing flies
/// into.
pub(crate) fn flight(
    world: &World,
    target: Pos,
    range: i32,
    blocked: impl Fn(Pos) -> bool,
    stops: impl Fn(Pos) -> bool,
) -> Vec<Pos> {
    let from = world.player_pos();
    let line = clear_line(&world.floor.opaque, from, target)
        .unwrap_or_else(|| Line::new(from, target, Tie::NorthWest));
    let mut path = Vec::new();
    for next in line.take(range as usize) {
        if blocked(next) {
            break;
        }
        path.push(next);
        if stops(next) {
            break;
        }
    }
    path
}

/// Nothing flies into it: a wall, a shut door, the edge of the world. Over water and pits things
/// fly.
pub(crate) fn is_blocked(world: &World, pos: Pos) -> bool {
    !world.floor.contains(pos) || world.floor.opaque.contains(pos)
}

/// Throws one of a stack along the line to a place: it stops at the first actor or before a wall.
pub(crate) fn throw(world: &mut World, slot: CartIndex, target: Pos) {
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
            crate::sim::floor::noise::sound(world, at, loudness);
        }
    }
}
