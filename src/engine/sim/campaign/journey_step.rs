//! The commands of a journey: what allows them, and what they do.

use crate::sim::campaign::journey_ref::JourneyRef;
use crate::sim::campaign::meaning::{JourneyAction, Meaning};
use crate::sim::campaign::{
    encounter_outcome, encounters, extra_orders, finish, site_floor, town, travel,
};
use crate::sim::prelude::*;
use crate::sim::shift;
use crate::sim::shift::raid::relay;

/// What a command means where the journey is now.
///
/// # Errors
/// Why it cannot be carried out; commands of the floor are not checked further.
pub(crate) fn check(world: &World, command: Command) -> Result<Meaning, Reject> {
    let Some(journey) = world.on_journey() else {
        return match command {
            Command::Journey(_) => Err(Reject::NoJourney),
            _ => Ok(Meaning::OfFloor(command)),
        };
    };
    let is_shift_over = world.shift().end.is_some();
    let action = match (journey.phase, command) {
        (Phase::Over(_), _) => return Err(Reject::Over),
        (Phase::Town, _) => return town::check(world, command),
        (Phase::Map | Phase::Encounter(_) | Phase::Seniority, Command::Abandon) => {
            JourneyAction::Abandon
        }
        (Phase::Site, Command::Abandon) if is_shift_over => JourneyAction::Abandon,
        (Phase::Map, Command::Journey(own)) => check_on_map(journey, own)?,
        (Phase::Map, _) => return Err(Reject::OnMap),
        (Phase::Encounter(meeting), Command::Journey(JourneyCommand::Choose { choice })) => {
            let choices = &world.catalog.encounter(meeting.encounter).choices;
            let chosen = choices.get(usize::from(choice)).ok_or(Reject::ChoiceShut)?;
            if !encounters::is_open(world, meeting, chosen) {
                return Err(Reject::ChoiceShut);
            }
            JourneyAction::Choose { meeting, choice }
        }
        (Phase::Seniority, Command::Journey(JourneyCommand::PickPerk { choice })) => {
            let offered = world.perks_offered();
            JourneyAction::PickPerk(*offered.get(usize::from(choice)).ok_or(Reject::ChoiceShut)?)
        }
        (Phase::Encounter(_) | Phase::Seniority, _) => return Err(Reject::ChoiceFirst),
        (Phase::Field { to }, Command::ClockOut | Command::Journey(JourneyCommand::LeaveField)) => {
            if world.player_pos() != world.floor.exit && is_foe_about(world) {
                return Err(Reject::FoesAbout);
            }
            JourneyAction::LeaveField { to }
        }
        (Phase::Field { .. }, Command::Journey(_)) => return Err(Reject::NotOnMap),
        (Phase::Site, Command::Journey(JourneyCommand::Depart)) => {
            JourneyAction::Depart(world.shift().end.ok_or(Reject::ShiftGoesOn)?)
        }
        (Phase::Site, _) if is_shift_over => return Err(Reject::ShiftDone),
        (Phase::Site, Command::Journey(JourneyCommand::TakeStairs)) => {
            JourneyAction::TakeStairs { to: stairs(world, &journey)? }
        }
        (Phase::Site, Command::Journey(JourneyCommand::TakeOrder { place })) => {
            JourneyAction::TakeOrder(extra_orders::check_closet(world, &journey, place)?)
        }
        (Phase::Site, Command::Journey(_)) => return Err(Reject::NotOnMap),
        // The exit of the site is on its lowest floor; on the others it is a stair.
        (Phase::Site, Command::ClockOut)
            if journey.floor < journey.last_floor()
                && world.player_pos() == world.floor.exit
                && !leaves_by_start(world) =>
        {
            JourneyAction::TakeStairs { to: stairs(world, &journey)? }
        }
        (Phase::Field { .. } | Phase::Site, _) => return Ok(Meaning::OfFloor(command)),
    };
    Ok(Meaning::OfJourney(action))
}

fn check_on_map(journey: JourneyRef<'_>, command: JourneyCommand) -> Result<JourneyAction, Reject> {
    let state = journey.site(journey.at).state;
    match command {
        JourneyCommand::Go { to } => Ok(JourneyAction::Go { to, cost: journey.road_cost(to)? }),
        JourneyCommand::Enter if journey.atlas.is_town(journey.at) => {
            town::check_entry(&journey).map(|()| JourneyAction::EnterTown)
        }
        JourneyCommand::Enter if state == SiteState::Open => Ok(JourneyAction::EnterSite),
        JourneyCommand::Enter => Err(Reject::NoWorkHere),
        JourneyCommand::Stay if matches!(state, SiteState::Worked { .. }) => {
            Ok(JourneyAction::Stay)
        }
        JourneyCommand::Stay => Err(Reject::NoBed),
        _ => Err(Reject::OnMap),
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

/// Carries out what a command of the journey means.
pub(crate) fn perform(world: &mut World, action: JourneyAction) {
    match action {
        JourneyAction::Abandon => {
            world.change_journey(|journey| journey.phase = Phase::Over(End::Abandoned));
        }
        JourneyAction::Go { to, cost } => travel::go(world, to, cost),
        JourneyAction::Choose { meeting, choice } => {
            encounter_outcome::choose(world, meeting, choice);
        }
        JourneyAction::PickPerk(perk) => finish::pick_perk(world, perk),
        JourneyAction::EnterSite => enter_site(world),
        JourneyAction::EnterTown => town::enter(world),
        JourneyAction::Stay => {
            finish::sleep(world);
            travel::pass_night(world);
        }
        JourneyAction::LeaveField { to } => travel::leave_field(world, to),
        JourneyAction::Depart(end) => finish::depart(world, end),
        JourneyAction::TakeStairs { to } => {
            relay::take_stairs(world, to);
            // A step as any other: whoever is on that floor acts after it.
            if world.shift().end.is_none() {
                shift::advance(world);
                end_with_shift(world);
            }
        }
        JourneyAction::TakeOrder(order) => extra_orders::take_in_closet(world, order),
        JourneyAction::InTown(action) => {
            town::perform(world, action);
            town::after_turn(world);
        }
    }
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

/// Begins the night's work at the site where the player is. A site whose floor cannot be made is
/// lost.
fn enter_site(world: &mut World) {
    let Some(mut own) = world.take_journey_out() else { return };
    let (site, before) = (own.at, own.journey.clone());
    own.tell(JourneyEvent::Entered { site });
    if let Ok(floor) = site_floor::begin_work(&mut own, world) {
        *world = floor;
        own.phase = Phase::Site;
    } else {
        own.journey = before;
        own.events.clear();
        let night = own.night;
        own.site_mut(site).state = SiteState::Lost { night };
        own.at = own.came_from;
        own.tell(JourneyEvent::SiteLost { site });
    }
    world.put_journey_back(own);
}
