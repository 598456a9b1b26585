use crate::base::{Dir, Pos, Rect};
use crate::content::{Drawn, Status};

use super::way;
use crate::sim::action::Action;
use crate::sim::components::Mind;
use crate::sim::world::{Spot, World};

/// How far filth is smelt, in cells.
const SMELL: i32 = 6;

/// How far somebody is smelt who reeks.
const REEK: i32 = 14;

/// One in so many idle turns, it looks for what draws it.
const LOOKS: u32 = 4;

/// Nothing in particular: a random step, a sniff, a rest.
pub(super) fn idle(world: &mut World, actor: &Spot) -> Option<Action> {
    let drawn_to = world.kind(actor).mind.drawn_to;
    if let Some(drawn) = drawn_to
        && world.streams.ai.one_in(LOOKS)
        && let Some(goal) = attraction(world, actor, drawn)
        && goal != actor.pos
    {
        world.set_mind(actor, Mind::Curious { goal, patience: 30 });
        return way::towards(world, actor, goal);
    }
    let restless = world.kind(actor).mind.restless;
    if world.streams.ai.percent(restless) { wander(world, actor) } else { None }
}

/// A step in a random direction, if it leads anywhere.
pub(super) fn wander(world: &mut World, actor: &Spot) -> Option<Action> {
    let dir = Dir::ALL[world.streams.ai.below(8) as usize];
    way::is_open(world, actor, dir, true).then_some(Action::Step(dir))
}

fn attraction(world: &World, actor: &Spot, drawn: Drawn) -> Option<Pos> {
    match drawn {
        Drawn::Exit => Some(world.floor.exit),
        Drawn::Filth => {
            let near = Rect::new(actor.pos.x, actor.pos.y, 1, 1).grown(SMELL);
            let filth = world.floor.blood().iter_in(near).chain(world.littered.iter_in(near));
            let reeks = world.present().iter().filter(|other| {
                other.id != actor.id
                    && other.pos.steps_to(actor.pos) <= REEK
                    && world.has_status(other.entity, Status::Reeking)
            });
            let drawn = filth.chain(reeks.map(|other| other.pos));
            drawn.min_by_key(|&pos| (pos.steps_to(actor.pos), pos))
        }
    }
}
