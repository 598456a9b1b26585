//! About how many turns the next job takes, ways included, by what the player knows.

use crate::sim::prelude::*;
use crate::sim::query::trap_cut::places_to_work;
use crate::sim::travel::job_choice::JobChoice;
use crate::sim::travel::{bodies, mop, walk};

/// A job that takes so many turns is long: stains then wait for other jobs, and the player is asked before it is begun.
pub const LONG_JOB_TURNS: Turns = Turns(120);

/// Stains at most so far from the first are one job with it, wherever the water is.
pub(super) const CLUSTER_STEPS: i32 = 12;

/// Steps from one stain of a cluster to the next, taken together with the wipe.
const TURNS_PER_STAIN: u32 = 2;

/// About how many turns a job takes: to its place, the work, and for a body also the way to where it is disposed of, for stains the
/// ways to the water. Stains are mopped until the order has enough of them.
pub(crate) fn turns_for(world: &World, choice: JobChoice) -> Turns {
    let steps = u32::from(choice.steps);
    Turns(match choice.job {
        JobKind::Body => {
            let body = world.belongings().carrying.or_else(|| world.body_at(choice.at));
            let carried = steps_to(world, choice.at, bodies::places_to_dispose(world, body));
            steps + carried * 100 / u32::from(world.catalog.rules.carrying_speed).max(1)
        }
        JobKind::Stain => {
            let mut stains = mop::stains(world);
            stains.retain(|pos| pos.steps_to(choice.at) <= CLUSTER_STEPS);
            let cells = (stains.len() as u32).min(world.cells_left_to_mop().into());
            let wiped = cells + u32::from(world.belongings().mop_fouled);
            let rinses = wiped.saturating_sub(1) / u32::from(world.mop_cells()).max(1);
            let to_water = steps_to(world, choice.at, walk::places_by(world, Fixture::has_water));
            steps + cells * TURNS_PER_STAIN + rinses * 2 * to_water
        }
        job => steps + u32::from(world.work_turns(job)),
    })
}

/// Steps from a cell to the nearest of some places; 0 where no safe way leads to any.
fn steps_to(world: &World, from: Pos, places: Vec<Pos>) -> u32 {
    let mut field = DistanceField::new();
    field.spread(&world.known_safe_ground(), places, Moves::Eight, DistanceField::MAX_DISTANCE);
    let steps = places_to_work(world, from, JobKind::Stain).map(|place| field.get(place));
    steps.filter(|&steps| steps != DistanceField::UNREACHABLE).min().map_or(0, u32::from)
}
