//! Messages on what happens between the floors of a journey, and in its towns.

use crate::sim::{ActorId, Coins, JourneyEvent};
use crate::view::View;
use crate::view::household::counted_friends;
use crate::view::tale::counted_in_words;
use crate::view::town::TownView;
use content::{DrinkEffect, capital};

use super::told::Tone::{Bad, Good, Plain, Warning};
use super::told::{Told, told};

/// What is told of houses where nothing is sold, in turn.
const HOMES: [&str; 5] = [
    "Somebody's house. They did not say come in, and they did not say anything else.",
    "A house like the last one, with other people's boots by the door.",
    "A house. It smells of soup, and of nobody offering you any.",
    "Four walls and somebody's whole life. You wipe your feet. It is a habit.",
    "Somebody's house. The door was not locked. That is all there is to say for the welcome.",
];

pub(super) fn words(view: &View<'_>, event: &JourneyEvent) -> Told {
    let (catalog, journey) = (view.catalog(), view.journey()?);
    let place = |site| journey.site_name(site);
    let titled = |id| journey.person(id).title();
    match *event {
        JourneyEvent::Travelled { to, rations, hunger } => {
            let way = match rations {
                0 => format!("You walk to {} on an empty stomach", place(to)),
                1 => format!("You walk to {}, and eat one ration on the way", place(to)),
                _ => format!("You walk to {}, and eat {rations} rations on the way", place(to)),
            };
            match hunger {
                0 => told(format!("{way}."), Plain),
                _ => told(format!("{way}. Hunger costs you {hunger} health."), Bad),
            }
        }
        JourneyEvent::Met { meeting } => told(journey.encounter_title(meeting), Warning),
        JourneyEvent::Chosen { meeting, choice, outcome } => {
            told(journey.outcome_text(meeting, choice, outcome)?, Plain)
        }
        JourneyEvent::ChoiceSettled { meeting, choice, outcome, ref change } => {
            told(journey.change_told(meeting, (choice, outcome), change)?, Plain)
        }
        JourneyEvent::RoadFound { from, to } => {
            told(format!("There is a path from {} to {}.", place(from), place(to)), Good)
        }
        JourneyEvent::PlanHeard { leader, site } => {
            told(format!("{} means to go to {} tonight.", titled(leader), place(site)), Plain)
        }
        JourneyEvent::Entered { site } => {
            told(format!("Night {} at {}.", journey.night(), place(site)), Plain)
        }
        JourneyEvent::Departed { site, pay } => {
            told(format!("You leave {}, and are paid {pay} in all.", place(site)), Good)
        }
        JourneyEvent::NightPassed { .. } | JourneyEvent::StairsTaken { .. } => None,
        // What the cast does in a night is told all together, by `news`.
        JourneyEvent::SiteRaided { .. }
        | JourneyEvent::PersonDied { .. }
        | JourneyEvent::PersonRetired { .. }
        | JourneyEvent::PartySettled { .. }
        | JourneyEvent::PersonRose { .. } => None,
        JourneyEvent::SiteThreatened { site, falls_on } => {
            let nights = counted_in_words(journey.nights_until(falls_on).into(), "night");
            let text = format!(
                "{} has been plundered twice. In {nights} it is lost, unless somebody puts it in \
                 order.",
                capital(&place(site)),
            );
            told(text, Warning)
        }
        JourneyEvent::SeniorityReached { orders } => {
            let orders = capital(&counted_in_words(orders.into(), "order"));
            let noticed = "Somebody has noticed, and you are a little more senior.";
            told(format!("{orders} done as they should be. {noticed}"), Good)
        }
        JourneyEvent::PerkTaken { perk } => {
            let name = capital(&catalog.perk(perk).name);
            told(format!("“{name}”: that is yours now, for as long as this lasts."), Good)
        }
        JourneyEvent::SiteLost { site } => {
            told(format!("{} is lost. The road there is closed.", capital(&place(site))), Bad)
        }
        JourneyEvent::SeatTaken { holder, companions } => {
            let (who, friends) = (journey.holder_title(holder), counted_friends(companions.into()));
            told(format!("{who} has moved into the Deep Seat{friends}."), Warning)
        }
        JourneyEvent::SeatCleared { holder, by } => told(view.seat_cleared_told(holder, by)?, Good),
        JourneyEvent::SeatUnworked => told(
            "The chair is empty, and the place a disgrace: nobody would call it in order. By \
             tomorrow somebody else sits there.",
            Bad,
        ),
        JourneyEvent::PersonDrivenOff { person, site } => {
            told(format!("{} has left {}, and the marches.", titled(person), place(site)), Good)
        }
        JourneyEvent::BountyPaid { site, coins } => {
            told(format!("{coins} of it for a quiet {}.", place(site)), Good)
        }
        JourneyEvent::SiteUnworked { site } => {
            let (place, letter) = (capital(&place(site)), catalog.campaign.seat.least_grade);
            let text = format!(
                "{place} is not in order: that takes a {letter}. Its roads stay shut, no order out \
                 of the closet counts, and another night begins from the start, with nothing left \
                 to find."
            );
            told(text, Bad)
        }
        JourneyEvent::PayWithheld { site, coins } => {
            told(format!("Kept back: {coins}. Somebody still lives at {}.", place(site)), Bad)
        }
        JourneyEvent::DawnPaid { coins } => told(format!("{coins} of it for dawn."), Good),
        JourneyEvent::NoticeTaken { notice, person, coins } => {
            let text = journey.notice_text(notice, person);
            let fine = Coins(journey.fine_for(notice, coins.0 as u16));
            let pays = format!("It pays {coins}; left undone it costs {fine}.");
            told(format!("You take the notice down. “{text}” {pays}"), Good)
        }
        JourneyEvent::NoticeSettled { notice, person, coins, fine } => {
            let what = journey.name_of_order(notice, person);
            match (coins, fine) {
                (Coins(0), Coins(0)) => {
                    told(format!("{what} is not fulfilled, and there was nothing to fine."), Bad)
                }
                (Coins(0), fine) => told(format!("{what} is not fulfilled: {fine} less."), Bad),
                (coins, _) => told(format!("{what} is fulfilled: {coins} of it for that."), Good),
            }
        }
        JourneyEvent::TownEntered { site, rations, hunger } => {
            let way = match rations {
                0 => format!("You walk into {}", place(site)),
                1 => format!("You walk into {}, and share a ration with the gate", place(site)),
                _ => format!("You walk into {}, {rations} rations the poorer", place(site)),
            };
            let way = match hunger {
                0 => format!("{way}."),
                _ => format!("{way}, on an empty stomach: {hunger} health."),
            };
            match (view.town().map_or(0, |town| town.markup_by_repute()), hunger) {
                (0, 0) => told(way, Plain),
                (0, _) => told(way, Warning),
                (dearer, _) => {
                    let word = "Word of the chests has come before you:";
                    told(format!("{way} {word} {dearer}% on every price."), Warning)
                }
            }
        }
        JourneyEvent::TownLeft { site, opens: true } => {
            let place = place(site);
            told(format!("You leave {place} by the far gate. The roads beyond are open."), Good)
        }
        JourneyEvent::TownLeft { site, opens: false } => {
            told(format!("You leave {} the way you came.", place(site)), Plain)
        }
        _ => words_in_town(view, event),
    }
}

/// The words for an event on the streets or in a house of a town.
fn words_in_town(view: &View<'_>, event: &JourneyEvent) -> Told {
    let (catalog, journey) = (view.catalog(), view.journey()?);
    let town = || view.town();
    let name = |id| journey.person(id).name();
    match *event {
        JourneyEvent::HouseEntered { house, kind } => {
            let entered = town()?.house(house)?;
            match kind {
                Some(_) => {
                    let (name, about) = (capital(&entered.name), entered.kind?.about());
                    told(format!("{name}, {about}."), Plain)
                }
                None => told(HOMES[usize::from(house) % HOMES.len()], Plain),
            }
        }
        JourneyEvent::Said { actor } => said(&town()?, actor),
        JourneyEvent::Bought { house, offer, price } => {
            let offer = town()?.house(house)?.kind?.offers.get(usize::from(offer))?;
            told(format!("{}: {price}.", capital(&offer.name)), Plain)
        }
        JourneyEvent::KitBought { trap } => {
            told(format!("On the lid it says: {}.", catalog.trap(trap).name), Plain)
        }
        JourneyEvent::RumourHeard { site } => {
            let place = capital(&journey.site_name(site));
            told(format!("{place}. {}", journey.rumour(site)?), Good)
        }
        JourneyEvent::CoinsFound { coins } => told(format!("In the chest: {coins}."), Good),
        JourneyEvent::SupplyFound { supply, count } => {
            told(format!("In the chest: {}.", supply.counted(count)), Good)
        }
        JourneyEvent::RationsFound { count } => {
            told(format!("In the chest: {}.", counted_in_words(count.into(), "ration")), Good)
        }
        JourneyEvent::NothingFound => {
            told("Straw, and the shape of something that was sold.", Plain)
        }
        JourneyEvent::HouseTold { house } => {
            told(format!("You make a note of it: {}.", town()?.place_of(house)?), Good)
        }
        JourneyEvent::Treated { person, drink, price } => {
            let name = name(person);
            match catalog.town.drinks.get(usize::from(drink))?.does {
                DrinkEffect::Tell => told(format!("You stand {name} a drink: {price}."), Plain),
                DrinkEffect::Sleep(_) => {
                    let abed = "is put to bed singing, and goes nowhere tonight.";
                    told(format!("It is a long evening, and {price}. {name} {abed}"), Good)
                }
            }
        }
        JourneyEvent::DiceWon { person, stack: Some(stack), is_sore, .. } => {
            let (name, item) = (name(person), view.item_name(stack.kind, stack.count));
            let text = format!("Your throw. {name} pushes {item} across the table.");
            if is_sore {
                let after = "They look at you for a long time. They will know you again.";
                return told(format!("{text} {after}"), Warning);
            }
            told(text, Good)
        }
        JourneyEvent::DiceWon { person, coins, .. } => {
            told(format!("Your throw: {coins} from {}.", name(person)), Good)
        }
        JourneyEvent::DiceLost { person, coins } => {
            let name = name(person);
            told(format!("Not your throw, and {name} does not even look up: {coins} gone."), Bad)
        }
        JourneyEvent::SeenStealing { witness } => {
            let who = capital(&town()?.subject(witness).unwrap_or_else(|| "somebody".to_owned()));
            let (dearer, abroad) = (town()?.markup(), town()?.markup_to_come());
            let text = format!(
                "{who} has seen that. It is all over town: prices are {dearer}% up for you. By \
                 tomorrow night it is all over the next town too, at {abroad}%."
            );
            told(text, Bad)
        }
        _ => None,
    }
}

fn said(town: &TownView<'_>, actor: ActorId) -> Told {
    if let Some(words) = town.said_by(actor) {
        return told(format!("{}: “{words}”", capital(&town.name_of(actor)?)), Plain);
    }
    told(format!("{} looks up. Something you like?", capital(&town.subject(actor)?)), Plain)
}
