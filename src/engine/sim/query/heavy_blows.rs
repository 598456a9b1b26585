//! The cells that the heavy blows of bosses fall on.

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
    let is_open = |pos: &Pos| world.floor.contains(*pos) && !world.floor.opaque().contains(*pos);
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
