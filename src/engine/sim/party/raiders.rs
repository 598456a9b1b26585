//! The actions that only raiders have.

use crate::sim::action::RaiderAction;
use crate::sim::fight::{blows, effects};
use crate::sim::floor::hiding;
use crate::sim::party::report;
use crate::sim::prelude::*;
use crate::sim::work::jobs;

pub(crate) fn carry_out(world: &mut World, actor: &ActorRef, action: RaiderAction) {
    match action {
        RaiderAction::Loot(at) => loot(world, actor, at),
        RaiderAction::Search(at) => hiding::search(world, actor, at),
        RaiderAction::Pocket => pocket(world, actor),
        RaiderAction::Disarm(at) => disarm(world, actor, at),
        RaiderAction::Fumble(at) => fumble(world, actor, at),
        RaiderAction::Burst(at) => burst(world, actor, at),
        RaiderAction::Kindle(at) => {
            report::tend(world, at);
            world.floor.set_fixture(at, Some(Fixture::Light { lit: true }));
            world.emit(RaidEvent::LightLit { who: world.who(actor), at });
        }
        RaiderAction::Snuff(at) => report::put_out(world, actor, at),
        RaiderAction::Heal(friend) => heal(world, actor, friend),
        RaiderAction::TurnUndead => turn_undead(world, actor),
    }
}

/// Empties a chest; an actor disguised as one is provoked.
fn loot(world: &mut World, actor: &ActorRef, at: Pos) {
    if world.seems_a_chest(at)
        && let Some(mimic) = world.actor_at(at).copied()
    {
        blows::provoke(world, &mimic, actor);
        return;
    }
    world.break_fixture(at, Fixture::Chest { full: false });
    world.change_report(|report| report.chests_looted += 1);
    change(world, actor, |own| own.loot = own.loot.saturating_add(1));
    world.emit(RaidEvent::ChestLooted { who: world.who(actor), at });
}

fn pocket(world: &mut World, actor: &ActorRef) {
    let at = actor.pos;
    if let Some(stack) = world.lift_item(at) {
        change(world, actor, |own| own.carries = Some(stack));
        world.emit(RaidEvent::Pocketed { who: world.who(actor), stack, at });
    }
}

fn disarm(world: &mut World, actor: &ActorRef, at: Pos) {
    let Some(Fixture::Trap { kind: trap, armed: true }) = world.floor.fixture(at) else { return };
    jobs::use_up_trap(world, at, trap);
    report::taken_apart(world, at);
    world.change_report(|report| report.traps_disarmed += 1);
    world.emit(RaidEvent::TrapDisarmed { who: world.who(actor), trap, at });
}

fn fumble(world: &mut World, actor: &ActorRef, at: Pos) {
    if let Some(Fixture::Trap { kind: trap, armed: true }) = world.floor.fixture(at) {
        effects::spring(world, actor, at, trap);
    }
}

/// The trap goes off with nobody on it: what it does to its surroundings it does.
fn burst(world: &mut World, actor: &ActorRef, at: Pos) {
    let Some(Fixture::Trap { kind: trap, armed: true }) = world.floor.fixture(at) else { return };
    jobs::use_up_trap(world, at, trap);
    report::taken_apart(world, at);
    world.change_report(|report| report.traps_disarmed += 1);
    world.emit(RaidEvent::TrapBurst { who: world.who(actor), trap, at });
    let catalog = world.catalog.clone();
    for effect in &catalog.trap(trap).effects {
        world.apply_at(at, effect, Harm::Trap(trap));
    }
}

fn heal(world: &mut World, actor: &ActorRef, friend: ActorId) {
    let heals = healing(world, actor.kind);
    if let Some(friend) = world.alive(friend) {
        world.heal(&friend, heals);
    }
}

fn healing(world: &World, kind: ActorKindId) -> i32 {
    let kind = world.catalog.actor(kind);
    let of_raider = kind.raider.as_ref().and_then(|raider| raider.heals);
    let heals = of_raider.or(kind.boss.as_ref().and_then(|boss| boss.heals));
    heals.map_or(0, |heals| heals.amount)
}

fn turn_undead(world: &mut World, actor: &ActorRef) {
    let raider = world.kind(actor).raider.as_ref();
    let Some(power) = raider.and_then(|raider| raider.turns_undead) else { return };
    world.emit(RaidEvent::UndeadTurned { by: world.who(actor) });
    for other in hiding::undead_in_sight(world, actor, power.range) {
        world.inflict(&other, Status::Frightened, power.turns);
    }
}

fn change(world: &mut World, actor: &ActorRef, f: impl FnOnce(&mut Raider)) {
    let duty = &mut world.hot_mut(actor.entity).duty;
    if let Duty::Raider(own) = duty {
        f(own);
    }
}
