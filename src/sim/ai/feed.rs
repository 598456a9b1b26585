//! Meals: blood and bodies, for those who live on them.

use crate::base::Pos;
use crate::content::Meal;

use crate::sim::rules::action::Action;
use crate::sim::state::world::{ActorRef, World};

/// A mouthful of what lies here or beside, for those who eat it.
pub(super) fn feed(world: &World, actor: &ActorRef) -> Option<Action> {
    let meal = world.kind(actor).traits.eats?;
    std::iter::once(actor.pos)
        .chain(actor.pos.neighbours())
        .find(|&pos| is_meal(world, meal, pos))
        .map(Action::Eat)
}

/// Whether there is something of a sort to eat on a cell: bones and brass are nobody's meal.
pub(super) fn is_meal(world: &World, meal: Meal, pos: Pos) -> bool {
    match meal {
        Meal::Blood => world.floor.has_blood(pos),
        Meal::Bodies => {
            world.body_cells().contains(pos)
                && world.body_at(pos).is_some_and(|body| world.catalog.actor(body.kind).bleeds)
        }
    }
}
