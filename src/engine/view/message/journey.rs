//! Messages on what happens between the floors of a journey.

use crate::sim::JourneyEvent;
use crate::view::View;
use content::capital;

use crate::view::household::counted_friends;
use crate::view::tale::{list, number, plural};

use super::Tone::{self, Bad, Good, Plain, Warning};
use super::town;

pub(super) fn words(view: &View<'_>, event: &JourneyEvent) -> Option<(String, Tone)> {
    let journey = view.journey()?;
    let place = |site| journey.site_name(site);
    let person = |id| {
        let person = journey.person(id);
        format!("{} the {}", person.name(), person.kind())
    };
    Some(match *event {
        JourneyEvent::Travelled { to, rations, hunger } => {
            let way = match rations {
                0 => format!("You walk to {} on an empty stomach", place(to)),
                1 => format!("You walk to {}, and eat one ration on the way", place(to)),
                _ => format!("You walk to {}, and eat {rations} rations on the way", place(to)),
            };
            match hunger {
                0 => (format!("{way}."), Plain),
                _ => (format!("{way}. Hunger costs you {hunger} health."), Bad),
            }
        }
        JourneyEvent::Met { meeting } => (journey.encounter_title(meeting), Warning),
        JourneyEvent::Chosen { meeting, choice, outcome } => {
            (journey.outcome_text(meeting, choice, outcome)?, Plain)
        }
        JourneyEvent::ChoiceSettled { meeting, choice, outcome, ref change } => {
            (journey.change_told(meeting, (choice, outcome), change)?, Plain)
        }
        JourneyEvent::RoadFound { from, to } => {
            (format!("There is a path from {} to {}.", place(from), place(to)), Good)
        }
        JourneyEvent::PlanHeard { leader, site } => {
            (format!("{} means to go to {} tonight.", person(leader), place(site)), Plain)
        }
        JourneyEvent::Entered { site } => {
            (format!("Night {} at {}.", journey.night(), place(site)), Plain)
        }
        JourneyEvent::Departed { site, pay } => {
            (format!("You leave {}, and are paid {pay} in all.", place(site)), Good)
        }
        JourneyEvent::NightPassed { .. } | JourneyEvent::StairsTaken { .. } => return None,
        // What the cast does in a night is told all together, by `news`.
        JourneyEvent::SiteRaided { .. }
        | JourneyEvent::PersonDied { .. }
        | JourneyEvent::PersonRetired { .. }
        | JourneyEvent::PartySettled { .. }
        | JourneyEvent::PersonRose { .. } => return None,
        JourneyEvent::SiteThreatened { site, falls_on } => {
            let nights = u32::from(journey.nights_until(falls_on));
            let text = format!(
                "{} has been plundered twice. In {} {} it is lost, unless somebody puts it in order.",
                capital(&place(site)),
                number(nights as usize),
                plural(nights, "night"),
            );
            (text, Warning)
        }
        JourneyEvent::SeniorityReached { orders } => {
            let count = u32::from(orders);
            let text = format!(
                "{} {} done as they should be. Somebody has noticed, and you are a little more senior.",
                capital(&number(usize::from(orders))),
                plural(count, "order"),
            );
            (text, Good)
        }
        JourneyEvent::PerkTaken { perk } => {
            let name = capital(&view.catalog().perk(perk).name);
            (format!("“{name}”: that is yours now, for as long as this lasts."), Good)
        }
        JourneyEvent::SiteLost { site } => {
            (format!("{} is lost. The road there is closed.", capital(&place(site))), Bad)
        }
        JourneyEvent::SeatTaken { holder, companions } => {
            let who = journey.holder_title(holder);
            let friends = counted_friends(companions.into());
            (format!("{who} has moved into the Deep Seat{friends}."), Warning)
        }
        JourneyEvent::SeatCleared { holder, by } => (view.seat_cleared_told(holder, by)?, Good),
        JourneyEvent::SeatUnworked => (
            "The chair is empty, and the place a disgrace: nobody would call it in order. By tomorrow somebody else \
             sits there."
                .to_owned(),
            Bad,
        ),
        JourneyEvent::PersonDrivenOff { person: id, site } => {
            (format!("{} has left {}, and the marches.", person(id), place(site)), Good)
        }
        JourneyEvent::BountyPaid { site, coins } => {
            (format!("{coins} of it for a quiet {}.", place(site)), Good)
        }
        JourneyEvent::SiteUnworked { site } => {
            let letter = view.catalog().campaign.seat.least_grade;
            let text = format!(
                "{} is not in order: that takes a {letter}. Its roads stay shut, no order out of the closet \
                 counts, and another night begins from the start, with nothing left to find.",
                capital(&place(site))
            );
            (text, Bad)
        }
        JourneyEvent::PayWithheld { site, coins } => {
            (format!("Kept back: {coins}. Somebody still lives at {}.", place(site)), Bad)
        }
        JourneyEvent::HeadsPaid { fell, fled, coins } => {
            let who = |count: u32, what: &str| match count {
                0 => None,
                count => Some(format!("{} who {what}", number(count as usize))),
            };
            let who: Vec<String> =
                [who(fell, "fell"), who(fled, "turned back")].into_iter().flatten().collect();
            (format!("{coins} of it for the party of dawn: {}.", list(&who)), Good)
        }
        JourneyEvent::ChestsKeptBack { chests, coins } => {
            let chests = match chests {
                1 => "a chest's worth".to_owned(),
                more => format!("{} chests' worth", number(more as usize)),
            };
            (format!("Kept back: {coins}, for {chests} that they carried off."), Bad)
        }
        // The rest happens in towns.
        _ => return town::words(view, event),
    })
}
