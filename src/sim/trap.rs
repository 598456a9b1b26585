//! Traps: one code for whoever steps on one.

use crate::content::TrapKindId;

use super::event::Harm;
use super::world::{Spot, World};
use super::{ActorId, Event, Fixture};

/// The trap under somebody goes off, and is a job from now on, unless nothing is left of it.
pub(super) fn spring(world: &mut World, victim: &Spot, kind: TrapKindId) {
    if world.catalog.trap(kind).frail {
        world.floor.set_fixture(victim.pos, None);
    } else {
        world.spoil(victim.pos, Fixture::Trap { kind, armed: false });
    }
    super::raid::tripped(world, victim);
    world.tally.traps_sprung += u16::from(victim.id == ActorId::PLAYER);
    let who = world.who(victim);
    world.emit(Event::TrapSprung { trap: kind, at: victim.pos, victim: who });
    let catalog = world.catalog.clone();
    world.befall(victim, &catalog.trap(kind).effects, Harm::Trap(kind));
}
