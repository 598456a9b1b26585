//! Things thrown, and how far they fly.

use crate::sim::fight::blows::{provoke, roll_blow};
use crate::sim::prelude::*;
use crate::sim::things::items::pay_for_use;
use base::clear_line;
use content::Thrown;

/// The cells that a thing thrown at a target flies over, up to where it comes to rest: the target,
/// the first actor in the way, the last cell before a wall, a shut door or the edge of the world,
/// or as far as it carries. Over water and pits things fly. With `as_known`, what the player does
/// not know of is not in the way.
pub(crate) fn flight(world: &World, target: Pos, range: i32, as_known: bool) -> Vec<Pos> {
    let (floor, from) = (&world.floor, world.player_pos());
    let line = clear_line(&floor.opaque, from, target)
        .unwrap_or_else(|| Line::new(from, target, Tie::NorthWest));
    let mut path = Vec::new();
    for next in line.take(range as usize) {
        let is_wall = !floor.contains(next) || floor.opaque.contains(next);
        if is_wall && (!as_known || floor.known(next).plan) {
            break;
        }
        path.push(next);
        if world.is_occupied(next) && (!as_known || world.sight.visible.contains(next)) {
            break;
        }
    }
    path
}

/// Throws one of a stack along the line to a place: it stops at the first actor or before a wall.
pub(crate) fn throw(world: &mut World, slot: CartIndex, target: Pos) {
    pay_for_use(world, slot);
    let Some(stack) = world.run.belongings.take(slot, 1) else { return };
    world.shift.hidden = false;
    let catalog = world.catalog.clone();
    let from = world.player_pos();
    let Some(thrown) = &catalog.item(stack.kind).thrown else { return };
    let to = flight(world, target, thrown.range, false).last().copied().unwrap_or(from);
    let known = world.is_identified(stack.kind);
    world.emit(ItemEvent::Threw { item: stack.kind, known, from, to });
    let victim = world.actor_at(to).copied();
    let was_hit = victim.is_some_and(|victim| hit(world, &victim, stack, thrown));
    if thrown.shatters {
        shatter(world, to, stack, thrown, victim);
    } else {
        for effect in thrown.effects.iter().filter(|_| !was_hit) {
            if let Effect::Noise { loudness } = *effect {
                world.sound(to, loudness);
            }
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
    let rolled = roll_blow(world, victim, thrown.hit, thrown.damage);
    let damage = rolled.map(|rolled| world.surprise_damage(rolled, is_surprise));
    let (by, struck) = (world.who(&player), world.who(victim));
    match damage {
        Some(damage) => {
            world.emit(FightEvent::Struck { by, victim: struck, damage });
            world.hit(victim, harm, damage, if thrown.shatters { &[] } else { &thrown.effects });
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
