//! The next job in one go: chosen when the activity begins, walked to, and done.
//!
//! Whatever the player has to decide ends the activity: an armed trap in the way, a supply that is missing, a trap
//! that would cut off other work.

use crate::base::{DistanceField, Moves, Pos};
use crate::content::JobKind;

use crate::sim::event::JobReason;
use crate::sim::interruption::Interruption;
use crate::sim::query::trap_cut::{TrapCut, places_to_work};
use crate::sim::query::work::STIRRING_TURNS;
use crate::sim::rules::action::Action;
use crate::sim::rules::check::work::work_at;
use crate::sim::state::activity::Activity;
use crate::sim::state::fixture::Fixture;
use crate::sim::state::world::World;
use crate::sim::travel::{jobs, mop, walk};
use crate::sim::units::Turns;

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

/// The known job with the shortest safe way among those that can be done now, or the body in the player's arms.
/// `None` where no safe way leads to any.
///
/// A body that stirs goes before all. Of jobs equally near, a body goes first and then the order of reading decides.
pub(crate) fn choose(world: &World) -> Option<JobChoice> {
    let here = world.player_pos();
    if world.is_carrying() {
        let (at, job) = (here, JobKind::Body);
        return Some(JobChoice { at, job, steps: 0, reason: JobReason::Carrying });
    }
    let known = world.known_jobs();
    let safe = world.known_safe_ground();
    let field = &mut world.scratch.borrow_mut().way;
    field.spread(&safe, [here], Moves::Eight, DistanceField::MAX_DISTANCE);
    let mut best: Option<(bool, u16, bool, Pos, JobKind)> = None;
    let mut lacking: Option<(u16, JobKind)> = None;
    let mut postponed: Option<u16> = None;
    let mut count = 0;
    for &(at, job) in &known {
        if world.is_known_danger(at) || jobs::is_taken(world, at, job) {
            continue;
        }
        let places = places_to_work(world, at, job).map(|place| field.get(place));
        let Some(steps) = places.min().filter(|&steps| steps != DistanceField::UNREACHABLE) else {
            continue;
        };
        // A foul mop is rinsed on the way; a body wants free hands and a chute.
        let can_do = match job {
            JobKind::Stain => true,
            JobKind::Body => !world.is_two_handed() && jobs::knows_chute(world),
            _ => world.is_doable(job),
        };
        if !can_do {
            if lacking.is_none_or(|(least, _)| steps < least) {
                lacking = Some((steps, job));
            }
            continue;
        }
        let cuts_off = job == JobKind::Trap
            && TrapCut::of(world, &known, at).is_some_and(|cut| {
                !places_to_work(world, at, job).any(|place| {
                    field.get(place) != DistanceField::UNREACHABLE && cut.spares(place)
                })
            });
        if cuts_off {
            postponed = Some(postponed.map_or(steps, |least| least.min(steps)));
            continue;
        }
        count += 1;
        let rises = world.known_turns_to_rising(at).filter(|_| job == JobKind::Body);
        let is_rising =
            rises.is_some_and(|Turns(left)| (u32::from(steps)..STIRRING_TURNS.0).contains(&left));
        let candidate = (!is_rising, steps, job != JobKind::Body, at, job);
        if best.is_none_or(|best| candidate < best) {
            best = Some(candidate);
        }
    }
    let (is_calm, steps, _, at, job) = best?;
    let reason = match (lacking, postponed) {
        _ if !is_calm => JobReason::Rising,
        (Some((least, lacking)), _) if least < steps => JobReason::Lacking(lacking),
        (_, Some(least)) if least < steps => JobReason::TrapPostponed,
        _ if count == 1 => JobReason::Only,
        _ => JobReason::Nearest,
    };
    Some(JobChoice { at, job, steps, reason })
}

/// The action of the next turn of a job that is done in one go, or why it ends.
pub(super) fn next(world: &World, at: Pos, job: JobKind) -> Result<Action, Interruption> {
    match job {
        JobKind::Body => dispose(world, at),
        JobKind::Stain => mop_from(world, at),
        _ => work(world, at, job),
    }
}

fn work(world: &World, at: Pos, job: JobKind) -> Result<Action, Interruption> {
    if world.known_job_at(at) != Some(job) {
        return Err(Interruption::Done);
    }
    if let Some(supply) = World::supply_for(job).filter(|_| !world.is_doable(job)) {
        return Err(Interruption::NoSupply(supply));
    }
    if jobs::is_taken(world, at, job) {
        return Err(Interruption::Occupied);
    }
    let places = jobs::places(world, &world.known_jobs(), &[(at, job)]);
    if places.contains(&world.player_pos()) {
        return work_at(world, at).map(|()| Action::Work(at)).map_err(|_| Interruption::AtWork);
    }
    walk::walk(world, places.iter().copied(), Interruption::AtWork)
}

/// To the body, and with it to a chute.
fn dispose(world: &World, at: Pos) -> Result<Action, Interruption> {
    let here = world.player_pos();
    if world.is_carrying() {
        let is_chute = |&pos: &Pos| world.floor.fixture(pos) == Some(Fixture::Chute);
        if let Some(chute) = std::iter::once(here).chain(here.neighbours()).find(is_chute) {
            return Ok(Action::PutDown(chute));
        }
        return jobs::to_chute(world);
    }
    if world.known_job_at(at) != Some(JobKind::Body) {
        return Err(Interruption::Done);
    }
    if here.steps_to(at) <= 1 && world.body_at(at).is_some() {
        let is_free = !world.is_two_handed();
        return if is_free { Ok(Action::Lift(at)) } else { Err(Interruption::AtWork) };
    }
    walk::walk(
        world,
        places_to_work(world, at, JobKind::Body).collect::<Vec<_>>(),
        Interruption::AtWork,
    )
}

/// To a stain, and from there from stain to stain as long as none is far off, with rinses between.
fn mop_from(world: &World, at: Pos) -> Result<Action, Interruption> {
    let here = world.player_pos();
    let is_in_reach =
        |pos: Pos| world.known_job_at(pos) == Some(JobKind::Stain) && here.steps_to(pos) <= 1;
    if world.is_mop_foul() || world.known_job_at(at) != Some(JobKind::Stain) || is_in_reach(at) {
        return match mop::next(world) {
            Err(Interruption::Done) if world.is_mop_foul() => jobs::to_water(world),
            result => result,
        };
    }
    let places = places_to_work(world, at, JobKind::Stain).collect::<Vec<_>>();
    walk::walk(world, places, Interruption::AtWork)
}
