//! What kinds do besides hunting: they go to bait, eat, weave, blink and turn aside for what they
//! see.

use crate::sim::action::Action;
use crate::sim::ai::pathing;
use crate::sim::prelude::*;
use base::sees;
use content::Drawn;

/// The greatest distance over which bait is smelled.
const MAX_SMELL_CELLS: i32 = 30;

/// One in this many turns of an actor on it, a piece of bait is eaten up.
const BAIT_LASTS_TURNS: u32 = 6;

/// Actors that are drawn to filth, and strays, go to bait before anything else, and ignore enemies
/// meanwhile.
pub(crate) fn follow(world: &mut World, actor: &ActorRef) -> Option<Action> {
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

/// The nearest bait whose smell comes so far; smell goes in straight lines, or round a corner at
/// half the distance.
fn nearest(world: &World, from: Pos) -> Option<Pos> {
    let near =
        world.bait_cells().iter().copied().filter(|pos| pos.steps_to(from) <= MAX_SMELL_CELLS);
    let smelt = near.filter(|&pos| {
        let Some(stack) = world.item_at(pos) else { return false };
        let (distance, scent) = (from.steps_to(pos), world.catalog.item(stack.kind).scent);
        distance * 2 <= scent || distance <= scent && sees(&world.floor.opaque, from, pos)
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

/// Eats what lies here or beside, if its kind eats that.
pub(crate) fn feed(world: &World, actor: &ActorRef) -> Option<Action> {
    let meal = world.kind(actor).traits.eats?;
    std::iter::once(actor.pos)
        .chain(actor.pos.neighbours())
        .find(|&pos| is_meal(world, meal, pos))
        .map(Action::Eat)
}

/// Whether there is a meal on a cell; bodies that do not bleed are none.
pub(crate) fn is_meal(world: &World, meal: Meal, pos: Pos) -> bool {
    match meal {
        Meal::Blood => world.floor.has_blood(pos),
        Meal::Bodies => {
            world.body_cells().contains(pos)
                && world.body_at(pos).is_some_and(|body| world.catalog.actor(body.kind).bleeds)
        }
    }
}

/// The most webs around a post.
const MAX_WEBS: usize = 4;

/// How far from its post a weaver lays them, in cells.
const WEB_RADIUS_CELLS: i32 = 2;

/// One in this many idle turns, a weaver lays a web.
const WEAVE_ONE_IN: u32 = 5;

/// Lays another web near the post, where actors can walk round it.
pub(crate) fn weave(world: &mut World, actor: &ActorRef, post: Pos) -> Option<Action> {
    let kind = world.kind(actor).traits.weaves.as_ref()?.id;
    if !world.streams.ai.one_in(WEAVE_ONE_IN) {
        return None;
    }
    let is_web = |pos| matches!(world.floor.fixture(pos), Some(Fixture::Trap { kind: own, .. }) if own == kind);
    let about = Rect::around(post, WEB_RADIUS_CELLS);
    if about.positions().filter(|&pos| is_web(pos)).count() >= MAX_WEBS {
        return None;
    }
    let places: Vec<Pos> =
        about.positions().filter(|&pos| pos != post && has_room(world, pos)).collect();
    world.streams.ai.pick(&places).copied().map(Action::Weave)
}

/// A bare cell in the open: its neighbours can all be walked on.
fn has_room(world: &World, pos: Pos) -> bool {
    world.is_bare(pos)
        && !world.floor.has_blood(pos)
        && pos
            .neighbours()
            .all(|beside| world.floor.is_passable(beside) && !world.is_armed_trap(beside))
}

/// A teleport out of reach of an enemy beside, for actors with that trait that are not snared.
pub(crate) fn blink(world: &mut World, actor: &ActorRef) -> Option<Action> {
    let blinks = world.kind(actor).traits.blinks?;
    let foe = actor
        .pos
        .neighbours()
        .find(|&pos| world.actor_at(pos).is_some_and(|other| world.are_hostile(actor, other)))?;
    if world.has_status(actor.entity, Status::Snared) || !world.streams.ai.percent(blinks.percent) {
        return None;
    }
    let about = Rect::around(actor.pos, blinks.range);
    let is_refuge = |pos: Pos| {
        pos.steps_to(foe) > 2
            && world.floor.is_passable(pos)
            && world.is_clear(pos)
            && sees(&world.floor.opaque, actor.pos, pos)
    };
    let places: Vec<Pos> =
        about.positions().filter(|&pos| world.floor.contains(pos) && is_refuge(pos)).collect();
    world.streams.ai.pick(&places).copied().map(Action::Blink)
}
