//! Lights and fires put out by hand.

use crate::sim::prelude::*;

/// Puts a lit brazier out, which makes it a job again, or beats out flames with the wet mop, which fouls it.
pub(super) fn douse(world: &mut World, actor: &ActorRef, at: Pos) {
    if world.floor.fire(at) > 0 {
        world.floor.set_fire(at, 0);
        world.run.belongings.mop_fouled += 1;
        world.emit(FloorEvent::Smothered { at });
    } else {
        world.put_out_light(at, Some(actor));
    }
}
