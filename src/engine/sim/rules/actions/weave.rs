//! Webs.

use base::Pos;

use crate::sim::event::{ActorEvent, Event};
use crate::sim::rules::action::ActionResult;
use crate::sim::state::fixture::Fixture;
use crate::sim::state::world::{ActorRef, World};

/// Lays the trap that its kind makes, armed.
pub(super) fn weave(world: &mut World, actor: &ActorRef, at: Pos) -> ActionResult {
    if let Some(kind) = world.kind(actor).traits.weaves_id {
        world.floor.set_fixture(at, Some(Fixture::Trap { kind, armed: true }));
        let who = world.who(actor);
        world.emit(Event::Actor(ActorEvent::Wove { who, trap: kind, at }));
    }
    ActionResult::Done
}
