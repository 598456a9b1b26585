//! Traps: one code for whoever sets one off.

use crate::base::Pos;
use crate::content::TrapKindId;

use crate::sim::event::{Event, Harm};
use crate::sim::rules::raid;
use crate::sim::state::fixture::Fixture;
use crate::sim::state::world::{ActorRef, World};
use crate::sim::units::ActorId;

/// The trap on a cell goes off at somebody, who trod on it or worked on it.
pub(crate) fn spring(world: &mut World, victim: &ActorRef, at: Pos, kind: TrapKindId) {
    spend(world, at, kind);
    raid::tripped(world, victim);
    world.tally.traps_sprung += u16::from(victim.id == ActorId::PLAYER);
    let who = world.who(victim);
    world.emit(Event::TrapSprung { trap: kind, at, victim: who });
    let catalog = world.catalog.clone();
    world.apply_effects(victim, &catalog.trap(kind).effects, Harm::Trap(kind));
}

/// A trap is a job from now on, unless nothing is left of it.
pub(crate) fn spend(world: &mut World, at: Pos, kind: TrapKindId) {
    if world.catalog.trap(kind).frail {
        world.floor.set_fixture(at, None);
    } else {
        world.break_fixture(at, Fixture::Trap { kind, armed: false });
    }
}
