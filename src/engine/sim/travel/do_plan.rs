//! What is planned, done from the first step of the way to the last turn of work.

use crate::sim::action::Action;
use crate::sim::floor::check_step;
use crate::sim::floor::known::{CutOff, places_to_work};
use crate::sim::prelude::*;
use crate::sim::travel::{do_job, jobs, walk};
use crate::sim::work::{check_prepare, check_work};

/// Why something of the plan cannot be done now, or no longer.
pub(super) enum Stuck {
    /// On the way, or as any activity ends.
    Way(Interruption),
    /// At the place.
    Rules(Reject),
}

impl From<Interruption> for Stuck {
    fn from(why: Interruption) -> Stuck {
        Stuck::Way(why)
    }
}

impl From<Reject> for Stuck {
    fn from(why: Reject) -> Stuck {
        Stuck::Rules(why)
    }
}

/// The action of the next turn of what is done by the plan.
pub(super) fn next(world: &World, activity: Activity) -> Result<Action, Interruption> {
    action(world, activity).map_err(|stuck| match stuck {
        Stuck::Way(why) => why,
        Stuck::Rules(_) => Interruption::PlanFails,
    })
}

/// The refusal of what is first on the plan, if it is none of the way.
pub(super) fn refusal(world: &World, activity: Activity) -> Option<Reject> {
    match action(world, activity) {
        Err(Stuck::Rules(why)) => Some(why),
        _ => None,
    }
}

fn action(world: &World, activity: Activity) -> Result<Action, Stuck> {
    let lever = world.planned_by(activity).ok_or(Interruption::Done)?;
    if world.is_carrying() {
        // Whatever is next, it wants free hands.
        return do_job(world, world.player_pos(), JobKind::Body);
    }
    match lever {
        Lever::Kit { at, trap } => kit(world, at, trap),
        Lever::Cord { at } => cord(world, at),
        Lever::Job { at, job } => do_job(world, at, job),
        Lever::Post { who, at } => post(world, who, at),
    }
}

fn do_job(world: &World, at: Pos, job: JobKind) -> Result<Action, Stuck> {
    let step = match job {
        JobKind::Body if !world.is_carrying() && world.is_two_handed() => {
            return Err(Reject::BothHands.into());
        }
        JobKind::Body => jobs::dispose(world, at),
        JobKind::Stain => do_job::mop_patch(world, at),
        _ => do_job::work(world, at, job),
    };
    match step {
        Err(Interruption::NoWay) => go(world, &places_to_work(world, at, job).collect::<Vec<_>>()),
        Err(Interruption::AtWork) => {
            Err(check_work::work_at(world, at).err().unwrap_or(Reject::NothingToWork).into())
        }
        step => Ok(step?),
    }
}

/// Makes a kit, where none is in the cart, and sets it.
fn kit(world: &World, at: Pos, trap: TrapKindId) -> Result<Action, Stuck> {
    let here = world.player_pos();
    if here != at {
        world.known_kit_place(at).map_err(Reject::NoPlaceForKit)?;
    }
    if !world.belongings().kits.contains(&trap) {
        return prepare(world, Preparation::MakeKit { trap });
    }
    let sides = sides_of_exit(world, at);
    match Dir::between(here, at).filter(|_| sides.contains(&here)) {
        Some(_) if !world.shut_off_by_planned_kit(at, here).is_empty() => {
            Err(Reject::KitShutsOff.into())
        }
        Some(dir) => prepare(world, Preparation::SetKit { trap, dir }),
        None => go(world, &sides),
    }
}

impl World {
    /// What the player could not reach any more after setting a kit of the plan on a cell, from
    /// where the plan would have them stand.
    pub(crate) fn shut_off_by_kit(&self, at: Pos) -> Vec<CutOff> {
        let side = sides_of_exit(self, at).into_iter().next();
        side.map_or(Vec::new(), |side| self.shut_off_by_planned_kit(at, side))
    }

    /// The same from a cell beside; nothing if it spares the player, or will hang on a cord.
    fn shut_off_by_planned_kit(&self, at: Pos, from: Pos) -> Vec<CutOff> {
        let spares = self.has_perk_effect(&PerkEffect::KitsSpare)
            || self.shift.plan.contains(&Lever::Cord { at });
        if spares { Vec::new() } else { self.shut_off_from(from, at) }
    }
}

/// The side of a cell from which the way to the exit is shortest: whoever sets a trap there does
/// not shut themselves off. All sides where that cannot be told, or no way leads there.
fn sides_of_exit(world: &World, at: Pos) -> Vec<Pos> {
    let sides: Vec<Pos> = places_to_work(world, at, JobKind::Trap).collect();
    let exit = world.floor.exit;
    if !world.floor.known(exit).plan {
        return sides;
    }
    let safe = world.known_safe_ground();
    let mut from_exit = DistanceField::new();
    from_exit.spread(&safe, [exit], Moves::Eight, DistanceField::MAX_DISTANCE);
    let reached = sides.iter().filter_map(|&pos| Some((from_exit.reached(pos)?, pos)));
    let here = world.player_pos();
    match reached.min() {
        Some((_, side)) if side == here || world.known_steps(side).is_some() => vec![side],
        _ => sides,
    }
}

fn cord(world: &World, at: Pos) -> Result<Action, Stuck> {
    let cords = world.cords_with_perks();
    fail_if(world.cords_left() == 0, Reject::NoCordLeft { cords })?;
    world.known_cord_end(at).ok_or(Reject::NothingToCord)?;
    match Dir::between(world.player_pos(), at) {
        Some(dir) => prepare(world, Preparation::Cord { dir }),
        None => go(world, &places_to_work(world, at, JobKind::Trap).collect::<Vec<_>>()),
    }
}

/// To the resident, with it to its post, and there it changes places with the player.
fn post(world: &World, who: ActorId, at: Pos) -> Result<Action, Stuck> {
    let here = world.player_pos();
    match world.led() {
        Some(led) if led.id != who => Err(Reject::LeadsAlready { who: led.kind }.into()),
        Some(led) if led.pos == at => prepare(world, Preparation::TakePost),
        Some(led) if here == at => match Dir::between(here, led.pos) {
            Some(dir) => Ok(check_step::step(world, dir, false)?),
            None => Ok(Action::Wait),
        },
        Some(_) => go(world, &[at]),
        None => {
            let residents = world.residents_to_lead();
            let own = residents.iter().find(|&&(id, _)| id == who);
            let &(_, home) = own.ok_or(Reject::NobodyToLead)?;
            match Dir::between(here, home) {
                Some(dir) => prepare(world, Preparation::Lead { dir }),
                None => go(world, &home.neighbours().collect::<Vec<_>>()),
            }
        }
    }
}

fn prepare(world: &World, what: Preparation) -> Result<Action, Stuck> {
    Ok(check_prepare::prepare(world, what)?)
}

/// A step to the nearest of some places, or towards the gate that bars the way there.
fn go(world: &World, places: &[Pos]) -> Result<Action, Stuck> {
    let way = walk::walk(world, places.iter().copied(), Interruption::AtWork);
    Ok(walk::where_no_way(way, || {
        let goal = places.first().copied().ok_or(Interruption::NoWay)?;
        walk::where_no_way(walk::approach_gate(world, goal), || {
            Err(walk::what_is_in_the_way(world, places))
        })
    })?)
}
