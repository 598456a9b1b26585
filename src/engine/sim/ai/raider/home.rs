//! Leaving the floor: by the exit, or by the nearer of start and exit.

use crate::sim::ai::pathing;
use crate::sim::ai::raider::{scout, stride};
use crate::sim::prelude::*;
use crate::sim::rules::action::Action;

/// One in this many turns behind an obstacle, a raider steps sideways.
const SIDESTEP_ONE_IN: u32 = 2;

/// Walks to the exit, which the party has seen.
pub(super) fn go_to_exit(world: &mut World, actor: &ActorRef) -> Option<Action> {
    let exit = world.floor.exit;
    if actor.pos == exit {
        return Some(Action::Leave);
    }
    match stride::down(world, actor, [exit], |caches| &mut caches.out) {
        Some(dir) => go(world, actor, dir),
        None => scout::scout(world, actor),
    }
}

/// Leaves the floor by the nearer of start and exit, if the exit is known; strikes an enemy when no way leads there.
pub(super) fn retreat(world: &mut World, actor: &ActorRef) -> Option<Action> {
    let (start, exit) = (world.floor.start, world.floor.exit);
    if actor.pos == start || actor.pos == exit {
        return Some(Action::Leave);
    }
    let knows_exit = world.raid().is_some_and(|raid| raid.seen.contains(exit));
    let ends = [start].into_iter().chain(knows_exit.then_some(exit));
    match stride::down(world, actor, ends, |caches| &mut caches.home) {
        Some(dir) => go(world, actor, dir),
        None => bite(world, actor).or_else(|| scout::scout(world, actor)),
    }
}

/// A step in a direction; if it is blocked, a blow at an enemy or now and then a step sideways.
fn go(world: &mut World, actor: &ActorRef, dir: Dir) -> Option<Action> {
    stride::stride(world, actor, dir).or_else(|| bite(world, actor)).or_else(|| {
        let sideways = [1, 7, 2, 6].map(|turn| Dir::ALL[(dir as usize + turn) % 8]);
        let dir = sideways.into_iter().find(|&dir| pathing::is_open(world, actor, dir, false))?;
        world.streams.ai.one_in(SIDESTEP_ONE_IN).then_some(Action::Step(dir))
    })
}

/// A blow at a foe beside.
fn bite(world: &World, actor: &ActorRef) -> Option<Action> {
    world.strikable_foes(actor).min_by_key(|foe| foe.pos).map(|foe| Action::Attack(foe.id))
}
