//! Bait: which actors go to it, and how it is used up.

use crate::sim::prelude::*;
use base::sees;
use content::Drawn;

use crate::sim::ai::pathing;
use crate::sim::rules::action::Action;

/// The greatest distance over which bait is smelled.
const MAX_SMELL_CELLS: i32 = 30;

/// One in this many turns of an actor on it, a piece of bait is eaten up.
const BAIT_LASTS_TURNS: u32 = 6;

/// Actors that are drawn to filth, and strays, go to bait before anything else, and ignore enemies meanwhile.
pub(super) fn follow(world: &mut World, actor: &ActorRef) -> Option<Action> {
    if world.bait_cells().is_empty() || !is_hungry(world, actor) || is_beset(world, actor) {
        return None;
    }
    let goal = nearest(world, actor.pos)?;
    if goal == actor.pos {
        eat(world, actor, goal);
        return Some(Action::Wait);
    }
    let step = pathing::towards(world, actor, goal)?;
    world.set_ai_state(actor, AiState::Curious { goal, patience: 1 });
    Some(step)
}

fn is_hungry(world: &World, actor: &ActorRef) -> bool {
    world.kind(actor).temperament.drawn_to == Some(Drawn::Filth)
        || matches!(world.duty(actor.entity), Duty::Stray { .. })
}

/// Whether its quarry stands beside it.
fn is_beset(world: &World, actor: &ActorRef) -> bool {
    let AiState::Hunting { quarry, .. } = world.ai_state(actor.entity) else { return false };
    world.actor_ref(quarry).is_some_and(|other| other.pos.is_beside(actor.pos))
}

/// The nearest bait whose smell comes so far; smell goes in straight lines, or round a corner at half the
/// distance.
fn nearest(world: &World, from: Pos) -> Option<Pos> {
    let near =
        world.bait_cells().iter().copied().filter(|pos| pos.steps_to(from) <= MAX_SMELL_CELLS);
    let smelt = near.filter(|&pos| {
        let Some(stack) = world.item_at(pos) else { return false };
        let (distance, scent) = (from.steps_to(pos), world.catalog.item(stack.kind).scent);
        distance * 2 <= scent || distance <= scent && sees(world.floor.opaque(), from, pos)
    });
    smelt.min_by_key(|&pos| (pos.steps_to(from), pos))
}

fn eat(world: &mut World, actor: &ActorRef, at: Pos) {
    if !world.streams.ai.one_in(BAIT_LASTS_TURNS) {
        return;
    }
    if let Some(Stack { kind, count }) = world.lift_item(at) {
        if count > 1 {
            world.place_item(at, Stack { kind, count: count - 1 });
        }
        world.emit(ItemEvent::BaitEaten { who: world.who(actor), item: kind });
    }
}
