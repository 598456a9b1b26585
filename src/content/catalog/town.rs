//! Checks of `town.ron` and `sayings.ron`.

mod pastimes;

use super::actors::named;
use super::checker::Checker;
use crate::actor::ActorKind;
use crate::error::DataError;
use crate::hearsay::Tip;
use crate::hearsay::{Saying, Topic};
use crate::kind_id::ActorKindId;
use crate::town::{Find, Service, TownRules};

/// Checks every number of towns, and resolves the kinds of actors that they name.
pub(super) fn check(
    file: &Checker<'_>,
    town: &mut TownRules,
    actors: &[ActorKind],
) -> Result<(), DataError> {
    file.within("", "width", town.width, 22, 120)?;
    file.within("", "height", town.height, 17, 80)?;
    file.within("", "house_percent", town.house_percent, 25, 800)?;
    file.within("", "deeper", town.deeper.min(10_000) as i32, 0, 1_000)?;
    file.within("", "entry_rations", town.entry_rations.into(), 0, 20)?;
    file.within("", "guests", town.guests as i32, 0, 20)?;
    let find = |field, name: &str| -> Result<ActorKindId, DataError> {
        named(actors, name).map_err(|message| file.error("", field, message))
    };
    town.resident_id = find("resident", &town.resident)?;
    town.guest_id = find("guest", &town.guest)?;
    file.unique(town.houses.iter().map(|house| house.name.as_str()))?;
    for house in &mut town.houses {
        let name = house.name.clone();
        house.keeper_id =
            named(actors, &house.keeper).map_err(|message| file.error(&name, "keeper", message))?;
        file.within(&name, "width", house.width, 10, 60)?;
        file.within(&name, "height", house.height, 8, 40)?;
        if house.names.is_empty() {
            return Err(file.error(&name, "names", "there are none".to_owned()));
        }
        // Each has a letter of its own on the screen.
        file.within(&name, "offers", house.offers.len() as i32, 0, 20)?;
        for offer in &house.offers {
            file.within(&offer.name, "price", offer.price as i32, 0, 1_000)?;
            check_service(file, &offer.name, offer.gives)?;
        }
    }
    let dwelling = &town.dwelling;
    file.range("width", dwelling.width, 10, 60)?;
    file.range("height", dwelling.height, 8, 40)?;
    file.range("dwellers", dwelling.dwellers, 0, 6)?;
    file.range("strollers", town.strollers, 0, 20)?;
    file.unique(town.trades.iter().map(|trade| trade.name.as_str()))?;
    if town.trades.is_empty() {
        return Err(file.error("", "trades", "there are none".to_owned()));
    }
    for trade in &town.trades {
        file.within(&trade.name, "honest", trade.honest as i32, 0, 100)?;
    }
    check_finds(file, "chests", &town.chests)?;
    check_finds(file, "hoard", &town.hoard)?;
    check_finds(file, "crates", &town.crates)?;
    file.within("", "resident_lines", town.resident_lines as i32, 1, 20)?;
    file.within("", "hero_lines", town.hero_lines as i32, 1, 40)?;
    pastimes::check(file, town)?;
    file.within("", "percent", town.theft.percent as i32, 0, 100)?;
    file.within("", "robbery", town.theft.robbery.into(), 0, town.theft.most.into())?;
    file.within("", "elsewhere", town.theft.elsewhere as i32, 0, 100)?;
    file.within("", "most", town.theft.most.into(), 0, 100)?;
    Ok(())
}

fn check_finds(file: &Checker<'_>, field: &str, finds: &[(u32, Find)]) -> Result<(), DataError> {
    if finds.iter().all(|(weight, _)| *weight == 0) {
        return Err(file.error("", field, "none has any weight".to_owned()));
    }
    for (_, found) in finds {
        match *found {
            Find::Coins(low, high) => file.range(field, (low, high), 1, 1_000)?,
            Find::Supply(_, count) | Find::Rations(count) => {
                file.within("", field, count.into(), 1, 20)?;
            }
            Find::Item | Find::Nothing => {}
        }
    }
    Ok(())
}

fn check_service(file: &Checker<'_>, offer: &str, gives: Service) -> Result<(), DataError> {
    match gives {
        Service::Rations(count) | Service::Supply(_, count) => {
            file.within(offer, "gives", count.into(), 1, 20)
        }
        Service::Tonic(health) => file.within(offer, "gives", health, 1, 20),
        Service::Heal(percent) => file.within(offer, "gives", percent, 1, 100),
        Service::Kit | Service::Rumour | Service::Order => Ok(()),
    }
}

/// Every placeholder of a saying is one of its topic, and each topic has a saying for those who know and for those who do not.
pub(super) fn check_sayings(file: &Checker<'_>, sayings: &[Saying]) -> Result<(), DataError> {
    for saying in sayings {
        let mut rest = saying.text.as_str();
        let own = saying.about.placeholders();
        let needed = saying.needs.iter().flat_map(|need| need.placeholders());
        let known: Vec<&str> = own.iter().chain(needed).copied().collect();
        while let Some((_, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            if !known.contains(&name) {
                let message = format!("“{{{name}}}” is nothing that it can tell");
                return Err(file.error(&saying.text, "text", message));
            }
            rest = after;
        }
        let may_need = saying.about.is_of_person() && saying.is_true;
        if !(saying.needs.is_empty() || may_need) {
            let message = "only what is true of a person has needs".to_owned();
            return Err(file.error(&saying.text, "needs", message));
        }
        // Who does not know can send the player to the wrong house, but not name a party.
        let is_false = |tip| tip == Tip::Party && !saying.is_true;
        if saying.tells.is_some_and(|tip| tip.topic() != saying.about || is_false(tip)) {
            let message = "nothing of the kind comes of it".to_owned();
            return Err(file.error(&saying.text, "tells", message));
        }
    }
    let is_there = |topic, is_true| {
        let is_such = |saying: &Saying| saying.about == topic && saying.is_true == is_true;
        sayings.iter().any(|saying| is_such(saying) && saying.needs.is_empty())
    };
    let told = [Topic::Hero, Topic::Road, Topic::Site, Topic::Fallen, Topic::Threat];
    for topic in told.into_iter().chain([Topic::Hoard, Topic::Party]) {
        if !is_there(topic, true) || !is_there(topic, false) {
            let message = format!("{topic:?} wants one that is true and one that is not");
            return Err(file.error("", "about", message));
        }
    }
    for topic in [Topic::Nothing, Topic::Guest, Topic::Plan, Topic::Grudge, Topic::Debt] {
        if !is_there(topic, true) {
            return Err(file.error("", "about", format!("{topic:?} has none")));
        }
    }
    file.within("", "about", sayings.len() as i32, 1, u8::MAX.into())
}
