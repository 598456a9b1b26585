//! From a command to an action, an activity of several turns, or the reason why the command is
//! refused. It only reads the world; the checks themselves stand in `check_*.rs` of each subject
//! and in `travel`.

use crate::sim::action::Action;
use crate::sim::floor::check_step;
use crate::sim::prelude::*;
use crate::sim::things::check_things;
use crate::sim::travel;
use crate::sim::travel::{JobChoice, menace};
use crate::sim::work::plan::{self, PlanChange};
use crate::sim::work::{check_prepare, check_work, cords};

/// For so many turns at most the player waits in one go for something to happen.
const MAX_LINGER_TURNS: u32 = 1000;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Dispatch {
    /// An action now, and perhaps an activity that goes on after it.
    Act(Action, Option<Activity>),
    /// The activity ends; no time passes.
    Stop(Interruption),
    Abandon,
    ClockOut,
    /// A turn of the raid, which the player watches from outside.
    Watch,
    WatchToEnd,
    /// So many turns of it, or with 0 to the next thing worth a stop.
    WatchOn(u16),
    Pull(u8),
    Plan(PlanChange),
}

pub(crate) fn dispatch(world: &World, command: &Command) -> Result<Dispatch, Reject> {
    if world.shift.end.is_some() {
        return Err(Reject::Over);
    }
    if world.is_away() {
        return match *command {
            Command::Continue => Ok(Dispatch::Watch),
            Command::Linger => Ok(Dispatch::WatchToEnd),
            Command::Watch { turns } => Ok(Dispatch::WatchOn(turns)),
            Command::Pull { cord } => cords::check_pull(world, cord).map(|()| Dispatch::Pull(cord)),
            Command::Abandon => Ok(Dispatch::Abandon),
            _ => Err(Reject::Away),
        };
    }
    let act = |action| Ok(Dispatch::Act(action, None));
    match *command {
        Command::Step(dir) => act(check_step::step(world, dir, false)?),
        Command::StepAnyway(dir) => act(check_step::step(world, dir, true)?),
        Command::Wait => act(Action::Wait),
        Command::Work(dir) => act(check_work::work(world, dir)?),
        Command::Carry(dir) => act(check_work::carry(world, dir)?),
        Command::CloseDoor(dir) => act(check_work::close_door(world, dir)?),
        Command::Rest => begin(world, Activity::Rest),
        Command::NextJob => begin(world, Activity::NextJob),
        Command::Explore => begin(world, Activity::Explore),
        Command::Travel(goal) => {
            if !world.floor.contains(goal) {
                return Err(Reject::NoWay);
            }
            begin(world, Activity::Travel { goal })
        }
        Command::TravelToExit => begin(world, Activity::Leave),
        Command::Continue => go_on(world),
        Command::Get => act(check_things::get(world)?),
        Command::Equip { slot } => act(check_things::equip(world, slot)?),
        Command::Use { slot } => act(check_things::use_up(world, slot)?),
        Command::Throw { slot, target } => act(check_things::throw(world, slot, target)?),
        Command::Drop { slot } => {
            world.belongings().stack(slot).ok_or(Reject::EmptySlot)?;
            act(Action::Drop(slot))
        }
        Command::ClockOut if world.can_clock_out_here() => Ok(Dispatch::ClockOut),
        Command::ClockOut => Err(Reject::NotAtExit),
        Command::Abandon => Ok(Dispatch::Abandon),
        Command::BarDoor(dir) => act(check_work::bar_door(world, dir)?),
        Command::Douse(dir) => act(check_work::douse(world, dir)?),
        Command::Buy { at } => act(check_things::buy(world, at)?),
        Command::Sell { slot } => act(check_things::sell(world, slot)?),
        Command::Pay => act(check_things::pay(world)?),
        Command::Linger => {
            begin(world, Activity::Linger { until: Turns(world.clock().0 + MAX_LINGER_TURNS) })
        }
        Command::Mop => begin(world, Activity::Mop),
        Command::Run(dir) => run(world, dir),
        Command::Prepare(what) => act(check_prepare::prepare(world, what)?),
        Command::Pull { .. } | Command::Watch { .. } => Err(Reject::NotAtHatch),
        Command::Journey(_) => Err(Reject::NoJourney),
        Command::Plan(command) => plan::check(world, command).map(Dispatch::Plan),
        Command::CarryOn if world.raid().is_some() => Err(Reject::TooLateToPrepare),
        Command::CarryOn if world.shift.plan.is_empty() => Err(Reject::NothingPlanned),
        Command::CarryOn => begin(world, Activity::CarryOn),
        Command::DoNextJob if let Some(lever) = world.next_planned() => {
            begin(world, Activity::DoPlanned(lever))
        }
        Command::DoNextJob if !world.is_work_left() => {
            Err(if world.has_lost_work() { Reject::OrderUp } else { Reject::OrderDone })
        }
        Command::DoNextJob => begin(world, travel::job_activity(world)),
    }
}

fn begin(world: &World, activity: Activity) -> Result<Dispatch, Reject> {
    // Whoever is hunted may want to get out all the more.
    refuse_if_pressed(world, activity == Activity::Leave)?;
    if !matches!(activity, Activity::Rest | Activity::Linger { .. }) {
        world.refuse_if_owing()?;
    }
    match travel::next(world, activity) {
        Ok(action) => Ok(Dispatch::Act(action, Some(activity))),
        // In front of a locked door with a key, the search goes on behind it.
        Err(Interruption::Barred(Gate::LockedDoor))
            if activity == Activity::SeekJob
                && let Some(dir) = travel::door_to_unlock(world) =>
        {
            Ok(Dispatch::Act(check_step::step(world, dir, false)?, None))
        }
        Err(why) => Err(travel::refusal(world, activity, why)),
    }
}

/// Nothing of several turns is begun by a player who would die of it, or is hunted.
fn refuse_if_pressed(world: &World, may_be_hunted: bool) -> Result<(), Reject> {
    travel::refuse_if_deadly(world)?;
    match menace(world).filter(|_| !may_be_hunted) {
        Some(who) => Err(Reject::Threatened { who }),
        None => Ok(()),
    }
}

/// The first step of a run, which goes where a step goes; one that comes to anything else is only
/// that.
fn run(world: &World, dir: Dir) -> Result<Dispatch, Reject> {
    refuse_if_pressed(world, false)?;
    world.refuse_if_owing()?;
    let action = check_step::step(world, dir, false)?;
    let is_walk = matches!(action, Action::Step(_))
        && !world.is_closed_door(world.player_pos() + dir)
        && !world.has_status(world.player(), Status::Snared);
    Ok(Dispatch::Act(action, is_walk.then_some(Activity::Run { dir })))
}

fn go_on(world: &World) -> Result<Dispatch, Reject> {
    let begun = world.shift.activity.ok_or(Reject::NothingBegun)?;
    if let Some(by) = travel::deadly_harm(world) {
        return Ok(Dispatch::Stop(Interruption::Deadly(by)));
    }
    let found = (begun == Activity::SeekJob).then(|| travel::choose_job(world)).flatten();
    let activity = found.map_or(begun, JobChoice::activity);
    Ok(match travel::next(world, activity) {
        // A run goes on in the direction of its last step.
        Ok(action @ Action::Step(dir)) if matches!(activity, Activity::Run { .. }) => {
            Dispatch::Act(action, Some(Activity::Run { dir }))
        }
        Ok(action) => Dispatch::Act(action, Some(activity)),
        Err(why) => Dispatch::Stop(why),
    })
}
