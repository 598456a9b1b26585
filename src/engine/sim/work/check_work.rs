//! Why not: jobs, bodies, doors, fires and rubble.

use crate::sim::action::Action;
use crate::sim::prelude::*;

/// Whether there is a bomb to clear rubble with, and a hand for it.
pub(crate) fn blast(world: &World) -> Result<(), Reject> {
    fail_if(!world.opens(Gate::Rubble), Reject::Rubble)?;
    fail_if(world.is_carrying(), Reject::ArmsFull)?;
    match world.satchel_wait() {
        Turns(0) => Ok(()),
        left => Err(Reject::SatchelEmpty { left }),
    }
}

/// Here, or beside in a direction.
pub(crate) fn place(world: &World, dir: Option<Dir>) -> Pos {
    let here = world.player_pos();
    dir.map_or(here, |dir| here + dir)
}

pub(crate) fn work(world: &World, dir: Option<Dir>) -> Result<Action, Reject> {
    let at = world.place_of_work(dir);
    fail_if(world.is_carrying(), Reject::ArmsFull)?;
    if world.gate_at(at) == Some(Gate::Rubble) {
        return blast(world).map(|()| Action::Blast(at));
    }
    if world.floor.fixture(at).is_some_and(Fixture::has_water) {
        if world.has_status(world.player(), Status::Burning) {
            return Ok(Action::Rinse);
        }
        let fouled = world.belongings().mop_fouled > 0;
        return if fouled { Ok(Action::Rinse) } else { Err(Reject::MopClean) };
    }
    work_at(world, at)?;
    Ok(Action::Work(at))
}

/// Whether work can be done, or gone on with, at a place in reach.
pub(crate) fn work_at(world: &World, at: Pos) -> Result<(), Reject> {
    let here = world.player_pos();
    if world.floor.fixture(at) == Some(Fixture::Crate) && here.steps_to(at) <= 1 {
        return Ok(());
    }
    let job = match world.job_at(at) {
        Some(job) if world.is_in_reach_of_work(at) => job,
        _ => return Err(Reject::NothingToWork),
    };
    match job {
        JobKind::Body => return Err(Reject::CarryIt),
        JobKind::Trap if at == here => return Err(Reject::OnTheTrap),
        JobKind::Door if at == here => return Err(Reject::InTheDoorway),
        JobKind::Door if world.item_at(at).is_some() => return Err(Reject::DoorwayOccupied),
        JobKind::Stain if world.is_mop_foul() => return Err(Reject::MopFouled),
        _ => {}
    }
    fail_if(at != here && world.is_blocked_for_work(at), Reject::WorkOccupied)?;
    match World::supply_for(job) {
        Some(supply) if world.supply(supply) == 0 && world.substitute_for(supply).is_none() => {
            Err(Reject::OutOfSupply { supply, job })
        }
        _ => Ok(()),
    }
}

pub(crate) fn carry(world: &World, dir: Option<Dir>) -> Result<Action, Reject> {
    let at = place(world, dir);
    if world.is_carrying() {
        let is_open = world.floor.is_passable(at) && !world.is_closed_door(at);
        return match dir {
            Some(dir) if is_open && world.body_throw().is_some() && !world.takes_bodies(at) => {
                Ok(Action::HurlBody(dir))
            }
            Some(_) if !is_open && !world.takes_bodies(at) => Err(Reject::NoRoom),
            _ => Ok(Action::PutDown(at)),
        };
    }
    world.body_at(at).ok_or(Reject::NoBody)?;
    if world.is_two_handed() { Err(Reject::BothHands) } else { Ok(Action::Lift(at)) }
}

pub(crate) fn close_door(world: &World, dir: Dir) -> Result<Action, Reject> {
    let at = world.player_pos() + dir;
    fail_if(world.floor.fixture(at) != Some(Fixture::Door(Door::Open)), Reject::NoOpenDoor)?;
    let blocked =
        world.is_occupied(at) || world.body_at(at).is_some() || world.item_at(at).is_some();
    if blocked { Err(Reject::DoorwayOccupied) } else { Ok(Action::CloseDoor(at)) }
}

pub(crate) fn bar_door(world: &World, dir: Dir) -> Result<Action, Reject> {
    let at = world.player_pos() + dir;
    fail_if(world.floor.fixture(at) != Some(Fixture::Door(Door::Closed)), Reject::NoShutDoor)?;
    if world.is_carrying() { Err(Reject::ArmsFull) } else { Ok(Action::BarDoor(at)) }
}

pub(crate) fn douse(world: &World, dir: Option<Dir>) -> Result<Action, Reject> {
    let at = place(world, dir);
    let burns = world.floor.fire(at) > 0;
    if !burns && world.floor.fixture(at) != Some(Fixture::Light { lit: true }) {
        return Err(Reject::NothingToDouse);
    }
    fail_if(world.is_carrying(), Reject::ArmsFull)?;
    let mop_fails = burns && world.is_mop_foul();
    if mop_fails { Err(Reject::MopFouled) } else { Ok(Action::Douse(at)) }
}
