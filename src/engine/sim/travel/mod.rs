//! Activities of several turns: walks, rests, jobs. They are saved with the state; each turn of an
//! activity is a command of its own, so that any key and any event can end it.

mod deadly;
mod do_job;
mod do_plan;
mod explore;
mod interrupt;
mod jobs;
mod plan_cost;
mod walk;

use crate::sim::action::Action;
use crate::sim::prelude::*;
pub(crate) use crate::sim::travel::deadly::{deadly_harm, refuse_if_deadly};
pub use crate::sim::travel::do_job::LONG_JOB_TURNS;
pub(crate) use crate::sim::travel::do_job::{choose_job, job_activity, turns_for};
pub(crate) use crate::sim::travel::explore::door_to_unlock;
pub(crate) use crate::sim::travel::interrupt::{Before, interrupt, menace, threats_in_sight};
pub(crate) use crate::sim::travel::jobs::JobChoice;
pub use crate::sim::travel::plan_cost::PlanCost;
use crate::sim::work::{check_prepare, check_work};

/// The action of the next turn of an activity, or the reason why it ends.
pub(crate) fn next(world: &World, activity: Activity) -> Result<Action, Interruption> {
    match activity {
        Activity::Work { at } => check_work::work_at(world, at)
            .map(|()| Action::Work(at))
            .map_err(|_| Interruption::Impossible),
        Activity::Prepare(what) => {
            check_prepare::prepare(world, what).map_err(|_| Interruption::Impossible)
        }
        Activity::Rest => rest(world),
        Activity::Travel { goal } => travel(world, goal),
        Activity::Leave => leave(world),
        Activity::NextJob => jobs::next_job(world),
        Activity::Explore => explore::explore(world),
        Activity::SeekJob => explore::seek_job(world),
        Activity::Linger { until } if world.clock() >= until => Err(Interruption::Waited),
        Activity::Linger { .. } => Ok(Action::Wait),
        Activity::Mop => do_job::next_wipe(world),
        Activity::DoJob { at, job } => do_job::next(world, at, job),
        Activity::DoPlanned(_) | Activity::CarryOn => do_plan::next(world, activity),
        Activity::Run { dir } => explore::next(world, dir).map(Action::Step),
        // The player takes no action: `dispatch` lets the turns go by.
        Activity::Watch => Err(Interruption::Impossible),
    }
}

/// Whether the way of the work that goes on by itself leads to a job: not to a chute with a body,
/// nor to water with a foul mop, while the job may be near.
fn is_way_to_jobs(world: &World) -> bool {
    let is_begun_there = |&(_, job): &(Pos, JobKind)| match job {
        JobKind::Body => false,
        JobKind::Stain => !world.is_mop_foul(),
        _ => true,
    };
    !world.is_carrying() && world.known_jobs().iter().any(is_begun_there)
}

/// Why an activity cannot be begun, from the reason why it would end at once.
pub(crate) fn refusal(world: &World, activity: Activity, why: Interruption) -> Reject {
    if activity.is_planned()
        && let Some(why) = do_plan::refusal(world, activity)
    {
        return why;
    }
    match (activity, why) {
        (_, Interruption::AtWork) => {
            let here = world.player_pos();
            match jobs::doable_in_reach(world, &world.known_jobs()) {
                Some((at, job)) if !world.is_carrying() => {
                    Reject::WorkInReach { job, way: Dir::between(here, at) }
                }
                _ => Reject::ChuteInReach,
            }
        }
        (_, Interruption::Crowded(kind)) => Reject::Crowded { who: kind },
        (_, Interruption::Blocked { by: what, at } | Interruption::Fenced { by: what, at }) => {
            let way = world.player_pos().bearing(at);
            match activity {
                Activity::NextJob | Activity::DoJob { .. } if is_way_to_jobs(world) => {
                    Reject::JobsBehindThat { what, way }
                }
                Activity::Explore | Activity::SeekJob => Reject::RestBehindThat { what, way },
                _ => Reject::InTheWay { what, way },
            }
        }
        (_, Interruption::NoSupply(supply)) => Reject::NoSupplyLeft { supply },
        (_, Interruption::NoChute) => Reject::NoChuteKnown,
        (_, Interruption::NoWater) => Reject::NoWaterKnown,
        (_, Interruption::Occupied) => Reject::WorkOccupied,
        (Activity::NextJob | Activity::Explore | Activity::SeekJob, Interruption::Barred(gate)) => {
            Reject::Openable { gate }
        }
        (Activity::Rest, Interruption::NotHealing) => Reject::NoRestHere,
        (Activity::Rest, _) => Reject::Rested,
        (Activity::Mop, _) => Reject::NothingToWork,
        (Activity::NextJob, Interruption::Gated(gate)) => Reject::JobsBehind { gate },
        (Activity::NextJob, _) | (Activity::SeekJob, Interruption::Explored) => Reject::NoJobKnown,
        (Activity::Explore | Activity::SeekJob, Interruption::Gated(gate)) => {
            Reject::RestBehind { gate }
        }
        (Activity::Explore, _) => Reject::NothingToExplore,
        (Activity::Leave, Interruption::Gated(gate)) => Reject::ExitBehind { gate },
        (Activity::Leave, Interruption::NoWay) if !world.floor.known(world.floor.exit).plan => {
            Reject::ExitUnknown
        }
        (_, Interruption::Barred(gate)) => Reject::Barred { gate },
        (_, Interruption::Arrived) => Reject::AlreadyThere,
        _ => Reject::NoWay,
    }
}

/// A step towards a cell, or towards the gate that bars the way there.
fn travel(world: &World, goal: Pos) -> Result<Action, Interruption> {
    // To a house is to its doorstep.
    let visit = world.town_visit().filter(|_| world.house_number().is_none());
    let house = visit.and_then(|own| own.houses.iter().find(|house| house.door == goal));
    let goal = house.map_or(goal, TownHouse::doorstep);
    walk::where_no_way(walk::walk(world, [goal], Interruption::Arrived), || {
        let gated = walk::approach_gate(world, goal);
        walk::where_no_way(gated, || Err(walk::what_is_in_the_way(world, &[goal])))
    })
}

/// A step towards the exit, or towards a gate before it that the player can open.
fn leave(world: &World) -> Result<Action, Interruption> {
    let exit = world.floor.exit;
    fail_if(!world.floor.known(exit).plan, Interruption::NoWay)?;
    walk::where_no_way(walk::walk(world, [exit], Interruption::Arrived), || {
        match walk::seek_gate(world, |pos| pos == exit, Interruption::NoWay) {
            // A ledge needs nothing to open it.
            Err(Interruption::Gated(Gate::Drop)) => walk::approach_gate(world, exit),
            gated => walk::where_no_way(gated, || Err(walk::what_is_in_the_way(world, &[exit]))),
        }
    })
}

fn rest(world: &World) -> Result<Action, Interruption> {
    let player = world.player();
    let vitals = world.vitals(player);
    let ails = world.statuses(player).iter().any(|(status, _)| status.is_harmful());
    match vitals.health >= vitals.max_health {
        _ if ails => Ok(Action::Wait),
        true => Err(Interruption::Rested),
        false if world.mends_every() == 0 => Err(Interruption::NotHealing),
        false => Ok(Action::Wait),
    }
}
