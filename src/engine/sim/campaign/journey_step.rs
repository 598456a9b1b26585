//! The commands of a journey: what allows them, and what they do.

use crate::sim::campaign::journey_ref::{JourneyRef, Meaning};
use crate::sim::campaign::{encounter_outcome, encounters, finish, pay, site_floor, town, travel};
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
    let is_shift_over = world.shift.end.is_some();
    Ok(match (journey.phase, command) {
        (Phase::Over(_), _) => return Err(Reject::Over),
        (Phase::Town, _) => return town::check(world, command),
        (Phase::Map | Phase::Encounter(_) | Phase::Seniority, Command::Abandon) => {
            Meaning::deed(abandon)
        }
        (Phase::Site, Command::Abandon) if is_shift_over => Meaning::deed(abandon),
        (Phase::Map, Command::Journey(own)) => return check_on_map(journey, own),
        (Phase::Map, _) => return Err(Reject::OnMap),
        (Phase::Encounter(meeting), Command::Journey(JourneyCommand::Choose { choice })) => {
            let choices = &world.catalog.encounter(meeting.encounter).choices;
            let chosen = choices.get(usize::from(choice)).ok_or(Reject::ChoiceShut)?;
            if !encounters::is_open(world, meeting, chosen) {
                return Err(Reject::ChoiceShut);
            }
            Meaning::deed(move |world| encounter_outcome::choose(world, meeting, choice))
        }
        (Phase::Seniority, Command::Journey(JourneyCommand::PickPerk { choice })) => {
            let offered = world.perks_offered();
            let perk = *offered.get(usize::from(choice)).ok_or(Reject::ChoiceShut)?;
            Meaning::deed(move |world| finish::pick_perk(world, perk))
        }
        (Phase::Encounter(_) | Phase::Seniority, _) => return Err(Reject::ChoiceFirst),
        (Phase::Field { to }, Command::ClockOut | Command::Journey(JourneyCommand::LeaveField)) => {
            if world.player_pos() != world.floor.exit && is_foe_about(world) {
                return Err(Reject::FoesAbout);
            }
            Meaning::deed(move |world| travel::leave_field(world, to))
        }
        (Phase::Field { .. }, Command::Journey(_)) => return Err(Reject::NotOnMap),
        (Phase::Site, Command::Journey(JourneyCommand::Depart)) => {
            let end = world.shift.end.ok_or(Reject::ShiftGoesOn)?;
            Meaning::deed(move |world| finish::depart(world, end))
        }
        (Phase::Site, _) if is_shift_over => return Err(Reject::ShiftDone),
        (Phase::Site, Command::Journey(JourneyCommand::TakeStairs)) => stairs(world, &journey)?,
        (Phase::Site, Command::Journey(JourneyCommand::TakeOrder { place })) => {
            let order = pay::check_closet(world, &journey, place)?;
            Meaning::deed(move |world| pay::take_in_closet(world, order))
        }
        (Phase::Site, Command::Journey(_)) => return Err(Reject::NotOnMap),
        // The exit of the site is on its lowest floor; on the others it is a stair.
        (Phase::Site, Command::ClockOut)
            if journey.floor < journey.last_floor() && world.player_pos() == world.floor.exit =>
        {
            stairs(world, &journey)?
        }
        (Phase::Field { .. } | Phase::Site, _) => Meaning::OfFloor(command),
    })
}

fn check_on_map(journey: JourneyRef<'_>, command: JourneyCommand) -> Result<Meaning, Reject> {
    let state = journey.site(journey.at).state;
    Ok(match command {
        JourneyCommand::Go { to } => {
            let cost = journey.road_cost(to)?;
            Meaning::deed(move |world| travel::go(world, to, cost))
        }
        JourneyCommand::Enter if journey.atlas.is_town(journey.at) => {
            town::check_entry(&journey)?;
            Meaning::deed(town::enter)
        }
        JourneyCommand::Enter if state == SiteState::Open => Meaning::deed(enter_site),
        JourneyCommand::Enter => return Err(Reject::NoWorkHere),
        JourneyCommand::Stay if matches!(state, SiteState::Worked { .. }) => {
            Meaning::deed(|world| {
                finish::sleep(world);
                travel::pass_night(world);
            })
        }
        JourneyCommand::Stay => return Err(Reject::NoBed),
        _ => return Err(Reject::OnMap),
    })
}

fn abandon(world: &mut World) {
    world.change_journey(|journey| journey.phase = Phase::Over(End::Abandoned));
}

fn is_foe_about(world: &World) -> bool {
    let player = world.roster()[0];
    world.roster()[1..].iter().any(|other| world.are_hostile(&player, other))
}

/// The way to the floor to which the stairs lead on which the player stands.
fn stairs(world: &World, journey: &Journey) -> Result<Meaning, Reject> {
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
    world.refuse_if_owing()?;
    if to < journey.floor && matches!(journey.raid, RaidProgress::Arrives { .. }) {
        return Err(Reject::StairsTaken);
    }
    Ok(Meaning::deed(move |world| {
        relay::take_stairs(world, to);
        // A step as any other: whoever is on that floor acts after it.
        if world.shift.end.is_none() {
            shift::advance(world);
            end_with_shift(world);
        }
    }))
}

pub(crate) fn after_turn(world: &mut World) {
    town::after_turn(world);
    end_with_shift(world);
}

/// The journey ends with a shift that the player did not live to see out, or gave up.
fn end_with_shift(world: &mut World) {
    let end = world.shift.end.filter(|end| matches!(end, End::Died | End::Abandoned));
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
    let floor = site_floor::begin_work(&mut own, world);
    let is_made = floor.is_ok();
    if let Ok(floor) = floor {
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
    if is_made {
        world.note_bed();
    }
}
