//! The course of a shift: the floor as it is built, the raid before it, its turns until the player
//! must choose, the raid at dawn and the grade.

pub(crate) mod build;
pub(crate) mod grade;
pub(crate) mod grade_line;
pub(crate) mod hatch;
pub mod picture;
pub(crate) mod raid;
pub(crate) mod site;
pub(crate) mod turn;
pub(crate) mod tutorial;

use crate::sim::prelude::*;
use crate::sim::shift::raid::relay;
use crate::sim::shift::turn::tick;
use crate::sim::units::NEAR_DAWN;

/// Turns before dawn at which the player is warned of it.
const DAWN_WARNING_TURNS: [u32; 4] = [NEAR_DAWN.0, 100, 50, 20];

/// The player has acted: the world goes on until it is their turn again.
pub(crate) fn advance(world: &mut World) {
    world.hot_mut(world.roster()[0].entity).vitals.energy -= ACTION_ENERGY;
    world.check_for_robbery();
    while world.shift.end.is_none()
        && !world.is_away()
        && world.vitals(world.player()).energy < ACTION_ENERGY
    {
        tick(world);
        break_dawn(world);
    }
    world.update_sight();
}

/// One turn while the player is off the floor.
pub(crate) fn watch(world: &mut World) {
    tick(world);
    break_dawn(world);
    world.update_sight();
}

/// At dawn the next party comes; when it is done with the floor, the shift is over.
fn break_dawn(world: &mut World) {
    if world.journey().is_some_and(|journey| journey.phase != Phase::Site) {
        return;
    }
    if relay::is_on_its_way(world) {
        return;
    }
    if world.shift.at_dawn.is_some() {
        if relay::goes_on(world) {
            return;
        }
        world.end_shift(if world.is_away() { End::ClockedOut } else { End::Dawn });
        return;
    }
    if world.raid().is_some() || world.shift.end.is_some() {
        return;
    }
    let left = world.shift.dawn.saturating_sub(world.clock());
    if DAWN_WARNING_TURNS.contains(&left.0) {
        world.emit(WorkEvent::DawnNears { turns: left.0 });
    }
    if left.0 == 0 {
        relay::come_at_dawn(world);
    }
}
