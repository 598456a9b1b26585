//! The plan of the night: what the player means to do, in order. What is put on it must be known to
//! the player and have a place there; what is done leaves it. `travel` does it.

use crate::sim::prelude::*;
use crate::sim::reject::KitPlace;
use crate::sim::state::shift::MAX_PLAN;
use crate::sim::work::check_prepare::leaves_its_post;
use crate::sim::work::cords::CordEnd;

/// A change of the plan that can be made.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PlanChange {
    Add(Lever),
    Drop(usize),
    Move { from: usize, to: usize },
}

/// What a command changes, or why it cannot.
pub(crate) fn check(world: &World, command: PlanCommand) -> Result<PlanChange, Reject> {
    fail_if(world.raid().is_some(), Reject::TooLateToPrepare)?;
    let plan = &world.shift.plan;
    let place = |number: u8| {
        let place = usize::from(number);
        if place < plan.len() { Ok(place) } else { Err(Reject::NotPlanned) }
    };
    let lever = match command {
        PlanCommand::Kit { trap, at } => Lever::Kit { at, trap },
        PlanCommand::Cord { at } => Lever::Cord { at },
        PlanCommand::Job { at } => {
            Lever::Job { at, job: world.known_job_at(at).ok_or(Reject::NoJobThere)? }
        }
        PlanCommand::Post { who, at } => Lever::Post { who, at },
        PlanCommand::Drop { place: number } => return place(number).map(PlanChange::Drop),
        PlanCommand::Move { from, to } => {
            let (from, to) = (place(from)?, place(to)?);
            fail_if(from == to, Reject::PlannedAlready { number: to + 1 })?;
            return Ok(PlanChange::Move { from, to });
        }
    };
    if let Some(place) = plan.iter().position(|&own| clashes(own, lever)) {
        return Err(Reject::PlannedAlready { number: place + 1 });
    }
    fail_if(plan.len() >= MAX_PLAN, Reject::PlanFull { most: MAX_PLAN })?;
    match lever {
        Lever::Kit { at, trap } => check_kit(world, at, trap)?,
        Lever::Cord { at } => check_cord(world, at)?,
        Lever::Job { .. } => {}
        Lever::Post { who, at } => check_post(world, who, at)?,
    }
    Ok(PlanChange::Add(lever))
}

/// Whether two things are the same, or take the same place.
fn clashes(one: Lever, other: Lever) -> bool {
    use Lever::{Kit, Post};
    match (one, other) {
        (Post { who, .. }, Post { who: own, .. }) if who == own => true,
        (Kit { at, .. } | Post { at, .. }, Kit { at: own, .. } | Post { at: own, .. }) => at == own,
        _ => one == other,
    }
}

fn check_kit(world: &World, at: Pos, trap: TrapKindId) -> Result<(), Reject> {
    let is_held = world.belongings().kits.contains(&trap);
    fail_if(!is_held && !world.trap_kinds().contains(&trap), Reject::UnknownTrap)?;
    fail_if(!world.floor.known(at).seen, Reject::Unseen)?;
    world.known_kit_place(at).map_err(Reject::NoPlaceForKit)?;
    let least = world.catalog.rules.prepare.kit_cells_apart;
    let planned = world.shift.plan.iter().filter_map(|&own| match own {
        Lever::Kit { at: other, trap } => Some((at.steps_to(other), trap)),
        _ => None,
    });
    match planned.min() {
        Some((cells, trap)) if cells < least => {
            Err(Reject::NoPlaceForKit(KitPlace::NearOwnTrap { trap, cells, least }))
        }
        _ => Ok(()),
    }
}

/// A cord goes to what is there, or to what is planned there.
fn check_cord(world: &World, at: Pos) -> Result<(), Reject> {
    fail_if(!world.floor.known(at).seen, Reject::Unseen)?;
    if let Some(place) = world.shift.prepared.cord_at(at) {
        return Err(Reject::CordedAlready { cord: place + 1 });
    }
    let plan = &world.shift.plan;
    let is_planned_there = plan.iter().any(|&own| match own {
        Lever::Kit { at: own, .. } | Lever::Post { at: own, .. } => own == at,
        Lever::Job { at: own, job } => own == at && matches!(job, JobKind::Trap | JobKind::Door),
        Lever::Cord { .. } => false,
    });
    match world.known_cord_end(at) {
        Some(CordEnd::Resident(id)) => match world.alive(id) {
            Some(own) if leaves_its_post(world, &own) => {}
            Some(own) => return Err(Reject::WillNotFollow { who: own.kind }),
            None => return Err(Reject::NothingToCord),
        },
        Some(_) => {}
        None => fail_if(!is_planned_there, Reject::NothingToCord)?,
    }
    let planned = plan.iter().filter(|own| matches!(own, Lever::Cord { .. })).count();
    let cords = world.cords_with_perks();
    fail_if(planned >= world.cords_left(), Reject::NoCordLeft { cords })
}

fn check_post(world: &World, who: ActorId, at: Pos) -> Result<(), Reject> {
    let residents = world.residents_to_lead();
    let is_there = residents.iter().any(|&(id, _)| id == who);
    let other = world.alive(who).filter(|_| is_there).ok_or(Reject::NobodyToLead)?;
    let (rules, floor) = (&world.catalog.rules.prepare, &world.floor);
    let posted = &world.shift.prepared.posted;
    let planned = world.shift.plan.iter().filter(|own| matches!(own, Lever::Post { .. })).count();
    let is_new = posted.iter().all(|own| own.id != who);
    let most = rules.leads;
    fail_if(is_new && posted.len() + planned >= most, Reject::LedEnough { most })?;
    let known = floor.known(at);
    fail_if(!known.seen, Reject::Unseen)?;
    let cells = rules.post_cells;
    let home = world.first_post(&other);
    fail_if(home.is_some_and(|home| home.steps_to(at) < cells), Reject::PostTooNear { cells })?;
    let is_free = known.fixture.is_none()
        && floor.is_passable(at)
        && !floor.gates.contains(at)
        && [floor.start, floor.exit].into_iter().all(|end| at.steps_to(end) > 1);
    fail_if(!is_free, Reject::NoPlaceForPost)
}

/// Makes a change that was checked.
pub(crate) fn change(world: &mut World, change: PlanChange) {
    let plan = &mut world.shift.plan;
    match change {
        PlanChange::Add(lever) => plan.push(lever),
        PlanChange::Drop(place) => _ = plan.remove(place),
        PlanChange::Move { from, to } => {
            let lever = plan.remove(from);
            plan.insert(to, lever);
        }
    }
}

/// Takes off the plan what is done by now, or can never be done any more. What was done of it ends
/// with that.
pub(crate) fn settle(world: &mut World) {
    if world.shift.plan.is_empty() || world.raid().is_some() || world.is_away() {
        return;
    }
    let mut plan = std::mem::take(&mut world.shift.plan);
    let mut done = 0;
    plan.retain(|&lever| {
        let fate = fate(world, lever);
        done += u16::from(fate == Some(true));
        fate.is_none()
    });
    world.shift.tally.planned += done;
    let is_over = match world.shift.activity {
        Some(Activity::DoPlanned(lever)) => !plan.contains(&lever),
        Some(Activity::CarryOn) => plan.is_empty(),
        _ => false,
    };
    world.shift.plan = plan;
    if is_over {
        world.shift.activity = None;
        world.emit(WorkEvent::Stopped { why: Interruption::Done });
    }
}

/// Whether something of the plan is done, or never can be; `None` as long as it is to be done.
fn fate(world: &World, lever: Lever) -> Option<bool> {
    match lever {
        Lever::Kit { at, .. } => world.shift.is_placed_trap(at).then_some(true),
        Lever::Cord { at } => world.shift.prepared.cord_at(at).map(|_| true),
        Lever::Job { at, job } if world.known_job_at(at) == Some(job) => None,
        // It may be the one in the player's arms.
        Lever::Job { job: JobKind::Body, .. } if world.is_carrying() => None,
        Lever::Job { at, job } => Some(world.events.iter().any(|event| match *event {
            Event::Work(WorkEvent::JobDone { job: own, at: place }) => {
                own == job && (place == at || job == JobKind::Body)
            }
            _ => false,
        })),
        Lever::Post { who, at } => {
            let Some(resident) = world.alive(who) else { return Some(false) };
            let post = world.duty(resident.entity).post()?;
            let is_posted = world.shift.prepared.first_home(who).is_some();
            (is_posted && post == at).then_some(true)
        }
    }
}

impl World {
    /// Whether the player is at what was planned, and goes on with it by themselves.
    pub(crate) fn does_planned(&self) -> bool {
        self.shift.activity.is_some_and(Activity::is_planned)
    }

    /// What an activity does of the plan; `None` once that is off it.
    pub(crate) fn planned_by(&self, activity: Activity) -> Option<Lever> {
        match activity {
            Activity::DoPlanned(lever) => self.shift.plan.contains(&lever).then_some(lever),
            Activity::CarryOn => self.next_planned(),
            _ => None,
        }
    }

    /// Whether the player is about to show a resident its post.
    pub(crate) fn shows_post_to(&self, id: ActorId) -> bool {
        let planned = self.shift.activity.and_then(|activity| self.planned_by(activity));
        matches!(planned, Some(Lever::Post { who, .. }) if who == id)
    }

    /// What is to be done first by the plan, as long as there is time for it.
    pub(crate) fn next_planned(&self) -> Option<Lever> {
        self.shift.plan.first().copied().filter(|_| self.raid().is_none())
    }

    /// What would hang on a cord to a cell, as far as the player knows.
    pub(crate) fn known_cord_end(&self, at: Pos) -> Option<CordEnd> {
        self.cord_end_of(self.floor.known(at).fixture?, at)
    }
}
