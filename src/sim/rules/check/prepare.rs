//! Why not: preparing the floor for the raid.

use crate::base::{Dir, Pos, Rect};
use crate::content::{Supply, TrapKindId};

use crate::sim::command::Preparation;
use crate::sim::reject::{KitPlace, Reject};
use crate::sim::rules::action::Action;
use crate::sim::state::fixture::Fixture;
use crate::sim::state::world::World;

/// A turn of a preparation, or why it cannot be spent.
pub(crate) fn prepare(world: &World, what: Preparation) -> Result<Action, Reject> {
    if world.raid().is_some() {
        return Err(Reject::TooLateToPrepare);
    }
    if world.is_carrying() {
        return Err(Reject::ArmsFull);
    }
    let here = world.player_pos();
    let at = match what {
        Preparation::MakeKit { trap } => make_kit(world, trap)?,
        Preparation::SetKit { trap, dir } => set_kit(world, trap, here + dir)?,
        Preparation::TakeDown { dir } => take_down(world, here + dir)?,
        Preparation::MoveWardrobe { dir } => move_wardrobe(world, here + dir, dir)?,
    };
    Ok(Action::Prepare(what, at))
}

/// The bench here or beside.
pub(crate) fn bench_in_reach(world: &World) -> Option<Pos> {
    let here = world.player_pos();
    std::iter::once(here)
        .chain(here.neighbours())
        .find(|&pos| world.floor.fixture(pos) == Some(Fixture::Closet))
}

fn make_kit(world: &World, trap: TrapKindId) -> Result<Pos, Reject> {
    let rules = &world.catalog.rules.prepare;
    let bench = bench_in_reach(world).ok_or(Reject::NoBench)?;
    if !world.known_trap_kinds().contains(&trap) {
        return Err(Reject::UnknownTrap);
    }
    if world.supply(Supply::Parts) < rules.kit_parts {
        return Err(Reject::TooFewParts { needed: rules.kit_parts });
    }
    let max = rules.max_kits;
    if world.belongings().kits.len() >= max { Err(Reject::KitsFull { max }) } else { Ok(bench) }
}

fn set_kit(world: &World, trap: TrapKindId, at: Pos) -> Result<Pos, Reject> {
    if !world.belongings().kits.contains(&trap) {
        return Err(Reject::NoKit);
    }
    world.kit_place(at).map_err(Reject::NoPlaceForKit).map(|()| at)
}

fn take_down(world: &World, at: Pos) -> Result<Pos, Reject> {
    match world.floor.fixture(at) {
        Some(Fixture::Trap { armed: true, .. }) if world.is_occupied(at) => {
            Err(Reject::WorkOccupied)
        }
        Some(Fixture::Trap { kind, armed: true }) if !world.catalog.trap(kind).frail => Ok(at),
        _ => Err(Reject::NothingToTakeDown),
    }
}

fn move_wardrobe(world: &World, at: Pos, dir: Dir) -> Result<Pos, Reject> {
    if world.floor.fixture(at) != Some(Fixture::Wardrobe) {
        return Err(Reject::NothingToPrepare);
    }
    let to = at + dir;
    let is_free = world.kit_ground(to)
        && !world.is_occupied(at)
        && to != world.floor.start
        && to != world.floor.exit;
    if is_free { Ok(at) } else { Err(Reject::NoRoomToPush) }
}

impl World {
    /// Whether a trap kit can be set on a cell, or why not: on free floor, and never beside start, exit or another trap.
    pub(crate) fn kit_place(&self, at: Pos) -> Result<(), KitPlace> {
        if !self.kit_ground(at) {
            return Err(KitPlace::NotFree);
        }
        if at.steps_to(self.floor.start) <= 1 || at.steps_to(self.floor.exit) <= 1 {
            return Err(KitPlace::BesideStartOrExit);
        }
        let is_trap = |pos: Pos| matches!(self.floor.fixture(pos), Some(Fixture::Trap { .. }));
        let mut around = self.floor.built().iter_in(Rect::around(at, 1));
        if around.any(is_trap) { Err(KitPlace::BesideTrap) } else { Ok(()) }
    }

    /// Whether a cell is floor on which nothing stands or lies.
    fn kit_ground(&self, at: Pos) -> bool {
        self.floor.is_passable(at)
            && self.floor.fixture(at).is_none()
            && !self.floor.gates().contains(at)
            && !self.is_occupied(at)
            && self.item_at(at).is_none()
            && self.body_at(at).is_none()
            && self.floor.fire(at) == 0
    }
}
