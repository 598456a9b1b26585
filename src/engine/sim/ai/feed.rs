//! Eating blood and bodies.

use crate::sim::prelude::*;
use crate::sim::rules::action::Action;

/// Eats what lies here or beside, if its kind eats that.
pub(super) fn feed(world: &World, actor: &ActorRef) -> Option<Action> {
    let meal = world.kind(actor).traits.eats?;
    std::iter::once(actor.pos)
        .chain(actor.pos.neighbours())
        .find(|&pos| is_meal(world, meal, pos))
        .map(Action::Eat)
}

/// Whether there is a meal on a cell; bodies that do not bleed are none.
pub(super) fn is_meal(world: &World, meal: Meal, pos: Pos) -> bool {
    match meal {
        Meal::Blood => world.floor.has_blood(pos),
        Meal::Bodies => {
            world.body_cells().contains(pos)
                && world.body_at(pos).is_some_and(|body| world.catalog.actor(body.kind).bleeds)
        }
    }
}
