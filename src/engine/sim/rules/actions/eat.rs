//! Meals.

use crate::sim::prelude::*;

/// One in so many mouthfuls is the last of a meal.
const MEAL_ENDS_ONE_IN: u32 = 4;

/// A mouthful; with the last of it the meal is gone, and does the eater good.
pub(super) fn eat(world: &mut World, actor: &ActorRef, at: Pos) {
    if !world.streams.ai.one_in(MEAL_ENDS_ONE_IN) {
        return;
    }
    let (eats, feeds) = (world.kind(actor).traits.eats, world.kind(actor).traits.feeds);
    let body = if eats == Some(Meal::Bodies) {
        let Some(body) = world.lift_body(at) else { return };
        // There is no body left to carry to the chute.
        world.shift.order.lost[JobKind::Body] += 1;
        Some(body.kind)
    } else {
        world.floor.set_blood(at, false);
        None
    };
    world.emit(ActorEvent::Ate { who: world.who(actor), body, at });
    world.heal(actor, feeds);
}
