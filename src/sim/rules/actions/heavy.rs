//! Heavy blows: prepared for a turn in plain sight, so that whoever stands there can step aside.

use crate::base::{Dir, Pos, Rect, clear_line};
use crate::content::Shape;

use crate::sim::event::{Event, Harm};
use crate::sim::rules::actions::Outcome;
use crate::sim::rules::noise;
use crate::sim::state::components::{Boss, Duty, Windup};
use crate::sim::state::world::{ActorRef, World};
use crate::sim::units::Turns;

/// Draws back for a blow.
pub(super) fn wind_up(world: &mut World, actor: &ActorRef, windup: Windup) -> Outcome {
    let Duty::Boss(boss) = world.duty(actor.entity) else { return Outcome::Done };
    world.set_duty(actor, Duty::Boss(Boss { windup: Some(windup), ..boss }));
    let cells = threatened(world, actor, windup);
    let who = world.who(actor);
    world.emit(Event::WoundUp { who, blow: windup.blow, cells });
    Outcome::Done
}

/// The blow falls, on whoever is there now.
pub(super) fn strike(world: &mut World, actor: &ActorRef) -> Outcome {
    let Duty::Boss(boss) = world.duty(actor.entity) else { return Outcome::Done };
    let catalog = world.catalog.clone();
    let (Some(windup), Some(kind)) = (boss.windup, &catalog.actor(actor.kind).boss) else {
        return Outcome::Done;
    };
    let Some(blow) = kind.blows.get(usize::from(windup.blow)) else { return Outcome::Done };
    let pause = if boss.phase >= Boss::STANDS { kind.every / 2 } else { kind.every };
    let ready = Turns(world.clock.0 + pause);
    world.set_duty(actor, Duty::Boss(Boss { windup: None, ready, ..boss }));
    let cells = threatened(world, actor, windup);
    let who = world.who(actor);
    world.emit(Event::HeavyBlow { who, blow: windup.blow, cells: cells.clone() });
    let harm = Harm::Blow { by: actor.kind };
    for at in cells {
        let Some(victim) = world.spot_at(at).copied() else { continue };
        let (low, high) = blow.damage;
        let damage = (world.streams.combat.range(low, high) - world.armour(&victim)).max(1);
        let (by, struck) = (world.who(actor), world.who(&victim));
        world.emit(Event::Struck { by, victim: struck, damage });
        world.wound(&victim, harm, damage);
        if let Some(victim) = world.alive(victim.id) {
            world.apply_effects(&victim, &blow.effects, harm);
        }
    }
    noise::sound(world, actor.pos, catalog.rules.noise_crate);
    Outcome::Done
}

/// Breaks through a wall: what is left is floor.
pub(super) fn breach(world: &mut World, actor: &ActorRef, at: Pos) -> Outcome {
    world.floor.set_terrain(at, crate::levelgen::Tile::Floor);
    let who = world.who(actor);
    world.emit(Event::Breached { who, at });
    let loudness = world.catalog.rules.noise_blast;
    noise::sound(world, at, loudness);
    Outcome::Done
}

/// The cells that a blow will fall on from where somebody stands.
pub(crate) fn threatened(world: &World, actor: &ActorRef, windup: Windup) -> Vec<Pos> {
    let Some(boss) = &world.kind(actor).boss else { return Vec::new() };
    let Some(blow) = boss.blows.get(usize::from(windup.blow)) else { return Vec::new() };
    cells(world, actor.pos, windup.dir, blow.shape)
}

fn cells(world: &World, from: Pos, dir: Dir, shape: Shape) -> Vec<Pos> {
    let is_open = |pos: &Pos| world.floor.contains(*pos) && !world.floor.opaque().contains(*pos);
    match shape {
        Shape::Line(length) => (1..=length)
            .map(|steps| from + Pos::new(dir.offset().x * steps, dir.offset().y * steps))
            .take_while(is_open)
            .collect(),
        Shape::Sweep => {
            let ahead = from + dir.offset();
            from.neighbours().filter(|pos| pos.squared(ahead) <= 2).filter(is_open).collect()
        }
        Shape::Ring(radius) => Rect::around(from, radius)
            .positions()
            .filter(|&pos| pos != from)
            .filter(is_open)
            .filter(|&pos| clear_line(world.floor.opaque(), from, pos).is_some())
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
