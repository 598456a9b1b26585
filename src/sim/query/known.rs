//! What the player knows of the ways over the floor, and of enemies out of sight.

use crate::base::{Bits, Moves, Pos};

use crate::sim::state::world::World;
use crate::sim::units::{ActorId, Turns};

impl World {
    /// When the player last saw an enemy that is out of sight now, if that is not long ago.
    pub fn last_seen(&self, id: ActorId) -> Option<Turns> {
        let place =
            self.shift().recently_seen.binary_search_by_key(&id, |&(other, _)| other).ok()?;
        Some(self.shift().recently_seen[place].1)
    }

    /// The steps of the shortest safe way that the player knows to a place; `None` where no such way is known.
    pub fn known_steps(&self, goal: Pos) -> Option<u16> {
        let safe = self.known_safe_ground();
        self.scratch.borrow_mut().way.spread_until(&safe, [goal], Moves::Eight, self.player_pos())
    }

    /// Turns that the walk to the exit takes by the safe ways that the player knows; `None` if there is none.
    pub fn turns_to_exit(&self) -> Option<Turns> {
        let steps = self.known_steps(self.floor.exit)?;
        Some(self.turns_for_steps(steps.into()))
    }

    /// Cells known from a plan but never seen, and cells seen beside what is not known; gates among them, which no walk
    /// leads to.
    pub(crate) fn known_frontier(&self) -> Bits {
        let floor = &self.floor;
        let mut frontier = floor.planned().complement().dilated();
        frontier.union(&floor.seen().complement());
        frontier.intersect(floor.planned());
        let mut ground = self.ground(&self.roster()[0]);
        ground.union(&self.known_gates());
        frontier.intersect(&ground);
        frontier
    }

    /// The cells that the player knows and that a walk enters without being told to: no known danger, no bar, no
    /// door shut on a hunter, nothing near a boss that dozes, and no actor in sight that is an enemy or does not swap places.
    pub(crate) fn known_safe_ground(&self) -> Bits {
        let floor = &self.floor;
        let mut safe = self.ground(&self.roster()[0]);
        safe.intersect(floor.planned());
        safe.subtract(&self.known_traps_to_avoid());
        for &pos in floor.gassy().iter().chain(floor.burning()) {
            if self.sight.visible.contains(pos) {
                safe.remove(pos);
            }
        }
        // The player decides when a bar is lifted.
        for pos in floor.shut().iter().filter(|&pos| self.is_barred(pos)) {
            safe.remove(pos);
        }
        for (door, _) in self.doors_shut_on_hunters() {
            safe.remove(door);
        }
        let has_shut_doors = self.doors_shut_on_hunters().next().is_some();
        for actor in &self.roster()[1..] {
            let is_in_the_way =
                !self.is_harmless(actor) || !self.makes_way(actor, self.player_pos());
            // Who went out of sight a moment ago is still in the way: otherwise a walk that turns away from an enemy turns back as
            // soon as it does not see it, and away again, until dawn. Behind a door that was shut, the door is.
            let is_remembered = !has_shut_doors && self.last_seen(actor.id).is_some();
            if is_in_the_way && (is_remembered || self.sight.visible.contains(actor.pos)) {
                safe.remove(actor.pos);
            }
        }
        for pos in self.cells_near_dozing() {
            safe.remove(pos);
        }
        safe.insert(self.player_pos());
        safe
    }
}
