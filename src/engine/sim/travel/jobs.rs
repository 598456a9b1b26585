//! The nearest known job, and why there is none.

use crate::sim::action::Action;
use crate::sim::floor::known::{TrapCut, places_to_work};
use crate::sim::prelude::*;
use crate::sim::travel::walk;
use levels::Tile;

/// A step towards the nearest job known that can be done now: with a body in the arms towards a
/// place that takes it, with a foul mop and only stains left towards water.
pub(crate) fn next_job(world: &World) -> Result<Action, Interruption> {
    if world.is_carrying() {
        return to_taker(world);
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
        && let Err(why @ (Interruption::NoChute | Interruption::Blocked { .. })) = to_taker(world)
    {
        return Err(why);
    }
    fail_if(doable_in_reach(world, &known).is_some(), Interruption::AtWork)?;
    jobs.retain(|&(pos, job)| !is_taken(world, pos, job));
    fail_if(is_any && jobs.is_empty(), Interruption::Occupied)?;
    let goals = places(world, &known, &jobs);
    walk::where_no_way(walk::walk(world, goals.iter().copied(), Interruption::AtWork), || {
        let knows_stains = known.iter().any(|&(_, job)| job == JobKind::Stain);
        if world.is_mop_foul() && knows_stains {
            return to_water(world);
        }
        let gated = walk::seek_gate(world, |pos| goals.contains(&pos), Interruption::NoWay);
        walk::where_no_way(gated, || Err(walk::what_is_in_the_way(world, &goals)))
    })
}

/// A step towards the nearest known water.
pub(crate) fn to_water(world: &World) -> Result<Action, Interruption> {
    let places = walk::places_by(world, Fixture::has_water);
    walk::walk_or_obstacle(world, &places, Interruption::AtWork, Interruption::NoWater)
}

/// The first job here or beside that can be done, and armed from here shuts nothing off.
pub(crate) fn doable_in_reach(world: &World, known: &[(Pos, JobKind)]) -> Option<(Pos, JobKind)> {
    let here = world.player_pos();
    let is_wise = |pos| TrapCut::of(world, known, pos).is_none_or(|cut| cut.spares(here));
    here.with_neighbours().find_map(|pos| {
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

/// Whether an actor in sight stands on the cell of the work and stays there. A body can be taken
/// all the same.
pub(crate) fn is_taken(world: &World, pos: Pos, job: JobKind) -> bool {
    let is_occupied = job != JobKind::Body
        && pos != world.player_pos()
        && world.is_blocked_for_work(pos)
        && world.sight.visible.contains(pos);
    is_occupied || job == JobKind::Door && world.floor.known(pos).item.is_some()
}

/// The cells from which jobs can be done without shutting oneself off from others; if that cannot
/// be, then from which they can be done at all.
pub(crate) fn places(world: &World, known: &[(Pos, JobKind)], jobs: &[(Pos, JobKind)]) -> Vec<Pos> {
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

/// A job to do next, and why this one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JobChoice {
    pub at: Pos,
    pub job: JobKind,
    /// Steps to the nearest cell from which it can be done.
    pub steps: u16,
    pub reason: JobReason,
}

impl JobChoice {
    pub(crate) fn activity(self) -> Activity {
        Activity::DoJob { at: self.at, job: self.job }
    }
}

/// To the body, and with it to a chute or a hole that takes it.
pub(crate) fn dispose(world: &World, at: Pos) -> Result<Action, Interruption> {
    if world.is_carrying() {
        return bring(world);
    }
    fail_if(world.known_job_at(at) != Some(JobKind::Body), Interruption::Done)?;
    if world.player_pos().steps_to(at) <= 1 && world.body_at(at).is_some() {
        let is_free = !world.is_two_handed();
        return if is_free { Ok(Action::Lift(at)) } else { Err(Interruption::AtWork) };
    }
    let places: Vec<Pos> = places_to_work(world, at, JobKind::Body).collect();
    walk::walk(world, places, Interruption::AtWork)
}

/// With the body in the player's arms to where it is disposed of, and in with it.
fn bring(world: &World) -> Result<Action, Interruption> {
    let here = world.player_pos();
    let takers = takers(world, world.belongings().carrying);
    match here.with_neighbours().find(|pos| takers.contains(pos)) {
        Some(taker) => Ok(Action::PutDown(taker)),
        None => to(world, &takers),
    }
}

/// A step towards the nearest place beside which the body in the player's arms can be disposed of,
/// or what bars the way there.
fn to_taker(world: &World) -> Result<Action, Interruption> {
    to(world, &takers(world, world.belongings().carrying))
}

/// The cells from which a body can be disposed of.
pub(crate) fn places_to_dispose(world: &World, body: Option<Body>) -> Vec<Pos> {
    all_beside(world, &takers(world, body))
}

/// Whether the field leads to any place that the player knows to take bodies.
pub(crate) fn reaches_taker(world: &World, field: &DistanceField) -> bool {
    let (chutes, holes) = (chutes(world), holes(world));
    chutes
        .iter()
        .chain(&holes)
        .any(|&taker| places_beside(world, taker).any(|pos| field.reached(pos).is_some()))
}

/// The known places to take a body to: chutes, and holes if there is nothing in its pockets, which
/// a hole swallows; where no way leads to a chute, holes all the same.
fn takers(world: &World, body: Option<Body>) -> Vec<Pos> {
    let mut takers = chutes(world);
    let holes = holes(world);
    if !holes.is_empty() {
        let pays = body.is_some_and(|body| world.pockets(&body) > Coins(0))
            && !world.has_perk_effect(&PerkEffect::EmptyPockets);
        let places = all_beside(world, &takers);
        if !pays || walk::walk(world, places, Interruption::AtWork).is_err() {
            takers.extend(holes);
        }
    }
    takers
}

fn to(world: &World, takers: &[Pos]) -> Result<Action, Interruption> {
    let places = all_beside(world, takers);
    walk::walk_or_obstacle(world, &places, Interruption::AtWork, Interruption::NoChute)
}

fn all_beside(world: &World, takers: &[Pos]) -> Vec<Pos> {
    takers.iter().flat_map(|&taker| places_beside(world, taker)).collect()
}

fn places_beside(world: &World, taker: Pos) -> impl Iterator<Item = Pos> {
    taker.with_neighbours().filter(|&pos| world.floor.is_passable(pos))
}

fn chutes(world: &World) -> Vec<Pos> {
    let floor = &world.floor;
    let is_chute = |&pos: &Pos| floor.known(pos).fixture == Some(Fixture::Chute);
    floor.remembered.iter().filter(is_chute).collect()
}

/// The pits and the deep water that the player knows of, with the perk by which they take bodies.
fn holes(world: &World) -> Vec<Pos> {
    if !world.has_perk_effect(&PerkEffect::PitsAreChutes) {
        return Vec::new();
    }
    let floor = &world.floor;
    let mut pits = floor.pits.clone();
    pits.intersect(&floor.planned);
    let is_deep = |&pos: &Pos| floor.tile(pos) == Tile::DeepWater;
    pits.iter().chain(floor.planned.iter().filter(is_deep)).collect()
}
