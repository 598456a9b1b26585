//! Out of reach by magic.

use super::Outcome;
use crate::base::Pos;
use crate::sim::Event;
use crate::sim::world::{Spot, World};

/// Is somewhere else at once; what lies there happens as to whoever walks there.
pub(super) fn blink(world: &mut World, actor: &Spot, to: Pos) -> Outcome {
    world.relocate(actor, to);
    let mut who = world.who(&Spot { pos: to, ..*actor });
    who.seen |= world.sight.visible.contains(actor.pos);
    world.emit(Event::Blinked { who, from: actor.pos });
    world.arrive(&Spot { pos: to, ..*actor });
    Outcome::Done
}
