//! The known jobs that arming a trap would make unreachable, as far as the player knows the floor.

use crate::sim::prelude::*;
use base::Components;

/// The effect of arming a trap that disconnects the known floor: armed traps are never walked over.
pub(crate) struct TrapCut {
    /// The connected components of the known floor without the cell of the trap.
    parts: Components,
    /// Those of the components that the cell of the trap joins from which a way leads to what is
    /// not seen yet, over gates too.
    unseen: Vec<usize>,
    /// Each job that can be reached while the trap is not armed, and the components from which it
    /// can be done; `None` stands for the exit, known or not.
    wanted: Vec<(Option<JobKind>, Vec<usize>)>,
}

impl TrapCut {
    /// `None` for a trap whose cell does not disconnect the known floor.
    pub(crate) fn of(world: &World, known: &[(Pos, JobKind)], trap: Pos) -> Option<TrapCut> {
        if world.is_spared_by_kit(trap) {
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
        let mut wanted = vec![(None, to_exit)];
        let others = known.iter().filter(|&&(pos, _)| pos != trap);
        wanted.extend(
            others.map(|&(pos, job)| (Some(job), reached(&mut places_to_work(world, pos, job)))),
        );
        wanted.retain(|(_, from)| !from.is_empty());
        Some(TrapCut { parts, unseen, wanted })
    }

    /// Whether arming the trap from a cell leaves everything reachable from there.
    pub(crate) fn spares(&self, from: Pos) -> bool {
        self.cut_off_from(from).next().is_none()
    }

    /// Whether arming the trap from a cell makes something that is not seen yet unreachable from
    /// there.
    pub(crate) fn cuts_off_unseen(&self, from: Pos) -> bool {
        self.parts.at(from).is_some_and(|own| self.unseen.iter().any(|&part| part != own))
    }

    /// What arming the trap from a cell makes unreachable from there; `None` stands for the exit.
    pub(crate) fn cut_off_from(&self, from: Pos) -> impl Iterator<Item = Option<JobKind>> {
        let own = self.parts.at(from);
        let lost = self
            .wanted
            .iter()
            .filter(move |(_, parts)| own.is_some_and(|own| !parts.contains(&own)));
        lost.map(|&(job, _)| job)
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
