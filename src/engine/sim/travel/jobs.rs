//! The way to the nearest job that can be done.

use crate::sim::prelude::*;
use crate::sim::query::trap_cut::{TrapCut, places_to_work};
use crate::sim::rules::action::Action;
use crate::sim::travel::{bodies, gates, walk};

/// A step towards the nearest job known that can be done now: with a body in the arms towards a
/// place that takes it, with a foul mop and only stains left towards water.
pub(super) fn next_job(world: &World) -> Result<Action, Interruption> {
    if world.is_carrying() {
        return bodies::to_taker(world);
    }
    let known = world.known_jobs();
    let mut jobs = known.clone();
    jobs.retain(|&(pos, job)| world.is_doable(job) && !world.is_known_danger(pos));
    let is_any = !jobs.is_empty();
    if !is_any
        && let Some(supply) = known.iter().find_map(|&(_, job)| World::supply_for(job))
        && known.iter().all(|&(_, job)| job != JobKind::Stain && !world.is_doable(job))
    {
        return Err(Interruption::NoSupply(supply));
    }
    let are_bodies = is_any && jobs.iter().all(|&(_, job)| job == JobKind::Body);
    if are_bodies
        && let Err(why @ (Interruption::NoChute | Interruption::Blocked { .. })) =
            bodies::to_taker(world)
    {
        return Err(why);
    }
    if doable_in_reach(world, &known).is_some() {
        return Err(Interruption::AtWork);
    }
    jobs.retain(|&(pos, job)| !is_taken(world, pos, job));
    if is_any && jobs.is_empty() {
        return Err(Interruption::Occupied);
    }
    let goals = places(world, &known, &jobs);
    match walk::walk(world, goals.iter().copied(), Interruption::AtWork) {
        Err(Interruption::NoWay) if world.is_mop_foul() && knows_of(world, JobKind::Stain) => {
            to_water(world)
        }
        Err(Interruption::NoWay) if !goals.is_empty() => {
            let mut places = Bits::new(world.floor.width(), world.floor.height());
            for &pos in &goals {
                places.insert(pos);
            }
            match gates::seek(world, &places, Interruption::NoWay) {
                Err(Interruption::NoWay) => Err(walk::what_is_in_the_way(world, &goals)),
                result => result,
            }
        }
        result => result,
    }
}

/// A step towards the nearest known water.
pub(super) fn to_water(world: &World) -> Result<Action, Interruption> {
    let places = walk::places_by(world, Fixture::has_water);
    walk::walk_or_obstacle(world, &places, Interruption::AtWork, Interruption::NoWater)
}

fn knows_of(world: &World, job: JobKind) -> bool {
    world.known_jobs().iter().any(|&(_, known)| known == job)
}

/// The first job here or beside that can be done, and armed from here shuts nothing off.
pub(super) fn doable_in_reach(world: &World, known: &[(Pos, JobKind)]) -> Option<(Pos, JobKind)> {
    let here = world.player_pos();
    let is_wise = |pos| TrapCut::of(world, known, pos).is_none_or(|cut| cut.spares(here));
    std::iter::once(here).chain(here.neighbours()).find_map(|pos| {
        let job = world.job_at(pos).filter(|&job| {
            world.is_doable(job)
                && (pos != here || !job.is_done_from_beside())
                && !world.is_known_danger(pos)
                && !is_taken(world, pos, job)
                && (job != JobKind::Trap || is_wise(pos))
        });
        Some((pos, job?))
    })
}

/// Whether an actor in sight stands on the cell of the work and stays there. A body can be taken all the same.
pub(super) fn is_taken(world: &World, pos: Pos, job: JobKind) -> bool {
    let is_occupied = job != JobKind::Body
        && pos != world.player_pos()
        && world.is_blocked_for_work(pos)
        && world.sight.visible.contains(pos);
    is_occupied || job == JobKind::Door && world.floor.known(pos).item.is_some()
}

/// The cells from which jobs can be done without shutting oneself off from others; if that cannot be, then from
/// which they can be done at all.
pub(super) fn places(world: &World, known: &[(Pos, JobKind)], jobs: &[(Pos, JobKind)]) -> Vec<Pos> {
    let (mut wise, mut others) = (Vec::new(), Vec::new());
    for &(pos, job) in jobs {
        let cut = (job == JobKind::Trap).then(|| TrapCut::of(world, known, pos)).flatten();
        match cut {
            None => wise.extend(places_to_work(world, pos, job)),
            Some(cut) => {
                let (good, bad): (Vec<_>, Vec<_>) =
                    places_to_work(world, pos, job).partition(|&place| cut.spares(place));
                wise.extend(good);
                others.extend(bad);
            }
        }
    }
    if wise.is_empty() { others } else { wise }
}
