//! Short teleports away from an enemy.

use crate::sim::prelude::*;
use base::sees;

use crate::sim::rules::action::Action;

/// A teleport out of reach of an enemy beside, for actors with that trait that are not snared.
pub(super) fn blink(world: &mut World, actor: &ActorRef) -> Option<Action> {
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
            && sees(world.floor.opaque(), actor.pos, pos)
    };
    let places: Vec<Pos> =
        about.positions().filter(|&pos| world.floor.contains(pos) && is_refuge(pos)).collect();
    world.streams.ai.pick(&places).copied().map(Action::Blink)
}
