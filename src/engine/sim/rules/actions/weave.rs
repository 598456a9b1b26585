//! Webs.

use crate::sim::prelude::*;
use crate::sim::rules::action::ActionResult;

/// Lays the trap that its kind makes, armed.
pub(super) fn weave(world: &mut World, actor: &ActorRef, at: Pos) -> ActionResult {
    if let Some(kind) = world.kind(actor).traits.weaves_id {
        world.floor.set_fixture(at, Some(Fixture::Trap { kind, armed: true }));
        world.emit(ActorEvent::Wove { who: world.who(actor), trap: kind, at });
    }
    ActionResult::Done
}
