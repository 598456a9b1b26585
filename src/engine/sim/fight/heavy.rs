//! Heavy blows of bosses: prepared a turn ahead in plain sight, so that actors on the cells can
//! step aside.

use crate::sim::floor::noise;
use crate::sim::prelude::*;
use base::clear_line;
use content::BlowShape;

/// The cells that a boss's blow will fall on.
pub(crate) fn threatened(world: &World, actor: &ActorRef, windup: Windup) -> Vec<Pos> {
    let Some(boss) = &world.kind(actor).boss else { return Vec::new() };
    let Some(blow) = boss.blows.get(usize::from(windup.blow)) else { return Vec::new() };
    cells(world, actor.pos, windup.dir, blow.shape)
}

pub(crate) fn cells(world: &World, from: Pos, dir: Dir, shape: BlowShape) -> Vec<Pos> {
    let is_open = |pos: &Pos| world.floor.contains(*pos) && !world.floor.opaque.contains(*pos);
    match shape {
        BlowShape::Line(length) => (1..=length)
            .map(|steps| from + Pos::new(dir.offset().x * steps, dir.offset().y * steps))
            .take_while(is_open)
            .collect(),
        BlowShape::Sweep => {
            let ahead = from + dir.offset();
            from.neighbours().filter(|pos| pos.squared(ahead) <= 2).filter(is_open).collect()
        }
        BlowShape::Ring(radius) => Rect::around(from, radius)
            .positions()
            .filter(|&pos| pos != from)
            .filter(is_open)
            .filter(|&pos| clear_line(&world.floor.opaque, from, pos).is_some())
            .collect(),
    }
}

/// The blows of a boss that would fall on a cell, each with the direction it is struck in.
pub(crate) fn blows_at(world: &World, actor: &ActorRef, target: Pos) -> Vec<Windup> {
    let Some(boss) = &world.kind(actor).boss else { return Vec::new() };
    let mut fitting = Vec::new();
    for (place, blow) in boss.blows.iter().enumerate() {
        let dir = Dir::ALL
            .into_iter()
            .find(|&dir| cells(world, actor.pos, dir, blow.shape).contains(&target));
        fitting.extend(dir.map(|dir| Windup { blow: place as u8, dir }));
    }
    fitting
}

pub(crate) fn wind_up(world: &mut World, actor: &ActorRef, windup: Windup) {
    let Duty::Boss(boss) = world.duty(actor.entity) else { return };
    world.set_duty(actor, Duty::Boss(Boss { windup: Some(windup), ..boss }));
    let cells = threatened(world, actor, windup);
    world.emit(FightEvent::WoundUp { who: world.who(actor), blow: windup.blow, cells });
}

/// The blow falls on the actors that are on its cells now.
pub(crate) fn strike(world: &mut World, actor: &ActorRef) {
    let Duty::Boss(boss) = world.duty(actor.entity) else { return };
    let catalog = world.catalog.clone();
    let (Some(windup), Some(kind)) = (boss.windup, &catalog.actor(actor.kind).boss) else {
        return;
    };
    let Some(blow) = kind.blows.get(usize::from(windup.blow)) else { return };
    let pause = if boss.phase >= Boss::LAST_STAND { kind.every / 2 } else { kind.every };
    let ready = Turns(world.clock().0 + pause);
    world.set_duty(actor, Duty::Boss(Boss { windup: None, ready, ..boss }));
    let cells = threatened(world, actor, windup);
    let who = world.who(actor);
    world.emit(FightEvent::HeavyBlow { who, blow: windup.blow, cells: cells.clone() });
    let harm = Harm::Blow { by: actor.kind };
    let (low, high) = world.strengthened(actor, blow.damage);
    for at in cells {
        let Some(victim) = world.actor_at(at).copied() else { continue };
        let rolled = world.streams.combat.range(low, high);
        let damage = world.through_armour(&victim, rolled).max(1);
        world.emit(FightEvent::Struck { by: world.who(actor), victim: world.who(&victim), damage });
        world.wound(&victim, harm, damage);
        if let Some(victim) = world.alive(victim.id) {
            world.apply_effects(&victim, &blow.effects, harm);
        }
    }
    noise::sound(world, actor.pos, catalog.rules.noise_crate);
}

/// Breaks through a wall: what is left is floor.
pub(crate) fn breach(world: &mut World, actor: &ActorRef, at: Pos) {
    world.floor.set_terrain(at, levels::Tile::Floor);
    world.emit(FloorEvent::Breached { who: world.who(actor), at });
    let loudness = world.catalog.rules.noise_blast;
    noise::sound(world, at, loudness);
}

/// A boss has called: its party comes in at the start, and goes to where it was called from.
pub(crate) fn answer_call(world: &mut World, caller: &ActorRef) {
    let catalog = world.catalog.clone();
    let Some(boss) = &catalog.actor(caller.kind).boss else { return };
    world.emit(FightEvent::PhaseBegan { who: world.who(caller), phase: Boss::CALLED_PARTY });
    let start = world.floor.start;
    for member in &catalog.parties[usize::from(boss.calls.id.0)].members {
        for _ in 0..member.count.1 {
            let Some(place) = world.nearest_free(start) else { continue };
            let actor = world.spawn(member.kind.id, place);
            world.set_ai_state(&actor, AiState::Curious { goal: caller.pos, patience: u8::MAX });
        }
    }
}
