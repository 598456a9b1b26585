//! The commands in a town: what they mean, and what they do.

use crate::sim::campaign::journey_ref::Meaning;
use crate::sim::campaign::town::{deals, houses, people, visit};
use crate::sim::dispatch::dispatch;
use crate::sim::prelude::*;
use crate::sim::shift;
use crate::sim::state::journey::records::Who;

const SEARCH_TURNS: u32 = 2;

pub(in crate::sim::campaign) fn check(world: &World, command: Command) -> Result<Meaning, Reject> {
    Ok(match command {
        Command::Journey(JourneyCommand::Depart) | Command::ClockOut => {
            world.refuse_if_owing()?;
            visit::gate(world).ok_or(Reject::NotAtGate)?;
            in_town(0, visit::leave)
        }
        Command::Journey(JourneyCommand::Deal { offer }) => {
            let (house, price) = deals::check(world, offer)?;
            in_town(0, move |world| deals::buy(world, house, offer, price))
        }
        Command::Journey(JourneyCommand::EnterHouse { dir }) => {
            enter_house(house_beside(world, dir)?.ok_or(Reject::NoDoor)?)
        }
        Command::Journey(JourneyCommand::Talk { dir }) => {
            talk(person_beside(world, dir).ok_or(Reject::NobodyThere)?)
        }
        Command::Journey(JourneyCommand::Treat { dir, drink }) => {
            let person = deals::hero_beside(world, dir)?;
            deals::can_drink(world, person, drink)?;
            in_town(1, move |world| deals::drink(world, person, drink))
        }
        Command::Journey(JourneyCommand::Dice { dir, game }) => {
            let person = deals::hero_beside(world, dir)?;
            deals::can_play(world, person, game)?;
            in_town(1, move |world| deals::play(world, person, game))
        }
        Command::Journey(JourneyCommand::Search { dir }) => {
            search(searchable_beside(world, dir).ok_or(Reject::NoWorkInTown)?)
        }
        Command::Journey(_) => return Err(Reject::NotOnMap),
        Command::Step(dir) | Command::StepAnyway(dir) | Command::Run(dir) => {
            return step(world, command, dir);
        }
        Command::Work(dir) => return work(world, dir),
        Command::Explore => return explore(world),
        Command::Travel(goal) => match house_through(world, goal) {
            Some(house) => enter_house(house),
            None => Meaning::OfFloor(command),
        },
        // A walk to a house ends inside.
        Command::Continue => match world.shift.activity {
            Some(Activity::Travel { goal }) if let Some(house) = house_through(world, goal) => {
                enter_house(house)
            }
            _ => Meaning::OfFloor(command),
        },
        Command::NextJob
        | Command::DoNextJob
        | Command::Mop
        | Command::Plan(_)
        | Command::CarryOn
        | Command::BarDoor(_)
        | Command::Douse(_) => return Err(Reject::NoWorkInTown),
        Command::Carry(_) if !world.is_carrying() => return Err(Reject::NoWorkInTown),
        Command::Pull { .. } | Command::Watch { .. } => return Err(Reject::NotAtHatch),
        Command::Throw { .. } | Command::Prepare(_) => return Err(Reject::InCompany),
        Command::Wait | Command::Rest | Command::Linger => Meaning::OfFloor(command),
        Command::TravelToExit | Command::CloseDoor(_) => Meaning::OfFloor(command),
        Command::Get | Command::Drop { .. } | Command::Carry(_) => Meaning::OfFloor(command),
        Command::Equip { .. } | Command::Use { .. } => Meaning::OfFloor(command),
        Command::Buy { .. } | Command::Sell { .. } | Command::Pay => Meaning::OfFloor(command),
        Command::Abandon => Meaning::OfFloor(command),
    })
}

/// A deed in the town, and so many turns for it.
fn in_town(turns: u32, deed: impl FnOnce(&mut World) + 'static) -> Meaning {
    Meaning::deed(move |world| {
        deed(world);
        for _ in 0..turns {
            shift::advance(world);
        }
        world.shift.activity = None;
        after_turn(world);
    })
}

fn enter_house(number: u8) -> Meaning {
    in_town(1, move |world| visit::enter_house(world, number))
}

fn talk(actor: ActorId) -> Meaning {
    in_town(1, move |world| people::speak(world, actor))
}

fn search(at: Pos) -> Meaning {
    in_town(SEARCH_TURNS, move |world| houses::search(world, at))
}

/// The house behind a door that leads in from where the player stands.
fn house_through(world: &World, door: Pos) -> Option<u8> {
    let dir = Dir::between(world.player_pos(), door)?;
    house_beside(world, dir).ok().flatten()
}

/// Work in a town is to search what can be, on one side or on any, and to use water.
fn work(world: &World, dir: Option<Dir>) -> Result<Meaning, Reject> {
    let has_water = |dir| {
        let fixture = world.floor.fixture(world.player_pos() + dir);
        fixture.is_some_and(Fixture::has_water)
    };
    let searched = match dir {
        Some(dir) => searchable_beside(world, dir),
        None => Dir::ALL.into_iter().find_map(|dir| searchable_beside(world, dir)),
    };
    match (searched, dir) {
        (Some(at), _) => Ok(search(at)),
        (None, Some(dir)) if has_water(dir) => Ok(Meaning::OfFloor(Command::Work(Some(dir)))),
        _ => Err(Reject::NoWorkInTown),
    }
}

/// A step into a door leads in, and one into somebody is a word; whoever lives there and has said
/// it makes way.
fn step(world: &World, command: Command, dir: Dir) -> Result<Meaning, Reject> {
    if let Some(house) = house_beside(world, dir)? {
        return Ok(enter_house(house));
    }
    if let Some(person) = person_beside(world, dir) {
        return Ok(if steps_aside(world, dir) {
            Meaning::OfFloor(Command::Step(dir))
        } else {
            talk(person)
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

/// Somebody who stands there and can be talked to. The keeper of a shop is at the counter, which
/// opens by itself.
fn person_beside(world: &World, dir: Dir) -> Option<ActorId> {
    let visit = world.town_visit()?;
    let actor = world.actor_at(world.player_pos() + dir)?;
    let can_talk = visit.person(actor.id).is_some() && !world.is_keeper(actor);
    can_talk.then_some(actor.id)
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

fn searchable_beside(world: &World, dir: Dir) -> Option<Pos> {
    let at = world.player_pos() + dir;
    let is_searchable =
        world.house_number().is_some() && houses::is_searchable(world.floor.fixture(at));
    is_searchable.then_some(at)
}

/// What exploring means in a town.
///
/// # Errors
/// The player has been in every house.
fn explore(world: &World) -> Result<Meaning, Reject> {
    let Some(visit) = world.town_visit() else { return Err(Reject::NothingToExplore) };
    if world.house_number().is_some() {
        return Ok(in_house(world));
    }
    let here = world.player_pos();
    let mut way = DistanceField::new();
    let ground = world.known_safe_ground();
    way.spread(&ground, [here], Moves::Eight, DistanceField::MAX_DISTANCE);
    let unseen = (0..).zip(&visit.houses).filter(|(_, house)| !house.is_seen);
    let nearest = unseen.min_by_key(|(_, house)| (way.get(house.doorstep()), house.door));
    let (number, house) = nearest.ok_or(Reject::TownExplored)?;
    Ok(if here == house.doorstep() {
        enter_house(number)
    } else {
        Meaning::OfFloor(Command::Travel(house.door))
    })
}

/// In a house: a word with those who have something to say and a look at whoever sells, then the
/// rooms of a dwelling or an inn, of a shop as far as to whoever sells, then the street.
fn in_house(world: &World) -> Meaning {
    if let Some((at, person)) = somebody_to_meet(world) {
        if !person.sells() && Dir::between(world.player_pos(), at).is_some() {
            return talk(person.actor);
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
            && !world.floor.seen.contains(actor.pos)
    })
}

/// The nearest of those on cells that the player has seen whom the player has not met. Whoever
/// sells is met by coming beside them.
fn somebody_to_meet(world: &World) -> Option<(Pos, &Townsperson)> {
    let (visit, here) = (world.town_visit()?, world.player_pos());
    let seen = world.roster()[1..].iter().filter(|own| world.floor.seen.contains(own.pos));
    let people = seen.filter_map(|actor| Some((actor.pos, visit.person(actor.id)?)));
    people.filter(|(_, person)| !person.has_spoken).min_by_key(|&(at, _)| (at.steps_to(here), at))
}

/// After a turn in a town: whoever sells greets the player who has come beside them, and a player
/// who has stepped out of the front door of a house is on the streets.
pub(in crate::sim::campaign) fn after_turn(world: &mut World) {
    let is_in_town = world.journey().is_some_and(|journey| journey.phase == Phase::Town);
    if is_in_town
        && world.house_number().is_some()
        && world.player_pos() == world.floor.exit
        && world.shift.end.is_none()
    {
        visit::leave_house(world);
        world.shift.activity = None;
    } else if is_in_town && let Some(actor) = unmet_keeper_beside(world) {
        world.change_visit(|visit| {
            if let Some(keeper) = visit.person_mut(actor) {
                keeper.has_spoken = true;
            }
        });
        world.emit(JourneyEvent::Said { actor });
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
