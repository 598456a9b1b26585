//! Exploring a town: from door to door, to everybody at home who has something to say, and out again.

use crate::sim::campaign::meaning::Meaning;
use crate::sim::dispatch::dispatch;
use crate::sim::prelude::*;

/// What exploring means in a town.
///
/// # Errors
/// The player has been in every house.
pub(super) fn explore(world: &World) -> Result<Meaning, Reject> {
    let Some(visit) = world.town_visit() else { return Err(Reject::NothingToExplore) };
    if world.house_number().is_some() {
        return Ok(in_house(world));
    }
    let here = world.player_pos();
    let mut way = DistanceField::new();
    let ground = world.known_safe_ground();
    way.spread(&ground, [here], Moves::Eight, DistanceField::MAX_DISTANCE);
    let unseen = visit.houses.iter().filter(|house| !house.is_seen);
    let nearest = unseen.min_by_key(|house| (way.get(house.doorstep()), house.door));
    let house: &TownHouse = nearest.ok_or(Reject::TownExplored)?;
    if here == house.doorstep() {
        let dir = house.faces.opposite();
        Ok(Meaning::OfJourney(JourneyCommand::EnterHouse { dir }))
    } else {
        Ok(Meaning::OfFloor(Command::Travel(house.door)))
    }
}

/// In a house: a word with those who have something to say and a look at whoever sells, then the rooms of a dwelling or an inn, of a
/// shop as far as to whoever sells, then the street.
fn in_house(world: &World) -> Meaning {
    if let Some((at, sells)) = somebody_to_meet(world) {
        if !sells && let Some(dir) = Dir::between(world.player_pos(), at) {
            return Meaning::OfJourney(JourneyCommand::Talk { dir });
        }
        let beside = Dir::ALL.into_iter().map(|dir| Command::Travel(at + dir));
        let mut ways = beside.filter(|command| dispatch(world, command).is_ok());
        if let Some(way) = ways.next() {
            return Meaning::OfFloor(way);
        }
    }
    // What a shop has is at its counter or on its shelves.
    let has_rooms = world.house_kind_here().is_none_or(|kind| kind.lodges);
    let looks_round = has_rooms || is_keeper_to_find(world);
    Meaning::OfFloor(match dispatch(world, &Command::Explore) {
        Ok(_) if looks_round => Command::Explore,
        _ => Command::TravelToExit,
    })
}

/// Whether somebody sells here whom the player has not come in sight of.
fn is_keeper_to_find(world: &World) -> bool {
    let Some(visit) = world.town_visit() else { return false };
    let mut others = world.roster().iter().skip(1);
    others.any(|actor| {
        visit.person(actor.id).is_some_and(Townsperson::sells)
            && !world.floor.seen().contains(actor.pos)
    })
}

/// The nearest of those on cells that the player has seen whom the player has not met, and whether they sell. Whoever sells is met by
/// coming beside them.
fn somebody_to_meet(world: &World) -> Option<(Pos, bool)> {
    let (visit, here) = (world.town_visit()?, world.player_pos());
    let others = world.roster().iter().skip(1);
    others
        .filter(|actor| world.floor.seen().contains(actor.pos))
        .filter_map(|actor| {
            let person = visit.person(actor.id).filter(|own| !own.has_spoken)?;
            Some((actor.pos, person.sells()))
        })
        .min_by_key(|&(at, _)| (at.steps_to(here), at))
}
