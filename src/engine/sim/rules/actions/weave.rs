//! Webs.

use crate::sim::prelude::*;

/// Lays the trap that its kind makes, armed.
pub(super) fn weave(world: &mut World, actor: &ActorRef, at: Pos) {
    if let Some(kind) = world.kind(actor).traits.weaves_id {
        world.floor.set_fixture(at, Some(Fixture::Trap { kind, armed: true }));
        world.emit(ActorEvent::Wove { who: world.who(actor), trap: kind, at });
    }
}
