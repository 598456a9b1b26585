//! A raid from where it stands to its end, with the upkeeper off the floor.

use crate::sim::event::Event;
use crate::sim::shift::turn;
use crate::sim::state::world::World;

/// The raid from where it stands to its end, with the upkeeper off the floor. What happens is handed on
/// turn by turn.
pub(crate) fn play_out(world: &mut World, mut tell: impl FnMut(&mut Vec<Event>)) {
    while world.raid().is_some() && world.shift().end.is_none() {
        turn::tick(world);
        tell(&mut world.events);
        world.events.clear();
    }
}
