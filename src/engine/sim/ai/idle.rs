//! Idle actors: they wander, and go to what attracts their kind.

use crate::sim::prelude::*;
use content::Drawn;

use crate::sim::ai::{feed, pathing};
use crate::sim::rules::action::Action;

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
pub(super) fn idle(world: &mut World, actor: &ActorRef) -> Option<Action> {
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
pub(super) fn wander(world: &mut World, actor: &ActorRef) -> Option<Action> {
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
            let filth = world.floor.blood().iter_in(near).chain(world.body_cells().iter_in(near));
            let reeks = world.present().iter().filter(|other| {
                other.id != actor.id
                    && other.pos.steps_to(actor.pos) <= REEK_SMELL_CELLS
                    && world.has_status(other.entity, Status::Reeking)
            });
            let drawn = filth.chain(reeks.map(|other| other.pos));
            drawn.min_by_key(nearest)
        }
        Drawn::Blood => world.floor.blood().iter_in(near(FILTH_SMELL_CELLS)).min_by_key(nearest),
        Drawn::Bodies => {
            let bodies = world.body_cells().iter_in(near(BODY_SMELL_CELLS));
            bodies.filter(|&pos| feed::is_meal(world, Meal::Bodies, pos)).min_by_key(nearest)
        }
    }
}
