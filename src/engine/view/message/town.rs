//! Messages on what happens in a town.

use crate::sim::{Coins, JourneyEvent};
use crate::view::View;
use crate::view::tale::{number, plural};
use crate::view::town::TownView;
use content::{DrinkEffect, capital};

use super::Tone::{self, Bad, Good, Plain, Warning};

/// What is told of houses where nothing is sold, in turn.
const HOMES: [&str; 5] = [
    "Somebody's house. They did not say come in, and they did not say anything else.",
    "A house like the last one, with other people's boots by the door.",
    "A house. It smells of soup, and of nobody offering you any.",
    "Four walls and somebody's whole life. You wipe your feet. It is a habit.",
    "Somebody's house. The door was not locked. That is all there is to say for the welcome.",
];

/// The words for an event of a town; `None` for any other event.
pub(super) fn words(view: &View<'_>, event: &JourneyEvent) -> Option<(String, Tone)> {
    let journey = view.journey()?;
    let place = |site| journey.site_name(site);
    let town = || view.town();
    Some(match *event {
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
            match (town().map_or(0, |town| town.markup_by_repute()), hunger) {
                (0, 0) => (way, Plain),
                (0, _) => (way, Warning),
                (dearer, _) => {
                    let word = format!(
                        "Word of the chests has come before you: {dearer}% on every price."
                    );
                    (format!("{way} {word}"), Warning)
                }
            }
        }
        JourneyEvent::TownLeft { site, opens: true } => {
            (format!("You leave {} by the far gate. The roads beyond are open.", place(site)), Good)
        }
        JourneyEvent::TownLeft { site, opens: false } => {
            (format!("You leave {} the way you came.", place(site)), Plain)
        }
        JourneyEvent::HouseEntered { house, kind } => {
            let entered = town()?.house(house)?;
            let inside = match kind {
                Some(_) => format!("{}, {}.", capital(&entered.name), entered.kind?.about()),
                None => HOMES[usize::from(house) % HOMES.len()].to_owned(),
            };
            (inside, Plain)
        }
        JourneyEvent::Said { actor } => said(&town()?, actor)?,
        JourneyEvent::Bought { house, offer, price } => {
            let house = town()?.house(house)?;
            let offer = house.kind?.offers.get(usize::from(offer))?;
            (format!("{}: {price}.", capital(&offer.name)), Plain)
        }
        JourneyEvent::KitBought { trap } => {
            let trap = &view.catalog().trap(trap).name;
            (format!("On the lid it says: {trap}."), Plain)
        }
        JourneyEvent::RumourHeard { site } => {
            let told = journey.rumour(site)?;
            (format!("{}. {told}", capital(&place(site))), Good)
        }
        JourneyEvent::CoinsFound { coins } => (format!("In the chest: {coins}."), Good),
        JourneyEvent::SupplyFound { supply, count } => {
            (format!("In the chest: {}.", supply.counted(count)), Good)
        }
        JourneyEvent::RationsFound { count } => {
            let noun = plural(count.into(), "ration");
            (format!("In the chest: {} {noun}.", number(count.into())), Good)
        }
        JourneyEvent::NothingFound => {
            ("Straw, and the shape of something that was sold.".to_owned(), Plain)
        }
        JourneyEvent::HouseTold { house } => {
            let place = town()?.place_of(house)?;
            (format!("You make a note of it: {place}."), Good)
        }
        JourneyEvent::Treated { person, drink, price } => {
            let own = view.catalog().town.drinks.get(usize::from(drink))?;
            let name = journey.person(person).name();
            match own.does {
                DrinkEffect::Tell => (format!("You stand {name} a drink: {price}."), Plain),
                DrinkEffect::Sleep(_) => (
                    format!(
                        "It is a long evening, and {price}. {name} is put to bed singing, and goes nowhere tonight."
                    ),
                    Good,
                ),
            }
        }
        JourneyEvent::DiceWon { person, stack: Some(stack), is_sore, .. } => {
            let item = view.item_name(stack.kind, stack.count);
            let name = journey.person(person).name();
            let after = if is_sore {
                " They look at you for a long time. They will know you again."
            } else {
                ""
            };
            (
                format!("Your throw. {name} pushes {item} across the table.{after}"),
                if is_sore { Warning } else { Good },
            )
        }
        JourneyEvent::DiceWon { person, coins, .. } => {
            let name = journey.person(person).name();
            (format!("Your throw: {coins} from {name}."), Good)
        }
        JourneyEvent::DiceLost { person, coins } => {
            let name = journey.person(person).name();
            (format!("Not your throw, and {name} does not even look up: {coins} gone."), Bad)
        }
        JourneyEvent::SeenStealing { witness } => {
            let who = town()?.subject(witness).unwrap_or_else(|| "somebody".to_owned());
            let (dearer, abroad) = (town()?.markup(), town()?.markup_to_come());
            let text = format!(
                "{} has seen that. It is all over town: prices are {dearer}% up for you. By tomorrow night it is all over the \
                 next town too, at {abroad}%.",
                capital(&who)
            );
            (text, Bad)
        }
        JourneyEvent::NoticeTaken { notice, person, coins } => {
            let text = journey.notice_text(notice, person);
            let fine = Coins(journey.fine_for(notice, coins.0 as u16));
            let text = format!(
                "You take the notice down. “{text}” It pays {coins}; left undone it costs {fine}."
            );
            (text, Good)
        }
        JourneyEvent::NoticeSettled { notice, person, coins, fine } => {
            let what = journey.name_of_order(notice, person);
            match (coins, fine) {
                (Coins(0), Coins(0)) => {
                    (format!("{what} is not fulfilled, and there was nothing to fine."), Bad)
                }
                (Coins(0), fine) => (format!("{what} is not fulfilled: {fine} less."), Bad),
                (coins, _) => (format!("{what} is fulfilled: {coins} of it for that."), Good),
            }
        }
        _ => return None,
    })
}

/// What somebody says, with their name before it.
fn said(town: &TownView<'_>, actor: crate::sim::ActorId) -> Option<(String, Tone)> {
    Some(match town.said_by(actor) {
        Some(words) => (format!("{}: “{words}”", capital(&town.name_of(actor)?)), Plain),
        None => {
            (format!("{} looks up. Something you like?", capital(&town.subject(actor)?)), Plain)
        }
    })
}
