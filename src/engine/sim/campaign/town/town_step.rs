//! The commands in a town: what they mean, and what they do.

use crate::sim::campaign::meaning::Meaning;
use crate::sim::campaign::town::{deals, explore, pastimes, sayings, search, visit};
use crate::sim::prelude::*;
use crate::sim::shift::course;
use crate::sim::state::journey::town::Who;

/// Turns that it takes to go through a chest.
const SEARCH_TURNS: u32 = 2;

/// What a command means in a town.
///
/// # Errors
/// Why it cannot be carried out.
pub(in crate::sim::campaign) fn check(world: &World, command: Command) -> Result<Meaning, Reject> {
    match command {
        Command::Journey(JourneyCommand::Depart) | Command::ClockOut => {
            let owed = world.owed();
            if owed > Coins(0) {
                return Err(Reject::Owing { owed });
            }
            visit::gate(world).ok_or(Reject::NotAtGate)?;
            Ok(Meaning::OfJourney(JourneyCommand::Depart))
        }
        Command::Journey(own @ JourneyCommand::Deal { offer }) => {
            deals::check(world, offer).map(|()| Meaning::OfJourney(own))
        }
        Command::Journey(JourneyCommand::EnterHouse { dir }) => {
            house_beside(world, dir)?.ok_or(Reject::NoDoor)?;
            Ok(Meaning::OfJourney(JourneyCommand::EnterHouse { dir }))
        }
        Command::Journey(JourneyCommand::Talk { dir }) => {
            if is_person_beside(world, dir) {
                Ok(Meaning::OfJourney(JourneyCommand::Talk { dir }))
            } else {
                Err(Reject::NobodyThere)
            }
        }
        Command::Journey(own @ JourneyCommand::Treat { dir, drink }) => {
            pastimes::check_drink(world, dir, drink).map(|()| Meaning::OfJourney(own))
        }
        Command::Journey(own @ JourneyCommand::Dice { dir, game }) => {
            pastimes::check_dice(world, dir, game).map(|()| Meaning::OfJourney(own))
        }
        Command::Journey(JourneyCommand::Search { dir }) => {
            if is_searchable(world, dir) {
                Ok(Meaning::OfJourney(JourneyCommand::Search { dir }))
            } else {
                Err(Reject::NoWorkInTown)
            }
        }
        Command::Journey(_) => Err(Reject::NotOnMap),
        Command::Step(dir) | Command::StepAnyway(dir) | Command::Run(dir) => {
            step(world, command, dir)
        }
        Command::Work(dir) => work(world, dir),
        Command::Explore => explore::explore(world),
        Command::Travel(goal) => Ok(match door_at(world, goal) {
            Some(dir) => Meaning::OfJourney(JourneyCommand::EnterHouse { dir }),
            None => Meaning::OfFloor(command),
        }),
        // A walk to a house ends inside.
        Command::Continue => Ok(match world.shift().activity {
            Some(Activity::Travel { goal }) if let Some(dir) = door_at(world, goal) => {
                Meaning::OfJourney(JourneyCommand::EnterHouse { dir })
            }
            _ => Meaning::OfFloor(command),
        }),
        Command::NextJob
        | Command::DoNextJob
        | Command::Mop
        | Command::BarDoor(_)
        | Command::Douse(_) => Err(Reject::NoWorkInTown),
        Command::Carry(_) if !world.is_carrying() => Err(Reject::NoWorkInTown),
        Command::Throw { .. } | Command::Prepare(_) => Err(Reject::InCompany),
        _ => Ok(Meaning::OfFloor(command)),
    }
}

/// The direction of a door that leads in from where the player stands.
fn door_at(world: &World, goal: Pos) -> Option<Dir> {
    let dir = Dir::between(world.player_pos(), goal)?;
    house_beside(world, dir).ok().flatten().map(|_| dir)
}

/// Work in a town is to search what can be, on one side or on any, and to use water.
fn work(world: &World, dir: Option<Dir>) -> Result<Meaning, Reject> {
    let here = world.player_pos();
    let search = |dir| Meaning::OfJourney(JourneyCommand::Search { dir });
    match dir {
        Some(dir) if is_searchable(world, dir) => Ok(search(dir)),
        Some(dir) if world.floor.fixture(here + dir).is_some_and(Fixture::has_water) => {
            Ok(Meaning::OfFloor(Command::Work(Some(dir))))
        }
        None => {
            let beside = Dir::ALL.into_iter().find(|&dir| is_searchable(world, dir));
            beside.map(search).ok_or(Reject::NoWorkInTown)
        }
        Some(_) => Err(Reject::NoWorkInTown),
    }
}

/// A step into a door leads in, and one into somebody is a word; whoever lives there and has said it makes way.
fn step(world: &World, command: Command, dir: Dir) -> Result<Meaning, Reject> {
    if house_beside(world, dir)?.is_some() {
        return Ok(Meaning::OfJourney(JourneyCommand::EnterHouse { dir }));
    }
    if is_person_beside(world, dir) {
        return Ok(if steps_aside(world, dir) {
            Meaning::OfFloor(Command::Step(dir))
        } else {
            Meaning::OfJourney(JourneyCommand::Talk { dir })
        });
    }
    let is_blow = matches!(command, Command::StepAnyway(_))
        && world.actor_at(world.player_pos() + dir).is_some();
    if is_blow { Err(Reject::InCompany) } else { Ok(Meaning::OfFloor(command)) }
}

/// The number of the house whose door is beside; refused if a corner is in the way.
fn house_beside(world: &World, dir: Dir) -> Result<Option<u8>, Reject> {
    let at = world.player_pos() + dir;
    if world.floor.fixture(at) != Some(Fixture::House) || world.house_number().is_some() {
        return Ok(None);
    }
    if world.cuts_corner(&world.roster()[0], dir) {
        return Err(Reject::Corner);
    }
    if world.is_carrying() {
        return Err(Reject::ArmsFull);
    }
    Ok(world.town_visit().and_then(|visit| visit.house_at(at)))
}

/// Whether somebody stands there who can be talked to. The keeper of a shop is at the counter, which opens by itself.
fn is_person_beside(world: &World, dir: Dir) -> bool {
    let Some(visit) = world.town_visit() else { return false };
    let actor = world.actor_at(world.player_pos() + dir);
    actor.is_some_and(|actor| visit.person(actor.id).is_some() && !world.is_keeper(actor))
}

/// Whether somebody stands there who has said what there is to say, and swaps places.
fn steps_aside(world: &World, dir: Dir) -> bool {
    let here = world.player_pos();
    let (Some(visit), Some(actor)) = (world.town_visit(), world.actor_at(here + dir)) else {
        return false;
    };
    let is_told = |own: &Townsperson| own.has_spoken && matches!(own.who, Who::Resident { .. });
    visit.person(actor.id).is_some_and(is_told) && world.makes_way(actor, here)
}

fn is_searchable(world: &World, dir: Dir) -> bool {
    let at = world.player_pos() + dir;
    world.house_number().is_some() && search::is_searchable(world.floor.fixture(at))
}

/// Carries out a command of the town that was checked.
pub(in crate::sim::campaign) fn perform(world: &mut World, command: JourneyCommand) {
    match command {
        JourneyCommand::Depart => visit::leave(world),
        JourneyCommand::Deal { offer } => deals::buy(world, offer),
        JourneyCommand::EnterHouse { dir } => {
            if let Ok(Some(number)) = house_beside(world, dir) {
                // The walk belongs to the streets, which are left.
                world.stop_activity();
                visit::enter_house(world, number);
                course::advance(world);
            }
        }
        JourneyCommand::Talk { dir } => {
            let actor = world.actor_at(world.player_pos() + dir).map(|actor| actor.id);
            let Some(actor) = actor else { return };
            sayings::speak(world, actor);
            course::advance(world);
        }
        JourneyCommand::Treat { dir, drink } => {
            pastimes::drink(world, dir, drink);
            course::advance(world);
        }
        JourneyCommand::Dice { dir, game } => {
            pastimes::play(world, dir, game);
            course::advance(world);
        }
        JourneyCommand::Search { dir } => {
            let at = world.player_pos() + dir;
            search::search(world, at);
            for _ in 0..SEARCH_TURNS {
                course::advance(world);
            }
        }
        _ => {}
    }
    world.stop_activity();
}

/// After a turn in a town: whoever sells greets the player who has come beside them, and who has stepped out of the front door of a
/// house is on the streets.
pub(in crate::sim::campaign) fn after_turn(world: &mut World) {
    let is_in_town = world.journey().is_some_and(|journey| journey.phase == Phase::Town);
    if is_in_town
        && world.house_number().is_some()
        && world.player_pos() == world.floor.exit
        && world.shift().end.is_none()
    {
        visit::leave_house(world);
        world.stop_activity();
    } else if is_in_town && let Some(actor) = unmet_keeper_beside(world) {
        world.change_journey(|journey| {
            if let Some(keeper) = journey.visit.as_mut().and_then(|own| own.person_mut(actor)) {
                keeper.has_spoken = true;
            }
        });
        world.emit(Event::Journey(JourneyEvent::Said { actor }));
    }
}

/// Somebody beside the player who sells, and whom the player has not stood before yet.
fn unmet_keeper_beside(world: &World) -> Option<ActorId> {
    let visit = world.town_visit()?;
    let mut beside = Dir::ALL.into_iter().map(|dir| world.player_pos() + dir);
    beside.find_map(|at| {
        let actor = world.actor_at(at)?.id;
        visit.person(actor).filter(|own| own.sells() && !own.has_spoken).map(|_| actor)
    })
}
