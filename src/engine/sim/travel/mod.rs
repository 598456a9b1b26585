//! Activities of several turns: walks, rests, jobs. They are saved with the state; each turn of an
//! activity is a command of its own, so that any key and any event can end it.

use crate::sim::action::Action;
use crate::sim::prelude::*;
pub(crate) use crate::sim::travel::deadly::{deadly_harm, refuse_if_deadly};
pub use crate::sim::travel::do_job::LONG_JOB_TURNS;
pub(super) use crate::sim::travel::do_job::turns_for;
pub(crate) use crate::sim::travel::do_job::{
    activity as job_activity, choose as choose_job, why_none as why_no_job,
};
pub(crate) use crate::sim::travel::explore::door_to_unlock;
pub(crate) use crate::sim::travel::jobs::JobChoice;
use crate::sim::units::NEAR_DAWN;
use crate::sim::work::check_prepare;

mod deadly;
mod do_job;
mod explore;
mod gates;
mod jobs;
mod mop;
mod notice;
mod obstacle_search;
mod walk;

/// An enemy that was last in sight at most so many turns ago does not interrupt when it comes into
/// sight again.
const FAMILIAR_TURNS: u32 = 100;

/// An activity stops where the player's health falls below one part in this many of the most.
const WEAK_FRACTION: i32 = 3;

/// What takes more than a turn stops each time when no more than so many turns are left to spare
/// for the way out.
const SPARE_TURNS: [Turns; 2] = [Turns(15), Turns(1)];

/// A hunter at no more than so many percent of the player's pace is left behind when it is farther
/// off than so many steps.
const SLOW_PERCENT: i32 = 70;
const LEFT_BEHIND_STEPS: i32 = 6;

/// An enemy that comes into sight at most so many steps away always interrupts.
const NEAR_STEPS: i32 = 2;

/// The action of the next turn of an activity, or the reason why it ends.
pub(crate) fn next(world: &World, activity: Activity) -> Result<Action, Interruption> {
    match activity {
        Activity::Work { at } => crate::sim::work::check_work::work_at(world, at)
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
        Activity::Mop => mop::next(world),
        Activity::DoJob { at, job } => do_job::next(world, at, job),
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
    match walk::walk(world, [goal], Interruption::Arrived) {
        Err(Interruption::NoWay) => match gates::approach(world, goal) {
            Err(Interruption::NoWay) => Err(walk::what_is_in_the_way(world, &[goal])),
            result => result,
        },
        result => result,
    }
}

/// A step towards the exit, or towards a gate before it that the player can open.
fn leave(world: &World) -> Result<Action, Interruption> {
    let exit = world.floor.exit;
    if !world.floor.known(exit).plan {
        return Err(Interruption::NoWay);
    }
    match walk::walk(world, [exit], Interruption::Arrived) {
        Err(Interruption::NoWay) => {
            let mut goals = Bits::new(world.floor.width(), world.floor.height());
            goals.insert(exit);
            match gates::seek(world, &goals, Interruption::NoWay) {
                // A ledge needs nothing to open it.
                Err(Interruption::Gated(Gate::Drop)) => gates::approach(world, exit),
                Err(Interruption::NoWay) => Err(walk::what_is_in_the_way(world, &[exit])),
                result => result,
            }
        }
        result => result,
    }
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

/// The kind of an enemy in sight that hunts the player, if there is one: no activity can be begun
/// then. Whoever stays away and only calls others is none, or nothing could be done with one about;
/// nor is a stray that is beaten and on its way home.
pub(crate) fn menace(world: &World) -> Option<ActorKindId> {
    world.shift().threats.iter().filter_map(|&id| world.actor_ref(id)).find_map(|actor| {
        let hunts = matches!(
            world.ai_state(actor.entity),
            AiState::Hunting { quarry: ActorId::PLAYER, .. }
        );
        let is_harmless = world.kind(actor).only_calls() || world.is_beaten_stray(actor);
        (hunts && !is_harmless && !is_left_behind(world, actor)).then_some(actor.kind)
    })
}

/// Whether a hunter that does not shoot is so slow and so far off that it is no reason to drop
/// everything.
fn is_left_behind(world: &World, hunter: &ActorRef) -> bool {
    let paces = world.pace_of(hunter.id).zip(world.pace_of(ActorId::PLAYER));
    let is_slow = paces.is_some_and(|(its, own)| its * 100 <= own * SLOW_PERCENT);
    let is_far = hunter.pos.steps_to(world.player_pos()) > LEFT_BEHIND_STEPS;
    is_slow && is_far && world.kind(hunter).shot.is_none()
}

/// What the player knew before a command, to find out what is new after it.
pub(crate) struct Before {
    health: i32,
    statuses: Statuses,
    menace: Option<ActorKindId>,
    spare: Option<Turns>,
}

impl Before {
    pub(crate) fn of(world: &World) -> Before {
        Before {
            health: world.vitals(world.player()).health,
            statuses: world.statuses(world.player()),
            menace: menace(world),
            spare: spare_turns(world),
        }
    }
}

/// The floors below are taken to need no more turns than this.
const MAX_TURNS_BELOW: Turns = Turns(400);

/// The turns that are to spare before the player must set out to be at the exit before dawn, on a
/// site of several floors at that of the last; `None` as long as dawn is far, where no way is
/// known, and where nothing is done that takes more than a turn or the player is on the way out.
fn spare_turns(world: &World) -> Option<Turns> {
    let is_at_work = match world.shift().activity {
        None | Some(Activity::Leave | Activity::Watch) => false,
        Some(_) => world.raid().is_none() && world.town_visit().is_none(),
    };
    let left = world.dawn().saturating_sub(world.clock());
    // The floors below are searched when dawn may be near, and not on every turn of the night.
    if !is_at_work || left == Turns(0) || left.saturating_sub(NEAR_DAWN) > MAX_TURNS_BELOW {
        return None;
    }
    let below = world.turns_below();
    if left.saturating_sub(below) > NEAR_DAWN {
        return None;
    }
    Some(left.saturating_sub(Turns(world.turns_to_exit()?.0 + below.0)))
}

/// Notes which enemies are in sight, and ends the activity if anything has happened that interrupts
/// it.
///
/// Events for enemies that came into sight are inserted before those of the other actors, at the
/// index `told`.
pub(crate) fn interrupt(world: &mut World, before: &Before, told: usize) {
    let mut why = note_threats(world, told);
    if let (None, None, Some(kind)) = (why, before.menace, menace(world)) {
        why = Some(Interruption::Noticed(kind));
    }
    let after = world.statuses(world.player());
    for (status, _) in after.iter() {
        if status.is_harmful() && !before.statuses.has(status) {
            why = Some(Interruption::Afflicted(status));
        }
    }
    if let Some(harm) = told_harm(world) {
        why = Some(harm);
    }
    let Vitals { health, max_health, .. } = world.vitals(world.player());
    let is_weak = |health: i32| health * WEAK_FRACTION < max_health;
    if is_weak(health) && !is_weak(before.health) {
        why = Some(Interruption::Weakened);
    }
    let spare = spare_turns(world);
    let is_passed = |&bound: &Turns| {
        before.spare.is_some_and(|own| own > bound) && spare.is_some_and(|own| own <= bound)
    };
    if SPARE_TURNS.iter().any(is_passed) {
        let left = world.dawn().saturating_sub(world.clock());
        world.emit(WorkEvent::TimeToLeave { turns: left.0 });
    }
    why = by_events(world, why);
    if let Some(why) = why
        && world.shift.activity.take().is_some()
    {
        world.emit(WorkEvent::Stopped { why });
    }
}

/// Notes whether a status takes health while something goes on by itself; the reason to stop, if
/// none has stopped for it since the player was last free of such statuses.
fn told_harm(world: &mut World) -> Option<Interruption> {
    let statuses = world.statuses(world.player());
    let hurting = world.events.iter().find_map(|event| match event {
        Event::Fight(FightEvent::Hurt { victim, by: Harm::Status(status), .. })
            if victim.is_player() =>
        {
            Some(*status)
        }
        _ => None,
    });
    let was_told = world.shift().harm_told;
    let is_new = hurting.filter(|_| !was_told && world.shift().activity.is_some());
    let ails = statuses.iter().any(|(status, _)| status.takes_health());
    world.shift.harm_told = ails && (was_told || is_new.is_some());
    is_new.map(|status| {
        if statuses.has(status) { Interruption::Afflicted(status) } else { Interruption::Hurt }
    })
}

/// Notes which enemies are in sight and when, and tells of those that came into sight: the reason
/// to stop, if any did.
fn note_threats(world: &mut World, told: usize) -> Option<Interruption> {
    let seen = threats_in_sight(world);
    let mut why = None;
    for &id in seen.iter().rev() {
        if world.shift().threats.binary_search(&id).is_err()
            && let Some(&actor) = world.actor_ref(id)
            && !is_old_news(world, &actor)
            && !is_provoked_now(world, id)
        {
            let who = world.who(&actor);
            world.events.insert(told, Event::Fight(FightEvent::ThreatSeen { who }));
            why = Some(Interruption::Threat(actor.kind));
        }
    }
    let now = world.clock();
    let is_familiar = |turn: Turns| now.saturating_sub(turn).0 <= FAMILIAR_TURNS;
    world.shift.recently_seen.retain(|&(_, turn)| is_familiar(turn));
    world.set_threats(seen);
    why
}

/// The reason to stop that the events of this command give, or else the one found before.
fn by_events(world: &World, mut why: Option<Interruption>) -> Option<Interruption> {
    let is_waiting = matches!(world.shift().activity, Some(Activity::Linger { .. }));
    for event in &world.events {
        match event {
            Event::Fight(
                FightEvent::Struck { victim, .. }
                | FightEvent::Missed { victim, .. }
                | FightEvent::Shot { victim, .. },
            ) if victim.is_player() => why = Some(Interruption::Hurt),
            // `told_harm` has seen to it.
            Event::Fight(FightEvent::Hurt { by: Harm::Status(_), .. }) => {}
            Event::Fight(FightEvent::Hurt { victim, .. }) if victim.is_player() => {
                why = Some(Interruption::Hurt);
            }
            Event::Floor(FloorEvent::DraggedOut { .. }) => why = Some(Interruption::Hurt),
            // Whoever is on the way out knows.
            Event::Work(WorkEvent::TimeToLeave { .. }) => why = why.or(Some(Interruption::Late)),
            Event::Work(WorkEvent::DawnNears { .. } | WorkEvent::ParPassed { .. })
                if world.shift().activity != Some(Activity::Leave) =>
            {
                why = why.or(Some(Interruption::Late));
            }
            Event::Raid(RaidEvent::RaidBegan { .. } | RaidEvent::PartyCameDown) => {
                why = why.or(Some(Interruption::Raided));
            }
            Event::Raid(RaidEvent::HeardAbove) => why = why.or(Some(Interruption::Heard)),
            Event::Floor(FloorEvent::FireBegan { at } | FloorEvent::GasFlashed { at })
                if world.sight.visible.contains(*at) =>
            {
                why = why.or(Some(Interruption::Fire));
            }
            Event::Work(WorkEvent::LeadEnded { .. }) => {
                why = why.or(Some(Interruption::Unfollowed));
            }
            Event::Work(WorkEvent::HauntCame { .. }) => why = why.or(Some(Interruption::Heard)),
            Event::Work(WorkEvent::BodyRose { .. }) => why = why.or(Some(Interruption::Risen)),
            event if is_waiting && notice::is_noticed(world, event) => {
                why = why.or(Some(Interruption::Heard));
            }
            _ => {}
        }
    }
    why
}

/// Whether the player has struck an actor with this command: that it is an enemy now is no news.
fn is_provoked_now(world: &World, id: ActorId) -> bool {
    world.events.iter().any(|event| match event {
        Event::Fight(FightEvent::Struck { by, victim, .. } | FightEvent::Missed { by, victim }) => {
            by.is_player() && victim.id == id
        }
        _ => false,
    })
}

/// Whether an enemy that comes into sight does not interrupt: it was in sight not long ago, and is
/// not near or flees.
fn is_old_news(world: &World, actor: &ActorRef) -> bool {
    world.shift().recently_seen.binary_search_by_key(&actor.id, |&(id, _)| id).is_ok()
        && (actor.pos.steps_to(world.player_pos()) > NEAR_STEPS
            || matches!(world.ai_state(actor.entity), AiState::Fleeing { .. }))
}

/// The enemies that the player sees and that may do harm, by id. An actor that looks like a chest
/// is not among them.
pub(crate) fn threats_in_sight(world: &World) -> Vec<ActorId> {
    world.roster()[1..]
        .iter()
        .filter(|actor| world.sight.visible.contains(actor.pos) && !world.is_harmless(actor))
        .filter(|actor| world.guise(actor) != Some(Guise::Chest))
        .map(|actor| actor.id)
        .collect()
}
