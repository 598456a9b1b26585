//! One job from the first step to the last turn of work, and about how long it takes; and mopping:
//! one stain after the other, with a rinse when the mop is foul, as long as the next goal is near.

use crate::sim::action::Action;
use crate::sim::floor::known::{TrapCut, places_to_work};
use crate::sim::prelude::*;
use crate::sim::travel::jobs::JobChoice;
use crate::sim::travel::{explore, jobs, walk};
use crate::sim::work::check_work::work_at;

/// A body that gets up within so many turns goes before everything else.
const RISES_SOON_TURNS: u32 = 120;

/// The job that is next, or the body in the player's arms. `None` where no safe way leads to any
/// that can be done now, also as long as there is something left to explore and only traps are left
/// that would cut it off.
pub(crate) fn choose_job(world: &World) -> Option<JobChoice> {
    if world.is_carrying() {
        let (at, job, reason) = (world.player_pos(), JobKind::Body, JobReason::Carrying);
        return Some(JobChoice { at, job, steps: 0, reason });
    }
    let first = Survey::of(world, true).choice(world);
    if first.is_some() || can_seek(world) { first } else { Survey::of(world, false).choice(world) }
}

/// What the player sets out to do: the next job; where there is none, the search for one. If jobs
/// are known and there is nothing to explore, a walk to the nearest, which ends by saying what is
/// in the way.
pub(crate) fn job_activity(world: &World) -> Activity {
    if let Some(choice) = choose_job(world) {
        return choice.activity();
    }
    let knows_any = world.known_jobs().into_iter().any(|(_, job)| world.is_job_left(job));
    if knows_any && !can_seek(world) { Activity::NextJob } else { Activity::SeekJob }
}

/// Whether there is anything to look at, or a door to unlock.
fn can_seek(world: &World) -> bool {
    matches!(explore::seek_job(world), Ok(_) | Err(Interruption::Barred(Gate::LockedDoor)))
}

/// A job that can be done: whether it can wait, steps, whether it is no body, place, job.
type Candidate = (bool, u16, bool, Pos, JobKind);

/// The known jobs that are left and that a safe way leads to, bodies only with one to a place that
/// takes them besides.
#[derive(Default)]
struct Survey {
    /// Those that can be done.
    candidates: Vec<Candidate>,
    /// The nearest that the player lacks something for.
    lacking: Option<(u16, JobKind)>,
    /// One that no safe way leads to.
    cut_off: Option<JobKind>,
    /// The steps to the nearest trap that would cut something off.
    postponed: Option<u16>,
}

impl Survey {
    /// A trap waits as long as other known jobs lie behind it, and if `spares_unseen`, also any
    /// part of the floor that is not seen yet.
    fn of(world: &World, spares_unseen: bool) -> Survey {
        let mut survey = Survey::default();
        let is_mop_foul = world.is_mop_foul();
        let mut known = world.known_jobs();
        let left = JobKind::ALL.map(|job| world.is_job_left(job));
        known.retain(|&(_, job)| left[job as usize]);
        let safe = world.known_safe_ground();
        let field = &mut world.scratch.borrow_mut().way;
        field.spread(&safe, [world.player_pos()], Moves::Eight, DistanceField::MAX_DISTANCE);
        let takes_bodies = jobs::reaches_taker(world, field);
        let water = is_mop_foul.then(|| nearest_water(world, field)).flatten();
        for &(at, job) in &known {
            if world.is_known_danger(at) || jobs::is_taken(world, at, job) {
                continue;
            }
            let places = places_to_work(world, at, job);
            let Some(steps) = places.filter_map(|place| field.reached(place)).min() else {
                survey.cut_off = survey.cut_off.or(Some(job));
                continue;
            };
            let wants_water = job == JobKind::Stain && is_mop_foul;
            let steps = match water.filter(|_| job == JobKind::Stain) {
                // First to the water, and from there.
                Some((to_water, at_water)) => to_water + at_water.steps_to(at) as u16,
                None => steps,
            };
            if !can_be_done(world, job, takes_bodies) || wants_water && water.is_none() {
                if survey.lacking.is_none_or(|(least, _)| steps < least) {
                    survey.lacking = Some((steps, job));
                }
            } else if job == JobKind::Trap && cuts_off(world, &known, at, field, spares_unseen) {
                survey.postponed = Some(survey.postponed.map_or(steps, |least| least.min(steps)));
            } else {
                let is_calm = !gets_up_soon(world, at, job, steps);
                survey.candidates.push((is_calm, steps, job != JobKind::Body, at, job));
            }
        }
        survey
    }

    /// The known job with the shortest safe way among those that can be done now. A body that stirs
    /// goes before all. Of jobs equally near, a body goes first and then the order of reading
    /// decides. Stains that take long wait for everything else.
    fn choice(&self, world: &World) -> Option<JobChoice> {
        let mut best = *self.candidates.iter().min()?;
        let mut is_before_stains = false;
        let others = self.candidates.iter().filter(|(.., job)| *job != JobKind::Stain);
        if best.4 == JobKind::Stain
            && let Some(&other) = others.min()
        {
            let (_, steps, _, at, job) = best;
            let stains = JobChoice { at, job, steps, reason: JobReason::Nearest };
            is_before_stains = turns_for(world, stains) >= LONG_JOB_TURNS;
            best = if is_before_stains { other } else { best };
        }
        let (is_calm, steps, _, at, job) = best;
        let reason = match (self.lacking, self.postponed) {
            _ if !is_calm => JobReason::Rising,
            _ if is_before_stains => JobReason::BeforeStains,
            _ if job == JobKind::Stain && world.is_mop_foul() => JobReason::FoulMop,
            (Some((least, lacking)), _) if least < steps => JobReason::Lacking(lacking),
            (_, Some(least)) if least < steps => JobReason::TrapPostponed,
            _ if self.candidates.len() == 1 => JobReason::Only,
            _ => JobReason::Nearest,
        };
        Some(JobChoice { at, job, steps, reason })
    }
}

impl World {
    pub(crate) fn next_job_turns(&self) -> Option<(JobChoice, Turns)> {
        let choice = choose_job(self)?;
        Some((choice, turns_for(self, choice)))
    }

    /// Why nothing that is known can be done now, before there is more to know; `None` where
    /// nothing is known.
    pub(crate) fn why_no_job(&self) -> Option<JobReason> {
        let survey = Survey::of(self, true);
        let postponed = survey.postponed.map(|_| JobReason::TrapPostponed);
        let lacking = survey.lacking.map(|(_, job)| JobReason::Lacking(job));
        postponed.or(lacking).or(survey.cut_off.map(JobReason::NoWay))
    }
}

/// The nearest water that the player knows of and that a way leads to, and the steps to it.
fn nearest_water(world: &World, field: &DistanceField) -> Option<(u16, Pos)> {
    let places = walk::places_by(world, Fixture::has_water).into_iter();
    places.filter_map(|pos| Some((field.reached(pos)?, pos))).min()
}

/// Whether it is a body that gets up soon, but not before the player is there.
fn gets_up_soon(world: &World, at: Pos, job: JobKind, steps: u16) -> bool {
    let rises = world.known_turns_to_rising(at).filter(|_| job == JobKind::Body);
    rises.is_some_and(|Turns(left)| (u32::from(steps)..RISES_SOON_TURNS).contains(&left))
}

/// Whether the player has what a job takes. A foul mop is rinsed on the way; a body wants free
/// hands and a way to a place that takes it.
fn can_be_done(world: &World, job: JobKind, takes_bodies: bool) -> bool {
    match job {
        JobKind::Stain => true,
        JobKind::Body => !world.is_two_handed() && takes_bodies,
        _ => world.is_doable(job),
    }
}

/// Whether a trap, armed from any of the cells that the player can reach, cuts off other known jobs
/// or the exit, or what is not seen yet if that is to be spared.
fn cuts_off(
    world: &World,
    known: &[(Pos, JobKind)],
    at: Pos,
    field: &DistanceField,
    spares_unseen: bool,
) -> bool {
    let Some(cut) = TrapCut::of(world, known, at) else { return false };
    !places_to_work(world, at, JobKind::Trap).any(|place| {
        field.reached(place).is_some()
            && cut.spares(place)
            && !(spares_unseen && cut.cuts_off_unseen(place))
    })
}

/// The action of the next turn of a job that is done in one go, or why it ends.
pub(crate) fn next(world: &World, at: Pos, job: JobKind) -> Result<Action, Interruption> {
    match job {
        JobKind::Body => jobs::dispose(world, at),
        JobKind::Stain => mop_from(world, at),
        _ => work(world, at, job),
    }
}

/// A step towards a job, or a turn of it.
pub(super) fn work(world: &World, at: Pos, job: JobKind) -> Result<Action, Interruption> {
    fail_if(world.known_job_at(at) != Some(job), Interruption::Done)?;
    if let Some(supply) = World::supply_for(job).filter(|_| !world.is_doable(job)) {
        return Err(Interruption::NoSupply(supply));
    }
    fail_if(jobs::is_taken(world, at, job), Interruption::Occupied)?;
    let known = world.known_jobs();
    let mut places = jobs::places(world, &known, &[(at, job)]);
    if job == JobKind::Trap
        && let Some(cut) = TrapCut::of(world, &known, at)
    {
        // From the side of what is not seen yet, if a way leads there.
        let mut better = places.clone();
        better.retain(|&place| !cut.cuts_off_unseen(place));
        let way = walk::walk(world, better.clone(), Interruption::AtWork);
        if way != Err(Interruption::NoWay) {
            places = better;
        }
    }
    if places.contains(&world.player_pos()) {
        return work_at(world, at).map(|()| Action::Work(at)).map_err(|_| Interruption::AtWork);
    }
    walk::walk(world, places, Interruption::AtWork)
}

/// A stain that is all there is to mop: the way to it, with one to the water before if the mop is
/// foul.
pub(super) fn mop_patch(world: &World, at: Pos) -> Result<Action, Interruption> {
    if !world.is_mop_foul() {
        return work(world, at, JobKind::Stain);
    }
    match jobs::to_water(world) {
        Err(Interruption::AtWork) => Ok(Action::Rinse),
        way => way,
    }
}

/// To a stain, mopping those on the way, and from there from stain to stain as long as one is near,
/// with rinses between; after a rinse far off, back to what is left around the first stain.
fn mop_from(world: &World, at: Pos) -> Result<Action, Interruption> {
    let here = world.player_pos();
    let is_any_in_reach = || stains(world).iter().any(|pos| pos.steps_to(here) <= 1);
    fail_if(!world.is_job_left(JobKind::Stain), Interruption::Done)?;
    let is_stirring = |&(at, job): &(Pos, JobKind)| gets_up_soon(world, at, job, 0);
    if world.known_jobs().iter().any(is_stirring)
        && choose_job(world).is_some_and(|next| next.reason == JobReason::Rising)
    {
        return Err(Interruption::Stirring);
    }
    if !world.is_mop_foul() && world.known_job_at(at) == Some(JobKind::Stain) && !is_any_in_reach()
    {
        return walk::walk(world, stains(world), Interruption::AtWork);
    }
    match next_wipe(world) {
        Err(Interruption::Done) if world.is_mop_foul() && !stains(world).is_empty() => {
            // Far from the water another job may come first now.
            let is_next = choose_job(world).is_some_and(|next| next.job == JobKind::Stain);
            if is_next { jobs::to_water(world) } else { Err(Interruption::Done) }
        }
        Err(Interruption::Done) => walk::walk(world, stains_near(world, at), Interruption::Done)
            .map_err(|_| Interruption::Done),
        result => result,
    }
}

/// A job that takes so many turns is long: stains then wait for other jobs, and the player is asked
/// before it is begun.
pub const LONG_JOB_TURNS: Turns = Turns(120);

/// Stains at most so far from the first are one job with it, wherever the water is.
const CLUSTER_STEPS: i32 = 12;

/// Steps from one patch of a cluster to the next, taken together with the wipe.
const TURNS_PER_PATCH: u32 = 5;

/// About how many turns a job takes: to its place, the work, and for a body also the way to where
/// it is disposed of, for stains the ways to the water. Stains are mopped until the order has
/// enough of them.
pub(crate) fn turns_for(world: &World, choice: JobChoice) -> Turns {
    let steps = u32::from(choice.steps);
    Turns(match choice.job {
        JobKind::Body => {
            let body = world.belongings().carrying.or_else(|| world.body_at(choice.at));
            let carried = steps_to(world, choice.at, jobs::places_to_dispose(world, body));
            steps + carried * 100 / u32::from(world.catalog.rules.carrying_speed).max(1)
        }
        JobKind::Stain => {
            let mut stains = stains_near(world, choice.at);
            let mut patches = 0;
            while let Some(&at) = stains.last() {
                let patch = world.blood_patch(at);
                stains.retain(|pos| *pos != at && !patch.contains(pos));
                patches += 1;
            }
            let patches = patches.min(u32::from(world.cells_left_to_mop()));
            let wiped = patches + u32::from(world.belongings().mop_fouled);
            let rinses = wiped.saturating_sub(1) / u32::from(world.mop_cells()).max(1);
            let to_water = steps_to(world, choice.at, walk::places_by(world, Fixture::has_water));
            steps + patches * TURNS_PER_PATCH + rinses * 2 * to_water
        }
        job => steps + u32::from(world.work_turns(job)),
    })
}

/// Steps from a cell to the nearest of some places; 0 where no safe way leads to any.
fn steps_to(world: &World, from: Pos, places: Vec<Pos>) -> u32 {
    let mut field = DistanceField::new();
    field.spread(&world.known_safe_ground(), places, Moves::Eight, DistanceField::MAX_DISTANCE);
    let places = places_to_work(world, from, JobKind::Stain);
    places.filter_map(|place| field.reached(place)).min().map_or(0, u32::from)
}

/// A walk to a stain or to water of more steps than this ends the activity.
const FAR_STEPS: u16 = 24;

/// A wipe, a rinse, or a step towards the next of either.
pub(crate) fn next_wipe(world: &World) -> Result<Action, Interruption> {
    let here = world.player_pos();
    let stains = stains(world);
    fail_if(stains.is_empty() || world.is_carrying(), Interruption::Done)?;
    if world.is_mop_foul() {
        return rinse(world);
    }
    let in_reach = stains.iter().filter(|pos| pos.steps_to(here) <= 1);
    match in_reach.min_by_key(|&&pos| (pos != here, pos)) {
        Some(&at) if world.job_at(at) == Some(JobKind::Stain) => Ok(Action::Work(at)),
        _ => go(world, &stains),
    }
}

/// The known stains that can be mopped: on no danger, and nobody in sight on them.
pub(crate) fn stains(world: &World) -> Vec<Pos> {
    let here = world.player_pos();
    let is_mopped = |&(pos, job): &(Pos, JobKind)| {
        let is_free = pos == here || !world.is_occupied(pos) || !world.sight.visible.contains(pos);
        job == JobKind::Stain && is_free && !world.is_known_danger(pos)
    };
    world.known_jobs().into_iter().filter(is_mopped).map(|(pos, _)| pos).collect()
}

/// Those of the cluster of a stain.
fn stains_near(world: &World, at: Pos) -> Vec<Pos> {
    stains(world).into_iter().filter(|pos| pos.steps_to(at) <= CLUSTER_STEPS).collect()
}

fn rinse(world: &World) -> Result<Action, Interruption> {
    let has_water = |pos| world.floor.known(pos).fixture.is_some_and(Fixture::has_water);
    if world.player_pos().with_neighbours().any(has_water) {
        return Ok(Action::Rinse);
    }
    go(world, &walk::places_by(world, Fixture::has_water))
}

/// A step to the nearest of some cells, if it is near.
fn go(world: &World, places: &[Pos]) -> Result<Action, Interruption> {
    let places = places.iter().copied();
    match walk::measured_walk(world, places, Interruption::Done) {
        Ok((step, steps)) if steps <= FAR_STEPS => Ok(step),
        _ => Err(Interruption::Done),
    }
}
