//! What the player knows of the work: which job a remembered cell calls for, whether it can be done, and from where.

use crate::base::Pos;
use crate::content::JobKind;

use crate::sim::state::fixture::Fixture;
use crate::sim::state::floor::Known;
use crate::sim::state::world::World;

/// The job that a remembered cell calls for.
pub(crate) fn job_of(known: Known) -> Option<JobKind> {
    if !known.seen {
        return None;
    }
    let fixture = known.fixture.and_then(Fixture::job);
    let stain = known.blood.then_some(JobKind::Stain);
    known.body.then_some(JobKind::Body).or(fixture).or(stain)
}

/// There are supplies for it, and a mop that wipes.
pub(crate) fn is_doable(world: &World, job: JobKind) -> bool {
    match World::supply_for(job) {
        Some(supply) => world.supply(supply) > 0,
        None => job != JobKind::Stain || !is_mop_foul(world),
    }
}

pub(crate) fn is_mop_foul(world: &World) -> bool {
    world.with_belongings(|own| own.mop_fouled) >= world.mop_cells()
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
