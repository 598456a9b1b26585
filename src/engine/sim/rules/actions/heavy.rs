//! Heavy blows of bosses: prepared a turn ahead in plain sight, so that actors on the cells can step aside.

use crate::sim::prelude::*;
use crate::sim::query::heavy_blows::threatened;
use crate::sim::rules::action::ActionResult;
use crate::sim::rules::noise;

/// Prepares a blow.
pub(super) fn wind_up(world: &mut World, actor: &ActorRef, windup: Windup) -> ActionResult {
    let Duty::Boss(boss) = world.duty(actor.entity) else { return ActionResult::Done };
    world.set_duty(actor, Duty::Boss(Boss { windup: Some(windup), ..boss }));
    let cells = threatened(world, actor, windup);
    let who = world.who(actor);
    world.emit(Event::Fight(FightEvent::WoundUp { who, blow: windup.blow, cells }));
    ActionResult::Done
}

/// The blow falls on the actors that are on its cells now.
pub(super) fn strike(world: &mut World, actor: &ActorRef) -> ActionResult {
    let Duty::Boss(boss) = world.duty(actor.entity) else { return ActionResult::Done };
    let catalog = world.catalog.clone();
    let (Some(windup), Some(kind)) = (boss.windup, &catalog.actor(actor.kind).boss) else {
        return ActionResult::Done;
    };
    let Some(blow) = kind.blows.get(usize::from(windup.blow)) else { return ActionResult::Done };
    let pause = if boss.phase >= Boss::LAST_STAND { kind.every / 2 } else { kind.every };
    let ready = Turns(world.clock().0 + pause);
    world.set_duty(actor, Duty::Boss(Boss { windup: None, ready, ..boss }));
    let cells = threatened(world, actor, windup);
    let who = world.who(actor);
    world.emit(Event::Fight(FightEvent::HeavyBlow {
        who,
        blow: windup.blow,
        cells: cells.clone(),
    }));
    let harm = Harm::Blow { by: actor.kind };
    let (low, high) = world.strengthened(actor, blow.damage);
    for at in cells {
        let Some(victim) = world.actor_at(at).copied() else { continue };
        let rolled = world.combat_stream().range(low, high);
        let damage = world.through_armour(&victim, rolled).max(1);
        let (by, struck) = (world.who(actor), world.who(&victim));
        world.emit(Event::Fight(FightEvent::Struck { by, victim: struck, damage }));
        world.wound(&victim, harm, damage);
        if let Some(victim) = world.alive(victim.id) {
            world.apply_effects(&victim, &blow.effects, harm);
        }
    }
    noise::sound(world, actor.pos, catalog.rules.noise_crate);
    ActionResult::Done
}

/// Breaks through a wall: what is left is floor.
pub(super) fn breach(world: &mut World, actor: &ActorRef, at: Pos) -> ActionResult {
    world.floor.set_terrain(at, levels::Tile::Floor);
    let who = world.who(actor);
    world.emit(Event::Floor(FloorEvent::Breached { who, at }));
    let loudness = world.catalog.rules.noise_blast;
    noise::sound(world, at, loudness);
    ActionResult::Done
}

/// A boss has called: its party comes in at the start, and goes to where it was called from.
pub(crate) fn answer_call(world: &mut World, caller: &ActorRef) -> ActionResult {
    let catalog = world.catalog.clone();
    let Some(boss) = &catalog.actor(caller.kind).boss else { return ActionResult::Done };
    let who = world.who(caller);
    world.emit(Event::Fight(FightEvent::PhaseBegan { who, phase: Boss::CALLED_PARTY }));
    let start = world.floor.start;
    for member in &catalog.parties[usize::from(boss.calls.id.0)].members {
        for _ in 0..member.count.1 {
            let Some(place) = world.nearest_free(start) else { continue };
            let actor = world.spawn(member.kind.id, place);
            world.set_ai_state(&actor, AiState::Curious { goal: caller.pos, patience: u8::MAX });
        }
    }
    ActionResult::Done
}
