//! Steps, and what they turn into.

use crate::sim::prelude::*;
use crate::sim::rules::action::Action;
use crate::sim::rules::actions::gate;

/// Turns by which a struggle shortens a snare, besides the one that passes.
const STRUGGLE_TURNS: u16 = 1;

/// Walks one cell; into an enemy becomes a blow, past a friend changes places, into a shut door or a gate
/// opens it, in a snare struggles.
pub(super) fn step(world: &mut World, actor: &ActorRef, dir: Dir) -> Option<Action> {
    let to = actor.pos + dir;
    let other = world.actor_at(to).copied();
    if let Some(other) = other.filter(|other| world.strikes_by_step(actor, other)) {
        return Some(Action::Attack(other.id));
    }
    if world.statuses(actor.entity).has(Status::Snared) {
        struggle(world, actor);
        return None;
    }
    if let Some(opening) = gate::opening(world, actor, to) {
        return Some(opening);
    }
    if world.can_pass(actor, dir) {
        if let Some(other) = other {
            world.make_way(&other, actor.pos);
        }
        world.walk(actor, to);
    }
    None
}

fn struggle(world: &mut World, actor: &ActorRef) {
    let shortens = world.kind(actor).boss.as_ref().map_or(STRUGGLE_TURNS, |boss| boss.struggles);
    let left = world.statuses(actor.entity).turns(Status::Snared).saturating_sub(shortens);
    world.hot_mut(actor.entity).statuses.0[Status::Snared as usize] = left;
    let who = world.who(actor);
    world.emit(if left == 0 {
        FightEvent::StruggledFree { who }
    } else {
        FightEvent::Struggled { who }
    });
}
