//! Exploring a town: from door to door, and out of a house that holds nothing new.

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
    let house = house.ok_or(Reject::NothingToExplore)?;
    if here == house.doorstep() {
        let dir = house.faces.opposite();
        Ok(Meaning::OfJourney(JourneyCommand::EnterHouse { dir }))
    } else {
        Ok(Meaning::OfFloor(Command::Travel(house.doorstep())))
    }
}
