//! Out of reach by magic.

use crate::base::Pos;

use crate::sim::event::{Event, FightEvent};
use crate::sim::rules::action::ActionResult;
use crate::sim::state::world::{ActorRef, World};

/// Is somewhere else at once; what lies there happens as to whoever walks there.
pub(super) fn blink(world: &mut World, actor: &ActorRef, to: Pos) -> ActionResult {
    world.relocate(actor, to);
    let mut who = world.who(&ActorRef { pos: to, ..*actor });
    who.seen |= world.sight.visible.contains(actor.pos);
    world.emit(Event::Fight(FightEvent::Blinked { who, from: actor.pos }));
    world.arrive(&ActorRef { pos: to, ..*actor });
    ActionResult::Done
}
