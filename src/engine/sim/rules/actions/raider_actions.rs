//! The actions that only raiders have.

use crate::sim::prelude::*;
use crate::sim::query::perception;
use crate::sim::rules::action::RaiderAction;
use crate::sim::rules::actions::attack;
use crate::sim::rules::{effects, hiding, jobs, raid_marks, raid_report};

pub(super) fn carry_out(world: &mut World, actor: &ActorRef, action: RaiderAction) {
    match action {
        RaiderAction::Loot(at) => loot(world, actor, at),
        RaiderAction::Search(at) => hiding::search(world, actor, at),
        RaiderAction::Pocket => pocket(world, actor),
        RaiderAction::Disarm(at) => disarm(world, actor, at),
        RaiderAction::Fumble(at) => fumble(world, actor, at),
        RaiderAction::Burst(at) => burst(world, actor, at),
        RaiderAction::Kindle(at) => {
            raid_marks::tend(world, at);
            world.floor.set_fixture(at, Some(Fixture::Light { lit: true }));
            world.emit(RaidEvent::LightLit { who: world.who(actor), at });
        }
        RaiderAction::Snuff(at) => raid_marks::put_out(world, actor, at),
        RaiderAction::Heal(friend) => heal(world, actor, friend),
        RaiderAction::TurnUndead => turn_undead(world, actor),
    }
}

/// Empties a chest; an actor disguised as one is provoked.
fn loot(world: &mut World, actor: &ActorRef, at: Pos) {
    if world.seems_a_chest(at)
        && let Some(mimic) = world.actor_at(at).copied()
    {
        attack::provoke(world, &mimic, actor);
        return;
    }
    world.break_fixture(at, Fixture::Chest { full: false });
    raid_report::count(world, |report| &mut report.chests_looted);
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
    raid_report::taken_apart(world, at);
    raid_report::count(world, |report| &mut report.traps_disarmed);
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
    raid_report::taken_apart(world, at);
    raid_report::count(world, |report| &mut report.traps_disarmed);
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

/// All undead in sight run.
fn turn_undead(world: &mut World, actor: &ActorRef) {
    let raider = world.kind(actor).raider.as_ref();
    let Some(power) = raider.and_then(|raider| raider.turns_undead) else { return };
    world.emit(RaidEvent::UndeadTurned { by: world.who(actor) });
    for other in perception::undead_in_sight(world, actor, power.range) {
        world.inflict(&other, Status::Frightened, power.turns);
    }
}

fn change(world: &mut World, actor: &ActorRef, f: impl FnOnce(&mut Raider)) {
    let duty = &mut world.hot_mut(actor.entity).duty;
    if let Duty::Raider(own) = duty {
        f(own);
    }
}
