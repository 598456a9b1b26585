use crate::base::{Dir, Pos, sees};

use super::{flee, idle, perceive, way};
use crate::sim::ActorId;
use crate::sim::action::Action;
use crate::sim::world::{Spot, World};

/// After somebody: strikes beside, shoots from afar, goes where they were last seen.
pub(super) fn hunt(
    world: &mut World,
    actor: &Spot,
    quarry: ActorId,
    last_seen: Pos,
) -> Option<Action> {
    let mind = &world.kind(actor).mind;
    let (erratic, keeps) = (mind.erratic, i32::from(mind.distance));
    if world.streams.ai.percent(erratic) {
        return idle::wander(world, actor);
    }
    let target = world.alive(quarry)?;
    let in_view = perceive::sees(world, actor, &target);
    let distance = actor.pos.steps_to(target.pos);
    if in_view
        && distance < keeps
        && let Some(step) = flee::away(world, actor, target.pos)
    {
        return Some(step);
    }
    if in_view && can_shoot(world, actor, &target) {
        let ready = world.kind(actor).shot.as_ref().map_or(0, |shot| shot.ready);
        if world.streams.ai.percent(ready) {
            return Some(Action::Shoot(quarry));
        }
        if distance <= keeps {
            return None;
        }
    }
    if let Some(dir) = Dir::between(actor.pos, target.pos)
        && in_view
        && !world.cuts_corner(actor, dir)
    {
        return Some(Action::Attack(quarry));
    }
    way::towards(world, actor, last_seen)
}

fn can_shoot(world: &World, actor: &Spot, target: &Spot) -> bool {
    world.kind(actor).shot.as_ref().is_some_and(|shot| {
        let distance = actor.pos.steps_to(target.pos);
        distance > 1 && distance <= shot.range && sees(world.floor.opaque(), actor.pos, target.pos)
    })
}
