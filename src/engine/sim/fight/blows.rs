//! Blows and shots. Heavy blows of bosses are prepared a turn ahead in plain sight, so that actors
//! on the cells can step aside.

use crate::sim::floor::hiding;
use crate::sim::party::report;
use crate::sim::prelude::*;
use base::clear_line;
use content::BlowShape;

pub(crate) fn attack(world: &mut World, actor: &ActorRef, victim: &ActorRef) {
    if victim.id == ActorId::PLAYER && !hiding::drag_out(world, actor) {
        return;
    }
    let (hit, damage) = world.blow(actor);
    let kind = actor.kind;
    let is_surprise = actor.id == ActorId::PLAYER && world.is_unaware(victim.id);
    let blow = roll_blow(world, victim, hit, damage);
    if let Some(damage) = blow {
        let damage = world.surprise_damage(damage + ambush(world, actor, victim), is_surprise);
        let damage = waylay(world, actor, victim).unwrap_or(damage);
        world.emit(FightEvent::Struck { by: world.who(actor), victim: world.who(victim), damage });
        let catalog = world.catalog.clone();
        let (melee, harm) = (&catalog.actor(kind).melee, Harm::Blow { by: kind });
        world.hit(victim, harm, damage, &melee.effects);
        // The effects of the tool in the player's hand.
        if actor.id == ActorId::PLAYER
            && let Some(tool) = world.belongings().tool(&catalog)
            && let Some(victim) = world.alive(victim.id)
        {
            world.apply_effects(&victim, &tool.strikes, harm);
        }
        let knocks = melee.knocks;
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
    world.sound_of(actor, actor.pos, world.catalog.rules.noise_fight);
    // Last of all: the attacker may die of it.
    if blow.is_some() && victim.id == ActorId::PLAYER {
        prick(world, actor);
    }
}

/// Worn thorns hurt the actor that hit the player.
fn prick(world: &mut World, by: &ActorRef) {
    let catalog = world.catalog.clone();
    let mut worn = world.belongings().worn.0.into_iter().flatten();
    let thorny = worn.find(|&kind| catalog.item(kind).thorns > 0);
    if let (Some(kind), Some(by)) = (thorny, world.alive(by.id)) {
        world.harm(&by, Harm::Missile(kind), catalog.item(kind).thorns);
    }
}

/// The extra damage of a hit to a victim that does not hunt the attacker; the player is never
/// unaware.
fn ambush(world: &World, actor: &ActorRef, victim: &ActorRef) -> i32 {
    let hunts_back = matches!(
        world.ai_state(victim.entity),
        AiState::Hunting { quarry, .. } if quarry == actor.id
    );
    let is_unaware = victim.id != ActorId::PLAYER && !hunts_back;
    if is_unaware { world.kind(actor).melee.ambush.max(0) } else { 0 }
}

/// The damage of the first blow at a raider by somebody who lies in wait: that of a trap.
fn waylay(world: &mut World, actor: &ActorRef, victim: &ActorRef) -> Option<i32> {
    let is_first = world.is_raider(victim) && world.set_in_wait(actor.id, false);
    is_first.then(|| world.wound_of_raider(victim))
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
        let damage = waylay(world, actor, victim).unwrap_or(damage);
        world.hit(victim, Harm::Blow { by: actor.kind }, damage, &shot.effects);
    }
    provoke(world, victim, actor);
    world.sound_of(actor, victim.pos, catalog.rules.noise_fight);
}

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
pub(crate) fn heavy_blow(world: &mut World, actor: &ActorRef) {
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
        world.hit(&victim, harm, damage, &blow.effects);
    }
    world.sound(actor.pos, catalog.rules.noise_crate);
}

/// Breaks through a wall: what is left is floor.
pub(crate) fn breach(world: &mut World, actor: &ActorRef, at: Pos) {
    world.floor.set_terrain(at, levels::Tile::Floor);
    world.emit(FloorEvent::Breached { who: world.who(actor), at });
    world.sound(at, world.catalog.rules.noise_blast);
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
