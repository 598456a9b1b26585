//! Checks of `town.ron`, `sayings.ron`, `notices.ron`, `story.ron` and `refusals.ron`.

use std::collections::BTreeMap;

use super::checker::Checker;
use crate::actor::ActorKind;
use crate::hearsay::{STORY_TOPICS, Saying, StoryTopic, Tip, Topic};
use crate::perk::Perk;
use crate::source::Checked;
use crate::town::{Demand, DiceStake, DrinkEffect, Find, HouseKind, NoticePlace, Notices};
use crate::town::{Service, TownRules};

/// The most drinks and games, and the most offers of a house: each has a letter of its own on the
/// screen.
const MAX_PASTIMES: u8 = 8;
const MAX_OFFERS: u8 = 20;

/// Stands in the text of an order about somebody.
const NAME: &str = "{name}";

/// The least number of ways to put the same thing in a story.
const MIN_TEXTS: usize = 2;
const MAX_TEXT_BYTES: usize = 200;

/// What stands in braces in the text of a refusal.
const REFUSAL_WORDS: [&str; 24] = [
    "cells", "cord", "cords", "count", "gate", "harm", "job", "kits", "least", "left", "most",
    "number", "owed", "own", "parts", "passes", "price", "remedy", "supply", "trap", "way", "what",
    "who", "why",
];

/// Checks towns, and resolves the kinds of actors that they name.
pub(super) fn check_town(
    file: Checker<'_>,
    town: &mut TownRules,
    actors: &[ActorKind],
    perks: &[Perk],
) -> Checked {
    file.link("resident", &mut town.resident, actors)?;
    file.link("guest", &mut town.guest, actors)?;
    file.unique(town.houses.iter().map(|house| house.name.as_str()))?;
    for HouseKind { name, keeper, names, offers, .. } in &mut town.houses {
        let house = file.of(name);
        house.link("keeper", keeper, actors)?;
        house.ensure(!names.is_empty(), "names", "there are none")?;
        house.count("offers", offers, 0, MAX_OFFERS)?;
        for offer in offers {
            let within = |value: i64, high| file.of(&offer.name).within("gives", value, 1, high);
            match offer.gives {
                Service::Rations(count) | Service::Supply(_, count) => within(count.into(), 20)?,
                Service::Tonic(health) => within(health.into(), 20)?,
                Service::Heal(percent) => within(percent.into(), 100)?,
                Service::Hand(nights) => within(nights.into(), 20)?,
                Service::Perk => {
                    let is_sold = perks.iter().any(|perk| perk.sold && perk.name == offer.name);
                    file.of(&offer.name).ensure(is_sold, "gives", "no such perk is sold")?;
                }
                Service::Kit | Service::Rumour | Service::Order => {}
            }
        }
    }
    file.unique(town.trades.iter().map(|trade| trade.name.as_str()))?;
    file.ensure(!town.trades.is_empty(), "trades", "there are none")?;
    check_finds(file, "chests", &town.chests)?;
    check_finds(file, "hoard", &town.hoard)?;
    check_finds(file, "crates", &town.crates)?;
    file.unique(town.drinks.iter().map(|drink| drink.name.as_str()))?;
    file.count("drinks", &town.drinks, 0, MAX_PASTIMES)?;
    for drink in &town.drinks {
        if let DrinkEffect::Sleep(nights) = drink.does {
            file.of(&drink.name).within("does", nights, 1, 10)?;
        }
    }
    let games = &town.dice.games;
    file.unique(games.iter().map(|game| game.name.as_str()))?;
    file.count("games", games, 0, MAX_PASTIMES)?;
    games.iter().try_for_each(|game| {
        let (DiceStake::Coins(stake) | DiceStake::Belonging(stake)) = game.plays_for;
        file.of(&game.name).within("plays_for", stake, 1, 1_000)
    })
}

fn check_finds(file: Checker<'_>, field: &str, finds: &[(u32, Find)]) -> Checked {
    let is_drawn = finds.iter().any(|(weight, _)| *weight > 0);
    file.ensure(is_drawn, field, "none has any weight")?;
    for (_, found) in finds {
        match *found {
            Find::Coins(low, high) => {
                file.within(field, low, 1, high)?;
                file.within(field, high, low, 1_000)?;
            }
            Find::Supply(_, count) | Find::Rations(count) => file.within(field, count, 1, 20)?,
            Find::Item | Find::Nothing => {}
        }
    }
    Ok(())
}

/// Every placeholder of a saying is one of its topic, and each topic has a saying for those who
/// know and for those who do not.
pub(super) fn check_sayings(file: Checker<'_>, sayings: &[Saying]) -> Checked {
    for saying in sayings {
        let file = file.of(&saying.text);
        let own = saying.about.placeholders();
        let needed = saying.needs.iter().flat_map(|need| need.placeholders());
        let known: Vec<&str> = own.iter().chain(needed).copied().collect();
        for name in in_braces(&saying.text) {
            let message = format_args!("“{{{name}}}” is nothing that it can tell");
            file.ensure(known.contains(&name), "text", message)?;
        }
        let may_need = saying.about.is_of_person() && saying.is_true;
        let message = "only what is true of a person has needs";
        file.ensure(saying.needs.is_empty() || may_need, "needs", message)?;
        // Who does not know can send the player to the wrong house, but not name a party.
        let is_so = |tip: Tip| tip.topic() == saying.about && (tip != Tip::Party || saying.is_true);
        let message = "nothing of the kind comes of it";
        file.ensure(saying.tells.is_none_or(is_so), "tells", message)?;
    }
    let is_there = |topic, is_true| {
        let is_such = |saying: &Saying| saying.about == topic && saying.is_true == is_true;
        sayings.iter().any(|saying| is_such(saying) && saying.needs.is_empty())
    };
    let told = [Topic::Hero, Topic::Road, Topic::Site, Topic::Fallen, Topic::Threat];
    for topic in told.into_iter().chain([Topic::Hoard, Topic::Party]) {
        let message = format_args!("{topic:?} wants one that is true and one that is not");
        file.ensure(is_there(topic, true) && is_there(topic, false), "about", message)?;
    }
    for topic in [Topic::Nothing, Topic::Guest, Topic::Plan, Topic::Grudge, Topic::Debt] {
        file.ensure(is_there(topic, true), "about", format_args!("{topic:?} has none"))?;
    }
    file.count("about", sayings, 1, u8::MAX)
}

/// Checks that there is enough to hang at each place.
pub(super) fn check_notices(file: Checker<'_>, notices: &Notices) -> Checked {
    for place in [NoticePlace::Board, NoticePlace::Closet] {
        let mut own = notices.kinds.iter().filter(|notice| notice.hangs == place);
        // Strangers have no names, and there is a first depth.
        let hangs_anywhere = own
            .any(|notice| notice.weight > 0 && notice.from <= 1 && !notice.asks.is_about_person());
        file.ensure(hangs_anywhere, "kinds", format_args!("there is none for every {place:?}"))?;
    }
    file.ensure(notices.kinds.len() < 256, "kinds", "more than 255")?;
    for notice in &notices.kinds {
        let file = file.of(&notice.text);
        let is_known = notice.hangs == NoticePlace::Closet || !notice.asks.is_about_party();
        file.ensure(is_known, "asks", "is about a party that no board knows of")?;
        let fits = notice.asks.is_about_person() == notice.text.contains(NAME);
        let message = format_args!("{NAME} stands in texts about somebody, and in no other");
        file.ensure(fits, "text", message)?;
        match notice.asks {
            Demand::Grade(letter) => file.grade("asks", letter)?,
            Demand::Fallen(members) => file.within("asks", members, 1, 8)?,
            Demand::Harm(points) => file.within("asks", points, 1, 45)?,
            Demand::Witnessed(percent) => file.within("asks", percent, 1, 100)?,
            Demand::All(_)
            | Demand::NobodyThrough
            | Demand::NothingTaken
            | Demand::Stopped
            | Demand::EmptyHanded
            | Demand::Spared => {}
        }
    }
    Ok(())
}

/// Checks that every topic is there, and that its texts ask for nothing that it does not know.
pub(super) fn check_story(file: Checker<'_>, topics: &[StoryTopic]) -> Checked {
    file.unique(topics.iter().map(|topic| topic.name.as_str()))?;
    file.unique(topics.iter().flat_map(|topic| &topic.texts).map(String::as_str))?;
    for (name, _) in STORY_TOPICS {
        let is_there = topics.iter().any(|topic| topic.name == name);
        file.ensure(is_there, "name", format_args!("there is no topic “{name}”"))?;
    }
    for StoryTopic { name, texts } in topics {
        let file = file.of(name);
        let Some((_, known)) = STORY_TOPICS.iter().find(|(known, _)| known == name) else {
            return Err(file.error("name", "no topic of a story"));
        };
        let is_enough = texts.len() >= MIN_TEXTS;
        file.ensure(is_enough, "texts", format_args!("wants {MIN_TEXTS} texts at least"))?;
        texts.iter().try_for_each(|text| check_text(file, "texts", text, known, Some(&['.'])))?;
    }
    Ok(())
}

/// Checks that every reason is put in sentences, or in a question, and has words for what it knows.
pub(super) fn check_refusals(file: Checker<'_>, refusals: &BTreeMap<String, String>) -> Checked {
    let ends = ['.', '?', '}'];
    let mut texts = refusals.iter();
    texts.try_for_each(|(name, text)| check_text(file, name, text, &REFUSAL_WORDS, Some(&ends)))
}

/// Checks a text, of whole sentences if it must end in a certain way, and that it has only words in
/// braces that are known of it.
pub(super) fn check_text(
    file: Checker<'_>,
    field: &str,
    text: &str,
    known: &[&str],
    ends: Option<&[char]>,
) -> Checked {
    let fault = |message: String| Err(file.error_at(field, text, message));
    let is_whole = ends.is_none_or(|ends| text.ends_with(ends));
    let is_fit = (1..=MAX_TEXT_BYTES).contains(&text.len()) && !text.contains(char::is_control);
    if !is_fit || !is_whole {
        let what = if ends.is_some() { "sentences of up to" } else { "a line of 1 to" };
        return fault(format!("must be {what} {MAX_TEXT_BYTES} bytes"));
    }
    match in_braces(text).find(|word| !known.contains(word)) {
        Some(word) => fault(format!("“{{{word}}}” is not known of this")),
        None => Ok(()),
    }
}

/// The words in braces of a text.
fn in_braces(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).map(|word| word.split('}').next().unwrap_or(word))
}
