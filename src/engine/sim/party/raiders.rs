//! The actions that only raiders have.

use crate::sim::fight::{blows, effects};
use crate::sim::floor::hiding::undead_in_sight;
use crate::sim::party::report;
use crate::sim::prelude::*;
use crate::sim::work::jobs;

/// Empties a chest; an actor disguised as one is provoked.
pub(crate) fn loot(world: &mut World, actor: &ActorRef, at: Pos) {
    if world.seems_a_chest(at)
        && let Some(mimic) = world.actor_at(at).copied()
    {
        blows::provoke(world, &mimic, actor);
        return;
    }
    world.break_fixture(at, Fixture::Chest { full: false });
    world.change_report(|report| report.chests_looted += 1);
    if let Some(own) = world.raider_mut(actor) {
        own.loot = own.loot.saturating_add(1);
    }
    world.emit(RaidEvent::ChestLooted { who: world.who(actor), at });
}

pub(crate) fn pocket(world: &mut World, actor: &ActorRef) {
    let at = actor.pos;
    if let Some(stack) = world.lift_item(at) {
        if let Some(own) = world.raider_mut(actor) {
            own.carries = Some(stack);
        }
        world.emit(RaidEvent::Pocketed { who: world.who(actor), stack, at });
    }
}

/// Takes a trap apart, or sets it off with nobody on it: what it does to its surroundings it does.
pub(crate) fn disarm(world: &mut World, actor: &ActorRef, at: Pos, bursts: bool) {
    let Some(Fixture::Trap { kind: trap, armed: true }) = world.floor.fixture(at) else { return };
    jobs::use_up_trap(world, at, trap);
    report::taken_apart(world, at);
    world.change_report(|report| report.traps_disarmed += 1);
    let who = world.who(actor);
    if !bursts {
        world.emit(RaidEvent::TrapDisarmed { who, trap, at });
        return;
    }
    world.emit(RaidEvent::TrapBurst { who, trap, at });
    let catalog = world.catalog.clone();
    for effect in &catalog.trap(trap).effects {
        world.apply_at(at, effect, Harm::Trap(trap));
    }
}

/// A trap goes off at whoever tries to take it apart, unless it hangs on a cord and holds.
pub(crate) fn fumble(world: &mut World, actor: &ActorRef, at: Pos) {
    if let Some(Fixture::Trap { kind: trap, armed: true }) = world.floor.fixture(at)
        && world.shift.prepared.cord_at(at).is_none()
    {
        effects::spring(world, actor, at, trap);
    }
}

pub(crate) fn kindle(world: &mut World, actor: &ActorRef, at: Pos) {
    report::tend(world, at);
    world.floor.set_fixture(at, Some(Fixture::Light { lit: true }));
    world.emit(RaidEvent::LightLit { who: world.who(actor), at });
}

pub(crate) fn heal(world: &mut World, actor: &ActorRef, friend: ActorId) {
    let boss = world.kind(actor).boss.as_ref();
    let of_raider = world.raider_kind(actor).and_then(|raider| raider.heals);
    let heals = of_raider.or(boss.and_then(|boss| boss.heals)).map_or(0, |heals| heals.amount);
    if let Some(friend) = world.alive(friend) {
        world.heal(&friend, heals);
    }
}

pub(crate) fn turn_undead(world: &mut World, actor: &ActorRef) {
    let power = world.raider_kind(actor).and_then(|raider| raider.turns_undead);
    let Some(power) = power else { return };
    world.emit(RaidEvent::UndeadTurned { by: world.who(actor) });
    for other in undead_in_sight(world, actor, power.range) {
        world.inflict(&other, Status::Frightened, power.turns);
    }
}
