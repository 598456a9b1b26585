//! The commands of a journey: what allows them, and what they do.

use crate::sim::campaign::meaning::Meaning;
use crate::sim::campaign::{
    encounter_outcome, encounters, extra_orders, finish, roads, seniority, site_floor, town, travel,
};
use crate::sim::prelude::*;
use crate::sim::shift::course;
use crate::sim::shift::raid::relay;

/// What a command means where the journey is now.
///
/// # Errors
/// Why it cannot be carried out; commands of the floor are not checked further.
pub(crate) fn check(world: &World, command: Command) -> Result<Meaning, Reject> {
    let (Some(journey), Some(atlas)) = (world.journey(), world.atlas()) else {
        return match command {
            Command::Journey(_) => Err(Reject::NoJourney),
            _ => Ok(Meaning::OfFloor(command)),
        };
    };
    match (journey.phase, command) {
        (Phase::Over(_), _) => Err(Reject::Over),
        (Phase::Map, Command::Journey(own)) => {
            check_on_map(world, journey, atlas, own)?;
            Ok(Meaning::OfJourney(own))
        }
        (Phase::Encounter(meeting), Command::Journey(JourneyCommand::Choose { choice })) => {
            let encounter = world.catalog.encounter(meeting.encounter);
            let chosen = encounter.choices.get(usize::from(choice)).ok_or(Reject::ChoiceShut)?;
            if !encounters::is_open(world, atlas, meeting, chosen) {
                return Err(Reject::ChoiceShut);
            }
            Ok(Meaning::OfJourney(JourneyCommand::Choose { choice }))
        }
        (Phase::Seniority, Command::Journey(JourneyCommand::PickPerk { choice })) => {
            if usize::from(choice) >= world.perks_offered().len() {
                return Err(Reject::ChoiceShut);
            }
            Ok(Meaning::OfJourney(JourneyCommand::PickPerk { choice }))
        }
        (Phase::Map | Phase::Encounter(_) | Phase::Seniority, Command::Abandon) => {
            Ok(Meaning::Abandon)
        }
        (Phase::Encounter(_) | Phase::Seniority, _) => Err(Reject::ChoiceFirst),
        (Phase::Field { .. }, Command::ClockOut | Command::Journey(JourneyCommand::LeaveField)) => {
            let is_out = world.player_pos() == world.floor.exit || !is_foe_about(world);
            if is_out {
                Ok(Meaning::OfJourney(JourneyCommand::LeaveField))
            } else {
                Err(Reject::FoesAbout)
            }
        }
        (Phase::Field { .. }, Command::Journey(_)) => Err(Reject::NotOnMap),
        (Phase::Field { .. }, _) => Ok(Meaning::OfFloor(command)),
        (Phase::Map, _) => Err(Reject::OnMap),
        (Phase::Town, _) => town::check(world, command),
        (Phase::Site, Command::Journey(JourneyCommand::Depart)) => match world.shift().end {
            Some(_) => Ok(Meaning::OfJourney(JourneyCommand::Depart)),
            None => Err(Reject::ShiftGoesOn),
        },
        (Phase::Site, Command::Abandon) if world.shift().end.is_some() => Ok(Meaning::Abandon),
        (Phase::Site, _) if world.shift().end.is_some() => Err(Reject::ShiftDone),
        (Phase::Site, Command::Journey(JourneyCommand::TakeStairs)) => {
            stairs(world, journey)?;
            Ok(Meaning::OfJourney(JourneyCommand::TakeStairs))
        }
        (Phase::Site, Command::Journey(JourneyCommand::TakeOrder { place })) => {
            extra_orders::check_closet(world, journey, place)?;
            Ok(Meaning::OfJourney(JourneyCommand::TakeOrder { place }))
        }
        (Phase::Site, Command::Journey(_)) => Err(Reject::NotOnMap),
        // The exit of the site is on its lowest floor; on the others it is a stair.
        (Phase::Site, Command::ClockOut)
            if journey.floor < journey.last_floor()
                && world.player_pos() == world.floor.exit
                && !leaves_by_start(world) =>
        {
            stairs(world, journey)?;
            Ok(Meaning::OfJourney(JourneyCommand::TakeStairs))
        }
        (Phase::Site, _) => Ok(Meaning::OfFloor(command)),
    }
}

fn check_on_map(
    world: &World,
    journey: &Journey,
    atlas: &Atlas,
    command: JourneyCommand,
) -> Result<(), Reject> {
    match command {
        JourneyCommand::Go { to } => roads::cost(journey, atlas, to, &world.catalog).map(|_| ()),
        JourneyCommand::Enter if atlas.is_town(journey.at) => town::check_entry(journey),
        JourneyCommand::Enter => match journey.site(journey.at).state {
            SiteState::Open => Ok(()),
            SiteState::Worked { .. } | SiteState::Lost { .. } => Err(Reject::NoWorkHere),
        },
        JourneyCommand::Stay => match journey.site(journey.at).state {
            SiteState::Worked { .. } => Ok(()),
            SiteState::Open | SiteState::Lost { .. } => Err(Reject::NoBed),
        },
        JourneyCommand::Depart
        | JourneyCommand::TakeStairs
        | JourneyCommand::Choose { .. }
        | JourneyCommand::LeaveField
        | JourneyCommand::EnterHouse { .. }
        | JourneyCommand::Talk { .. }
        | JourneyCommand::Search { .. }
        | JourneyCommand::Deal { .. }
        | JourneyCommand::Treat { .. }
        | JourneyCommand::Dice { .. }
        | JourneyCommand::PickPerk { .. }
        | JourneyCommand::TakeOrder { .. } => Err(Reject::OnMap),
    }
}

/// Whether an enemy of the player is alive on the floor.
fn is_foe_about(world: &World) -> bool {
    let player = world.roster()[0];
    world.roster()[1..].iter().any(|other| world.are_hostile(&player, other))
}

/// Whether the player stands where a perk lets them clock out.
fn leaves_by_start(world: &World) -> bool {
    world.player_pos() != world.floor.exit && world.can_clock_out_here()
}

/// The floor to which the stairs lead on which the player stands.
fn stairs(world: &World, journey: &Journey) -> Result<u8, Reject> {
    let at = world.player_pos();
    if world.is_away() {
        return Err(Reject::Away);
    }
    let to = if at == world.floor.exit && journey.floor < journey.last_floor() {
        journey.floor + 1
    } else if at == world.floor.start && journey.floor > 0 {
        journey.floor - 1
    } else {
        return Err(Reject::NoStairs);
    };
    let owed = world.owed();
    if owed > Coins(0) {
        return Err(Reject::Owing { owed });
    }
    if to < journey.floor && matches!(journey.raid, RaidProgress::Arrives { .. }) {
        return Err(Reject::StairsTaken);
    }
    Ok(to)
}

/// Carries out a command of the journey that was checked.
pub(crate) fn perform(world: &mut World, command: JourneyCommand) {
    if world.journey().is_some_and(|journey| journey.phase == Phase::Town) {
        town::perform(world, command);
        town::after_turn(world);
        return;
    }
    match command {
        JourneyCommand::Go { to } => travel::go(world, to),
        JourneyCommand::Choose { choice } => {
            if let Some(Phase::Encounter(meeting)) = world.journey().map(|own| own.phase) {
                encounter_outcome::choose(world, meeting, choice);
            }
        }
        JourneyCommand::LeaveField => travel::leave_field(world),
        JourneyCommand::Enter if is_at_town(world) => town::enter(world),
        JourneyCommand::Enter => enter(world),
        JourneyCommand::Depart => finish::depart(world),
        JourneyCommand::TakeStairs => {
            if let Some(Ok(to)) = world.journey().map(|journey| stairs(world, journey)) {
                relay::take_stairs(world, to);
                // A step as any other: whoever is on that floor acts after it.
                if world.shift().end.is_none() {
                    course::advance(world);
                    end_with_shift(world);
                }
            }
        }
        JourneyCommand::PickPerk { choice } => seniority::pick(world, choice),
        JourneyCommand::TakeOrder { place } => extra_orders::take_in_closet(world, place),
        JourneyCommand::Stay => {
            finish::sleep(world);
            travel::pass_night(world);
        }
        JourneyCommand::EnterHouse { .. }
        | JourneyCommand::Talk { .. }
        | JourneyCommand::Search { .. }
        | JourneyCommand::Deal { .. }
        | JourneyCommand::Treat { .. }
        | JourneyCommand::Dice { .. } => {}
    }
}

fn is_at_town(world: &World) -> bool {
    let (journey, atlas) = (world.journey(), world.atlas());
    journey.zip(atlas).is_some_and(|(journey, atlas)| atlas.is_town(journey.at))
}

/// After a turn on a floor of a journey.
pub(crate) fn after_turn(world: &mut World) {
    town::after_turn(world);
    end_with_shift(world);
}

/// The journey ends with a shift that the player did not live to see out, or gave up.
fn end_with_shift(world: &mut World) {
    let end = world.shift().end.filter(|end| matches!(end, End::Died | End::Abandoned));
    if let Some(end) = end {
        world.change_journey(|journey| journey.phase = Phase::Over(end));
    }
}

/// The journey is given up over the map.
pub(crate) fn abandon(world: &mut World) {
    world.change_journey(|journey| journey.phase = Phase::Over(End::Abandoned));
}

/// Begins the night's work at the site where the player is. A site whose floor cannot be made is lost.
fn enter(world: &mut World) {
    let (Some(mut journey), Some(atlas)) = world.take_journey() else { return };
    let mut events = Vec::new();
    let before = journey.clone();
    if let Ok(floor) = site_floor::begin_work(&mut journey, world, &atlas, &mut events) {
        *world = floor;
        journey.phase = Phase::Site;
        world.events.push(Event::Journey(JourneyEvent::Entered { site: journey.at }));
        world.events.extend(events);
    } else {
        journey = before;
        let (site, night) = (journey.at, journey.night);
        journey.site_mut(site).state = SiteState::Lost { night };
        journey.at = journey.came_from;
        world.events.push(Event::Journey(JourneyEvent::SiteLost { site }));
    }
    world.set_journey(Some(journey), Some(atlas));
}
