//! What the player knows of the ways over the floor, and of enemies out of sight.

use crate::sim::prelude::*;

impl World {
    /// When the player last saw an enemy that is out of sight now, if that is not long ago.
    pub fn last_seen(&self, id: ActorId) -> Option<Turns> {
        let place = self.shift.recently_seen.binary_search_by_key(&id, |&(other, _)| other).ok()?;
        Some(self.shift.recently_seen[place].1)
    }

    /// The steps of the shortest safe way that the player knows to a place; `None` where no such
    /// way is known.
    pub fn known_steps(&self, goal: Pos) -> Option<u16> {
        let safe = self.known_safe_ground();
        self.scratch.borrow_mut().way.spread_until(&safe, [goal], Moves::Eight, self.player_pos())
    }

    /// Turns that the walk to the exit takes by the ways that the player knows: a safe one, or else
    /// one on which there are only such dangers as go away. `None` if there is none.
    pub fn turns_to_exit(&self) -> Option<Turns> {
        let exit = self.floor.exit;
        let steps = self.known_steps(exit).or_else(|| {
            let ground = self.known_lasting_ground();
            let way = &mut self.scratch.borrow_mut().way;
            way.spread_until(&ground, [exit], Moves::Eight, self.player_pos())
        })?;
        Some(self.turns_for_steps(steps.into()))
    }

    /// The cell at the edge of what the player knows over which the way to the exit is shortest as
    /// far as can be told: by known ways to it, and from there as the crow flies. A gate that the
    /// player can open is such a cell. `None` where no safe way leads to any.
    pub fn edge_towards_exit(&self) -> Option<Pos> {
        let safe = self.known_safe_ground();
        let here = self.player_pos();
        let field = &mut self.scratch.borrow_mut().way;
        field.spread(&safe, [here], Moves::Eight, DistanceField::MAX_DISTANCE);
        let gates = self.known_gates();
        let to_open =
            gates.iter().filter(|&pos| self.gate_at(pos).is_some_and(|own| self.opens(own)));
        let to_gates = to_open.filter_map(|gate| {
            let before = gate.cardinals().map(|pos| field.get(pos)).min()?;
            (before != DistanceField::UNREACHABLE).then_some((before + 1, gate))
        });
        let edge = self.known_frontier();
        let reached = edge.iter().map(|pos| (field.get(pos), pos)).filter(|&(steps, pos)| {
            pos != here && safe.contains(pos) && steps != DistanceField::UNREACHABLE
        });
        let ways = reached.chain(to_gates);
        let ways = ways.map(|(steps, pos)| (i32::from(steps) + pos.steps_to(self.floor.exit), pos));
        ways.min().map(|(_, pos)| pos)
    }

    /// Cells known from a plan but never seen, and cells seen beside what is not known; gates among
    /// them, which no walk leads to.
    pub(crate) fn known_frontier(&self) -> Bits {
        let floor = &self.floor;
        let mut frontier = floor.planned.complement().dilated();
        frontier.union(&floor.seen.complement());
        frontier.intersect(&floor.planned);
        let mut ground = self.ground(&self.roster()[0]);
        ground.union(&self.known_gates());
        frontier.intersect(&ground);
        frontier
    }

    /// The cells that the player knows and that have no danger that stays: no armed trap, no bar,
    /// nothing near a boss that dozes.
    fn known_lasting_ground(&self) -> Bits {
        let floor = &self.floor;
        let mut ground = self.ground(&self.roster()[0]);
        ground.intersect(&floor.planned);
        ground.subtract(&self.known_traps_to_avoid());
        // The player decides when a bar is lifted.
        for pos in floor.shut.iter().filter(|&pos| self.is_barred(pos)) {
            ground.remove(pos);
        }
        for pos in self.cells_near_dozing() {
            ground.remove(pos);
        }
        ground.insert(self.player_pos());
        ground
    }

    /// The cells that the player knows and that a walk enters without being told to: no known
    /// danger, no bar, no door shut on a hunter, nothing near a boss that dozes, and no actor in
    /// sight that is an enemy or does not swap places.
    pub(crate) fn known_safe_ground(&self) -> Bits {
        let floor = &self.floor;
        let mut safe = self.known_lasting_ground();
        for &pos in floor.gassy.iter().chain(&floor.burning) {
            if self.sight.visible.contains(pos) {
                safe.remove(pos);
            }
        }
        for (door, _) in self.doors_shut_on_hunters() {
            safe.remove(door);
        }
        let has_shut_doors = self.doors_shut_on_hunters().next().is_some();
        for actor in &self.roster()[1..] {
            let is_in_the_way =
                !self.is_harmless(actor) || !self.makes_way(actor, self.player_pos());
            // Who went out of sight a moment ago is still in the way: otherwise a walk that turns
            // away from an enemy turns back as soon as it does not see it, and away again, until
            // dawn. Behind a door that was shut, the door is.
            let is_remembered = !has_shut_doors && self.last_seen(actor.id).is_some();
            if is_in_the_way && (is_remembered || self.sight.visible.contains(actor.pos)) {
                safe.remove(actor.pos);
            }
        }
        safe.insert(self.player_pos());
        safe
    }
}
