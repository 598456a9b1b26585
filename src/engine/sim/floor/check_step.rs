//! The check of a step: which action it turns into, or why it is refused.

use crate::sim::action::Action;
use crate::sim::prelude::*;
use crate::sim::things::check_things;
use crate::sim::work::check_work;
use levels::Tile;

pub(crate) fn step(world: &World, dir: Dir, anyway: bool) -> Result<Action, Reject> {
    let player = world.roster()[0];
    let to = player.pos + dir;
    if let Some(other) = world.actor_at(to).filter(|other| !world.strikes_by_step(&player, other)) {
        fail_if(world.is_keeper(other), Reject::Counter)?;
        if anyway && world.are_hostile(&player, other) {
            return strike(world, dir, Action::Attack(other.id));
        }
        fail_if(!world.makes_way(other, player.pos), Reject::Friend { who: other.kind })?;
    } else if world.is_occupied(to) {
        return strike(world, dir, Action::Step(dir));
    }
    if let Some(victim) = world.in_reach(dir) {
        return can_strike(world).map(|()| Action::Attack(victim));
    }
    let snared = world.has_status(player.entity, Status::Snared);
    if !world.can_occupy(&player, to) {
        return step_into(world, to, dir, anyway, snared);
    }
    fail_if(world.cuts_corner(&player, dir), Reject::Corner)?;
    if world.floor.fixture(player.pos).is_some_and(|here| is_climb(here, dir)) {
        return Err(Reject::Ledge);
    }
    if !anyway && !snared {
        if let Some(Fixture::Trap { kind, armed: true }) = world.floor.fixture(to)
            && world.endangers(&player, to)
        {
            return Err(Reject::ArmedTrap { trap: kind, percent: world.trap_percent(kind) });
        }
        fail_if(world.floor.gas(to) > 0 && world.floor.gas(player.pos) == 0, Reject::IntoGas)?;
        fail_if(world.floor.fire(to) > 0 && world.floor.fire(player.pos) == 0, Reject::IntoFire)?;
        check_things::step(world, to)?;
    }
    Ok(Action::Step(dir))
}

/// A blow at an actor beside.
fn strike(world: &World, dir: Dir, blow: Action) -> Result<Action, Reject> {
    fail_if(world.cuts_corner(&world.roster()[0], dir), Reject::Corner)?;
    can_strike(world).map(|()| blow)
}

fn can_strike(world: &World) -> Result<(), Reject> {
    fail_if(world.has_status(world.player(), Status::Frightened), Reject::TooFrightened)?;
    if world.is_hampered() { Err(Reject::HandsFull) } else { Ok(()) }
}

/// A step to a cell that the player cannot occupy: it opens a gate, smashes a crate, or is refused.
fn step_into(
    world: &World,
    to: Pos,
    dir: Dir,
    anyway: bool,
    snared: bool,
) -> Result<Action, Reject> {
    let player = world.roster()[0];
    let tile = world.floor.contains(to).then(|| world.floor.tile(to));
    let fixture = world.floor.fixture(to);
    match tile {
        None | Some(Tile::Wall | Tile::Rock) => return Err(Reject::Blocked),
        Some(Tile::DeepWater) => return Err(Reject::DeepWater),
        _ if world.cuts_corner(&player, dir) => return Err(Reject::Corner),
        _ => {}
    }
    let (gate, step) = (world.gate_at(to), Ok(Action::Step(dir)));
    match gate {
        Some(Gate::LockedDoor | Gate::BossDoor) if gate.is_some_and(|gate| world.opens(gate)) => {
            step
        }
        Some(Gate::LockedDoor) => Err(Reject::Locked),
        Some(Gate::BossDoor) => Err(Reject::Bolted),
        Some(Gate::Pit) if world.has_status(player.entity, Status::Floating) => {
            Err(Reject::PitWhileFloating)
        }
        Some(Gate::Pit) => Err(Reject::Pit),
        Some(Gate::Rubble) => check_work::blast(world).and(step),
        Some(Gate::Drop) if fixture.is_some_and(|ledge| is_climb(ledge, dir)) => Err(Reject::Ledge),
        Some(Gate::Drop) if anyway || snared => step,
        Some(Gate::Drop) => Err(Reject::Drop),
        None => match fixture {
            Some(Fixture::House) => Err(Reject::HouseShut),
            Some(Fixture::Crate) if world.is_carrying() => Err(Reject::ArmsFull),
            Some(Fixture::Crate) if snared => step,
            Some(Fixture::Crate) => Ok(Action::Work(to)),
            _ => Err(Reject::Blocked),
        },
    }
}

/// Whether a step onto or off a ledge leads in any direction but that of the drop.
fn is_climb(ledge: Fixture, dir: Dir) -> bool {
    matches!(ledge, Fixture::Drop(down) if down != dir)
}
