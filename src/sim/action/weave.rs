//! Webs.

use super::Outcome;
use crate::base::Pos;
use crate::sim::world::{ActorRef, World};
use crate::sim::{Event, Fixture};

/// Lays the trap that its kind makes, armed.
pub(super) fn weave(world: &mut World, actor: &ActorRef, at: Pos) -> Outcome {
    if let Some(kind) = world.kind(actor).traits.weaves_id {
        world.floor.set_fixture(at, Some(Fixture::Trap { kind, armed: true }));
        let who = world.who(actor);
        world.emit(Event::Wove { who, trap: kind, at });
    }
    Outcome::Done
}
