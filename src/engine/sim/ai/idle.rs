//! Actors that hunt nobody: they wander, go and look, notice enemies.

use crate::sim::action::Action;
use crate::sim::ai::pathing::NextStep;
use crate::sim::ai::{habits, pathing};
use crate::sim::floor::noise;
use crate::sim::prelude::*;
use content::Drawn;

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
            bodies.filter(|&pos| habits::is_meal(world, Meal::Bodies, pos)).min_by_key(nearest)
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
        noise::sound(world, actor.pos, loudness);
    }
}
