//! Shut doors that keep an enemy away from the player.

use crate::sim::prelude::*;

impl World {
    /// The doors that the player shut with an enemy in sight and that are known to be shut still, with the kind of the enemy.
    pub(crate) fn doors_shut_on_hunters(&self) -> impl Iterator<Item = (Pos, ActorKindId)> + '_ {
        let doors = self.shift().shut_out.iter().copied();
        doors.filter(|&(at, _)| self.floor.known(at).fixture.is_some_and(Fixture::is_shut_door))
    }
}
