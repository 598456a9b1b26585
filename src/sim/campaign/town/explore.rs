//! Exploring a town: from door to door, and out of a house that holds nothing new.

use crate::base::{Dir, Pos};
use crate::sim::campaign::meaning::Meaning;
use crate::sim::command::{Command, JourneyCommand};
use crate::sim::dispatch::dispatch;
use crate::sim::reject::Reject;
use crate::sim::state::world::World;

/// What exploring means in a town.
///
/// # Errors
/// The player has been in every house.
pub(super) fn explore(world: &World) -> Result<Meaning, Reject> {
    let Some(visit) = world.town_visit() else { return Err(Reject::NothingToExplore) };
    if world.house_number().is_some() {
        // What a kept house has is at its counter or on its shelves.
        let is_dwelling = world.house_kind_here().is_none();
        return Ok(Meaning::OfFloor(match dispatch(world, &Command::Explore) {
            Ok(_) if is_dwelling => Command::Explore,
            _ => Command::TravelToExit,
        }));
    }
    let here = world.player_pos();
    let unseen = visit.houses.iter().filter(|house| !house.is_seen);
    let house = unseen.min_by_key(|house| (house.door.steps_to(here), house.door));
    let door = house.ok_or(Reject::NothingToExplore)?.door;
    let (dir, before) = doorstep(world, door).ok_or(Reject::NoWay)?;
    if here == before {
        Ok(Meaning::OfJourney(JourneyCommand::EnterHouse { dir }))
    } else {
        Ok(Meaning::OfFloor(Command::Travel(before)))
    }
}

/// The cell before a door, and the direction from there through the door.
pub(super) fn doorstep(world: &World, door: Pos) -> Option<(Dir, Pos)> {
    let ways = Dir::CARDINAL.into_iter().map(|dir| (dir, door + dir.opposite()));
    ways.into_iter().find(|&(_, before)| world.floor.is_passable(before))
}
