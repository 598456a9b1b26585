//! What actors do besides hunting: they wander, go and look, notice enemies; they go to bait, eat,
//! weave, blink and turn aside for what they see.

use crate::sim::action::Action;
use crate::sim::ai::pathing::{self, NextStep};
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
    let is_hungry = || {
        world.kind(actor).temperament.drawn_to == Some(Drawn::Filth)
            || matches!(world.duty(actor.entity), Duty::Stray { .. })
    };
    if world.bait_cells().is_empty() || !is_hungry() || world.is_at_blows(actor) {
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

/// The nearest bait whose smell comes so far; smell goes in straight lines, or round a corner at
/// half the distance.
fn nearest(world: &World, from: Pos) -> Option<Pos> {
    let is_smelt = |&pos: &Pos| {
        let scent = world.item_at(pos).map_or(-1, |stack| world.catalog.item(stack.kind).scent);
        let distance = from.steps_to(pos);
        distance <= MAX_SMELL_CELLS
            && (distance * 2 <= scent || distance <= scent && sees(&world.floor.opaque, from, pos))
    };
    let smelt = world.bait_cells().iter().copied().filter(is_smelt);
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
    actor.pos.with_neighbours().find(|&pos| is_meal(world, meal, pos)).map(Action::Eat)
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
    let is_web = |pos| world.floor.fixture(pos).and_then(Fixture::trap) == Some(kind);
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

/// Turns for which an actor goes on towards what attracts it.
const PATIENCE_TURNS: u8 = 30;

/// Distance over which filth is smelled.
const FILTH_SMELL_CELLS: i32 = 6;

/// Distance over which eaters of bodies smell a body.
const BODY_SMELL_CELLS: i32 = 12;

/// Distance over which an actor that reeks is smelled.
const REEK_SMELL_CELLS: i32 = 14;

/// One in this many idle turns, an actor looks for what attracts its kind.
const SEEK_ATTRACTION_ONE_IN: u32 = 4;

/// A step towards what attracts the actor, a random step, or nothing.
pub(crate) fn idle(world: &mut World, actor: &ActorRef) -> Option<Action> {
    let drawn_to = world.kind(actor).temperament.drawn_to;
    if let Some(drawn) = drawn_to
        && world.streams.ai.one_in(SEEK_ATTRACTION_ONE_IN)
        && let Some(goal) = attraction(world, actor, drawn)
        && let Some(step) = pathing::towards(world, actor, goal)
    {
        world.set_ai_state(actor, AiState::Curious { goal, patience: PATIENCE_TURNS });
        return Some(step);
    }
    let restless = world.kind(actor).temperament.restless;
    if world.streams.ai.percent(restless) { wander(world, actor) } else { None }
}

/// A step in a random direction, if the actor can take it.
pub(crate) fn wander(world: &mut World, actor: &ActorRef) -> Option<Action> {
    let dir = Dir::ALL[world.streams.ai.below(8) as usize];
    pathing::is_open(world, actor, dir, true).then_some(Action::Step(dir))
}

fn attraction(world: &World, actor: &ActorRef, drawn: Drawn) -> Option<Pos> {
    let near = |reach| Rect::around(actor.pos, reach);
    let nearest = |pos: &Pos| (pos.steps_to(actor.pos), *pos);
    match drawn {
        Drawn::Exit => Some(world.floor.exit),
        Drawn::Filth => {
            let near = near(FILTH_SMELL_CELLS);
            let filth = world.floor.blood.iter_in(near).chain(world.body_cells().iter_in(near));
            let reeks = world.present().iter().filter(|other| {
                other.id != actor.id
                    && other.pos.steps_to(actor.pos) <= REEK_SMELL_CELLS
                    && world.has_status(other.entity, Status::Reeking)
            });
            let drawn = filth.chain(reeks.map(|other| other.pos));
            drawn.min_by_key(nearest)
        }
        Drawn::Blood => world.floor.blood.iter_in(near(FILTH_SMELL_CELLS)).min_by_key(nearest),
        Drawn::Bodies => {
            let bodies = world.body_cells().iter_in(near(BODY_SMELL_CELLS));
            bodies.filter(|&pos| is_meal(world, Meal::Bodies, pos)).min_by_key(nearest)
        }
    }
}

/// A step towards the cell that made an actor curious; if no path leads there, it becomes idle.
pub(crate) fn go_and_look(world: &mut World, actor: &ActorRef, goal: Pos) -> Option<Action> {
    match pathing::find(world, actor, goal) {
        NextStep::Step(action) => return Some(action),
        NextStep::Unreachable => world.set_ai_state(actor, AiState::Idle),
        NextStep::Blocked => {}
    }
    None
}

/// Distance within which a stray attacks enemies, even if its kind is not aggressive.
const STRAY_AGGRESSION_CELLS: i32 = 7;

/// Distance within which an actor in this state looks for enemies; 0 if it attacks none by itself.
pub(crate) fn reach(world: &World, actor: &ActorRef, ai_state: AiState, frightened: bool) -> i32 {
    let kind = world.kind(actor);
    if frightened {
        return kind.alert;
    }
    let is_stray = matches!(world.duty(actor.entity), Duty::Stray { .. });
    let reach = match (is_stray, kind.temperament.aggressive) {
        (true, _) if kind.traits.lurks.is_none() => kind.alert.max(STRAY_AGGRESSION_CELLS),
        (true, _) | (_, true) => world.alertness(actor),
        _ => 0,
    };
    if let AiState::GaveUp { .. } = ai_state { reach.min(1) } else { reach }
}

/// What others notice when an actor finds an enemy: its bark, or that it was no chest.
pub(crate) fn give_notice(world: &mut World, actor: &ActorRef, was_taken_for: Option<Guise>) {
    if was_taken_for == Some(Guise::Chest) {
        world.emit(ActorEvent::Unmasked { who: world.who(actor) });
    }
    let loudness = world.kind(actor).traits.barks;
    if loudness > 0 {
        world.emit(ActorEvent::Barked { who: world.who(actor), loudness });
        world.sound(actor.pos, loudness);
    }
}
