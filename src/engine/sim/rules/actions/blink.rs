//! Short teleports.

use crate::sim::prelude::*;

/// Moves an actor to a cell without the cells between; it springs a trap there like one that walks.
pub(super) fn blink(world: &mut World, actor: &ActorRef, to: Pos) {
    world.relocate(actor, to);
    let mut who = world.who(&ActorRef { pos: to, ..*actor });
    who.seen |= world.sight.visible.contains(actor.pos);
    world.emit(FightEvent::Blinked { who, from: actor.pos });
    world.arrive(&ActorRef { pos: to, ..*actor });
}
