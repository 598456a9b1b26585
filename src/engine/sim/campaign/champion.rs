//! Who holds the Deep Seat. The rule, which the roll tells too:
//!
//! 1. When the player enters the Seat and nobody holds it, the best of the cast who still raids moves in, rested or not: the
//!    highest level, then the most raids left by the exit, then the most chests, then the lowest id; nobody below a level.
//! 2. The best of their friends who still raid move in with them, up to a number.
//! 3. If nobody is good enough, the next stand-in of the data holds it; after the last of them the chair is empty.
//! 4. Once the player has worked at a depth of the data, whoever would move in comes to the player's next dawn, unless they have
//!    been at one before, or owe the player something.
//! 5. Who holds it stays until they are dead or driven off. Friends who are left then raid again, and the next to enter is 1.

use crate::sim::prelude::*;
use std::cmp::Reverse;

use crate::sim::state::journey::{BeatenHolder, Leg};
use crate::sim::units::Holder;

/// Nights of rest for friends of a beaten holder, as after a bad raid.
const NIGHTS_OF_REST: i16 = 3;

/// The order of persons from the best on.
pub(crate) fn rank(id: PersonId, person: &Person) -> impl Ord + use<> {
    let record = &person.record;
    (Reverse(person.level), Reverse(record.through), Reverse(record.chests), id)
}

/// The best of the cast who still raids, and is good enough for the Deep Seat.
pub(crate) fn heir(journey: &Journey, catalog: &Catalog) -> Option<PersonId> {
    let min_level = catalog.campaign.seat.min_level;
    let fits = |person: &Person| person.is_raiding() && person.level >= min_level;
    let fit = journey.persons().filter(|(_, person)| fits(person));
    fit.min_by_key(|&(id, person)| rank(id, person)).map(|(id, _)| id)
}

/// Who comes to the player's dawn because they would hold the Deep Seat, to see who keeps these floors.
pub(crate) fn caller(
    journey: &Journey,
    atlas: &Atlas,
    site: SiteId,
    catalog: &Catalog,
) -> Option<PersonId> {
    let from = catalog.campaign.seat.calls_from;
    let is_deep =
        |leg: &Leg| matches!(*leg, Leg::Work { site, .. } if atlas.site(site).depth.0 >= from);
    let is_due =
        site != atlas.goal() && journey.seat.holder.is_none() && journey.trail.iter().any(is_deep);
    let is_new = |person: &Person| person.record.met_player == 0 && person.stance != Stance::Debt;
    heir(journey, catalog).filter(|&id| is_due && is_new(journey.person(id)))
}

/// The best of somebody's friends who still raid, up to a number.
pub(super) fn companions(journey: &Journey, of: PersonId, max: u8) -> Vec<PersonId> {
    let friends = journey.person(of).friends.iter().copied();
    let mut friends: Vec<PersonId> =
        friends.filter(|&id| journey.person(id).is_raiding()).collect();
    friends.sort_by_key(|&id| rank(id, journey.person(id)));
    friends.truncate(max.into());
    friends
}

/// Somebody moves into the Deep Seat, unless it is held; the player sees who is there.
pub(super) fn take_seat(journey: &mut Journey, catalog: &Catalog, events: &mut Vec<Event>) {
    let night = journey.night;
    if journey.seat.holder.is_none() {
        let Some(holder) = next_holder(journey, catalog) else { return };
        let mut company = Vec::new();
        if let Holder::Person(id) = holder {
            company = companions(journey, id, catalog.campaign.seat.companions);
            for id in company.iter().copied().chain([id]) {
                journey.person_mut(id).fate = PersonFate::Seated { night };
            }
        }
        journey.seat.holder = Some(holder);
        let companions = company.len() as u8;
        events.push(Event::Journey(JourneyEvent::SeatTaken { holder, companions }));
    }
    for person in &mut journey.cast {
        if let PersonFate::Seated { .. } = person.fate {
            person.met = Some(night);
        }
    }
}

/// Who would move in now; `None` when all stand-ins are beaten too.
fn next_holder(journey: &Journey, catalog: &Catalog) -> Option<Holder> {
    if let Some(id) = heir(journey, catalog) {
        return Some(Holder::Person(id));
    }
    let is_stand_in = |own: &&BeatenHolder| own.holder.person().is_none();
    let before = journey.seat.beaten.iter().filter(is_stand_in).count();
    let is_left = before < catalog.campaign.seat.stand_ins.len();
    is_left.then_some(Holder::StandIn(before as u8))
}

/// Those who stand by the holder of the Deep Seat, in the order of their ids.
pub(super) fn company(journey: &Journey) -> Vec<PersonId> {
    let is_seated = |person: &Person| matches!(person.fate, PersonFate::Seated { .. });
    let holder = journey.seat.holder.and_then(Holder::person);
    let seated = journey.persons().filter(|(_, person)| is_seated(person));
    seated.map(|(id, _)| id).filter(|&id| Some(id) != holder).collect()
}

/// The holder of the Deep Seat is beaten; what has become of the person was noted. Friends who are left raid again.
pub(super) fn clear_seat(journey: &mut Journey, by: Option<Harm>, events: &mut Vec<Event>) {
    let Some(holder) = journey.seat.holder else { return };
    for id in company(journey) {
        raid_again(journey, id);
    }
    let night = journey.night;
    journey.seat.holder = None;
    journey.seat.beaten.push(BeatenHolder { holder, night, by });
    events.push(Event::Journey(JourneyEvent::SeatCleared { holder, by }));
}

/// Somebody who stood by a friend goes back to what they did before.
pub(super) fn raid_again(journey: &mut Journey, id: PersonId) {
    let night = journey.night;
    let person = journey.person_mut(id);
    person.fate = PersonFate::Raiding;
    person.rested_on = person.rested_on.max(night + NIGHTS_OF_REST);
}
