//! Webs.

use crate::sim::prelude::*;
use crate::sim::rules::action::ActionResult;

/// Lays the trap that its kind makes, armed.
pub(super) fn weave(world: &mut World, actor: &ActorRef, at: Pos) -> ActionResult {
    if let Some(kind) = world.kind(actor).traits.weaves.as_ref().map(|woven| woven.id) {
        world.floor.set_fixture(at, Some(Fixture::Trap { kind, armed: true }));
        let who = world.who(actor);
        world.emit(Event::Actor(ActorEvent::Wove { who, trap: kind, at }));
    }
    ActionResult::Done
}
