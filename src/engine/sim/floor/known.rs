//! What the player knows of the ways over the floor, of enemies out of sight, and of the jobs that
//! arming a trap would make unreachable.

use crate::sim::prelude::*;
use base::Components;

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
            let before = gate.cardinals().filter_map(|pos| field.reached(pos)).min()?;
            Some((before + 1, gate))
        });
        let edge = self.known_frontier();
        let edge = edge.iter().filter(|&pos| pos != here && safe.contains(pos));
        let reached = edge.filter_map(|pos| Some((field.reached(pos)?, pos)));
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

/// The effect of arming a trap that disconnects the known floor: armed traps are never walked over.
pub(crate) struct TrapCut {
    /// The connected components of the known floor without the cell of the trap.
    parts: Components,
    /// Those of the components that the cell of the trap joins from which a way leads to what is
    /// not seen yet, over gates too.
    unseen: Vec<usize>,
    /// Each job that can be reached while the trap is not armed, and the exit, known or not, with
    /// the components from which it can be done.
    wanted: Vec<(CutOff, Vec<usize>)>,
    /// The closet and all water, likewise.
    stores: Vec<(CutOff, Vec<usize>)>,
}

/// What an armed trap makes unreachable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutOff {
    Exit,
    Job(JobKind),
    Closet,
    /// All water to rinse the mop in.
    Water,
    /// Something that is not seen yet.
    Unseen,
}

impl TrapCut {
    /// `None` for a trap whose cell does not disconnect the known floor.
    pub(crate) fn of(world: &World, known: &[(Pos, JobKind)], trap: Pos) -> Option<TrapCut> {
        if world.is_spared_by_trap(trap) {
            return None;
        }
        let mut open = world.ground(&world.roster()[0]);
        open.intersect(&world.floor.planned);
        open.subtract(&world.known_traps_to_avoid());
        if local_components(&open, trap) <= 1 {
            return None;
        }
        open.remove(trap);
        let parts = Components::of(&open);
        let mut joined: Vec<usize> = trap.cardinals().filter_map(|pos| parts.at(pos)).collect();
        joined.sort_unstable();
        joined.dedup();
        if joined.len() < 2 {
            return None;
        }
        let reached = |places: &mut dyn Iterator<Item = Pos>| {
            let mut from: Vec<usize> = places.filter_map(|pos| parts.at(pos)).collect();
            from.retain(|part| joined.contains(part));
            from.sort_unstable();
            from.dedup();
            from
        };
        // Gates count as open where it cannot be told what lies behind them.
        let mut open_gates = open;
        open_gates.union(&world.known_gates());
        let wide_parts = Components::of(&open_gates);
        let reached_over_gates = |places: &mut dyn Iterator<Item = Pos>| {
            let wide: Vec<usize> = places.filter_map(|pos| wide_parts.at(pos)).collect();
            let leads = |&pos: &Pos| wide_parts.at(pos).is_some_and(|part| wide.contains(&part));
            reached(&mut trap.cardinals().filter(leads))
        };
        let unseen = reached_over_gates(&mut world.known_frontier().iter());
        let exit = world.floor.exit;
        let mut to_exit = reached(&mut std::iter::once(exit));
        if to_exit.is_empty() {
            to_exit = reached_over_gates(&mut std::iter::once(exit));
        }
        if to_exit.is_empty() {
            // Wherever the exit is, the way there leads through what is not seen yet.
            to_exit.clone_from(&unseen);
        }
        let mut wanted = vec![(CutOff::Exit, to_exit)];
        let others = known.iter().filter(|&&(pos, _)| pos != trap);
        let places = |&(pos, job): &(Pos, JobKind)| {
            (CutOff::Job(job), reached(&mut places_to_work(world, pos, job)))
        };
        wanted.extend(others.map(places));
        let beside_known = |is_wanted: fn(Fixture) -> bool| {
            let has = |&pos: &Pos| world.floor.known(pos).fixture.is_some_and(is_wanted);
            reached(&mut world.floor.remembered.iter().filter(has).flat_map(Pos::with_neighbours))
        };
        let mut stores = vec![
            (CutOff::Closet, beside_known(|fixture| fixture == Fixture::Closet)),
            (CutOff::Water, beside_known(Fixture::has_water)),
        ];
        for list in [&mut wanted, &mut stores] {
            list.retain(|(_, from)| !from.is_empty());
        }
        Some(TrapCut { parts, unseen, wanted, stores })
    }

    /// Whether arming the trap from a cell leaves all jobs and the exit reachable from there.
    pub(crate) fn spares(&self, from: Pos) -> bool {
        self.lost(&self.wanted, from).next().is_none()
    }

    /// Whether arming the trap from a cell makes something that is not seen yet unreachable from
    /// there.
    pub(crate) fn cuts_off_unseen(&self, from: Pos) -> bool {
        self.parts.at(from).is_some_and(|own| self.unseen.iter().any(|&part| part != own))
    }

    /// What arming the trap from a cell makes unreachable from there; of stores and of what is not
    /// seen only if work is left.
    pub(crate) fn cut_off_from(&self, from: Pos, is_work_left: bool) -> Vec<CutOff> {
        let mut all: Vec<CutOff> = self.lost(&self.wanted, from).collect();
        if is_work_left {
            all.extend(self.lost(&self.stores, from));
            all.extend(self.cuts_off_unseen(from).then_some(CutOff::Unseen));
        }
        all
    }

    fn lost<'a>(
        &self,
        wanted: &'a [(CutOff, Vec<usize>)],
        from: Pos,
    ) -> impl Iterator<Item = CutOff> + 'a {
        let own = self.parts.at(from);
        let is_lost =
            move |(_, parts): &&(CutOff, Vec<usize>)| own.is_some_and(|own| !parts.contains(&own));
        wanted.iter().filter(is_lost).map(|&(what, _)| what)
    }
}

/// The cells from which a job can be done: beside it, and on it where that is possible.
pub(crate) fn places_to_work(world: &World, at: Pos, job: JobKind) -> impl Iterator<Item = Pos> {
    let floor = &world.floor;
    let on_it = (!job.is_done_from_beside()).then_some(at);
    let hides = |pos: Pos| floor.known(pos).fixture.is_some_and(Fixture::hides);
    let beside = at.neighbours().filter(|&pos| floor.is_passable(pos));
    // Nobody walks into a hiding place to work from there, unless there is no other place.
    let is_choosy = beside.clone().any(|pos| !hides(pos));
    on_it.into_iter().chain(beside.filter(move |&pos| !(is_choosy && hides(pos))))
}
