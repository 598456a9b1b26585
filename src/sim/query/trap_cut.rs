//! What arming a trap would cut the player off from, as far as the player knows the floor.

use crate::base::{Bits, Components, Pos};
use crate::content::JobKind;

use crate::sim::state::world::World;

/// A trap that parts the floor when it is armed.
pub(crate) struct TrapCut {
    parts: Components,
    /// Everything that can be reached as long as it is not armed, and from which parts; the exit is no job.
    wanted: Vec<(Option<JobKind>, Vec<usize>)>,
}

impl TrapCut {
    /// `None` for a trap that parts nothing.
    pub(crate) fn of(world: &World, known: &[(Pos, JobKind)], trap: Pos) -> Option<TrapCut> {
        let mut open = world.ground(&world.roster()[0]);
        open.intersect(world.floor.planned());
        open.subtract(world.floor.known_traps());
        if !parts_those_around(&open, trap) {
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
        let mut wanted = vec![(None, reached(&mut std::iter::once(world.floor.exit)))];
        let others = known.iter().filter(|&&(pos, _)| pos != trap);
        wanted.extend(
            others.map(|&(pos, job)| (Some(job), reached(&mut places_to_work(world, pos, job)))),
        );
        wanted.retain(|(_, from)| !from.is_empty());
        Some(TrapCut { parts, wanted })
    }

    /// Whether all that can be reached now can still be, by whoever arms it from there.
    pub(crate) fn spares(&self, from: Pos) -> bool {
        self.shut_off(from).next().is_none()
    }

    /// What cannot be reached any more by whoever arms it from there; the exit is no job.
    pub(crate) fn shut_off(&self, from: Pos) -> impl Iterator<Item = Option<JobKind>> {
        let own = self.parts.at(from);
        let lost = self
            .wanted
            .iter()
            .filter(move |(_, parts)| own.is_some_and(|own| !parts.contains(&own)));
        lost.map(|&(job, _)| job)
    }
}

/// Whether the open cells around one may not hang together without it: a look at its neighbours.
fn parts_those_around(open: &Bits, at: Pos) -> bool {
    let ring: Vec<bool> = at.neighbours().map(|pos| open.contains(pos)).collect();
    // Clockwise from the north: each run of open cells with a side in it is a way up to the cell.
    let is_side = |place: usize| place.is_multiple_of(2);
    let mut runs = 0;
    for place in 0..8 {
        let before = ring[(place + 7) % 8];
        if ring[place] && !before {
            let run = (0..8).map(|step| (place + step) % 8).take_while(|&next| ring[next]);
            runs += usize::from(run.into_iter().any(is_side));
        }
    }
    runs > 1
}

/// The cells from which a job can be done: beside it, and on it where that is possible.
pub(crate) fn places_to_work(
    world: &World,
    at: Pos,
    job: JobKind,
) -> impl Iterator<Item = Pos> + use<> {
    let on_it = (!matches!(job, JobKind::Trap | JobKind::Door)).then_some(at);
    let beside: Vec<Pos> = at.neighbours().filter(|&pos| world.floor.is_passable(pos)).collect();
    on_it.into_iter().chain(beside)
}
