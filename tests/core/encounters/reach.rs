//! Every encounter can happen: its needs can be met, and the flags that it asks for are set by
//! others that can happen.

use std::collections::BTreeSet;

use content::{EncounterEffect, EncounterId, EncounterNeed};
use engine::sim::{Event, JourneyCommand, JourneyEvent, Phase};

use super::staged::{every_choice, fulfil, morning, put_on_road, road};
use crate::support::content::catalog;
use crate::support::journeys::{edited, journey, own};
use engine::sim::{Command, PersonFate, PersonId};

/// More roads than pass without an encounter.
const MAX_ROADS: u16 = 200;

#[test]
fn every_encounter_is_drawn_where_its_needs_are_met() {
    for (place, encounter) in catalog().encounters.iter().enumerate() {
        let id = EncounterId(place as u8);
        let needs: Vec<&EncounterNeed> = encounter.needs.iter().collect();
        let game = morning();
        let (from, to) = road(&game, &needs);
        let raids = |own: &engine::sim::Person| own.fate == PersonFate::Raiding;
        let hero = journey(&game).cast.iter().position(raids).map(|own| PersonId(own as u8));
        let met = (0..MAX_ROADS).find_map(|roads| {
            let mut game = edited(&game, |snapshot| {
                put_on_road(own(snapshot), from, roads);
                own(snapshot).rations = 16;
                // Those that happen once do not happen any more.
                let others = (0..catalog().encounters.len()).filter(|&other| other != place);
                own(snapshot).met = others.map(|other| EncounterId(other as u8)).collect();
                for need in &needs {
                    fulfil(need, hero, snapshot);
                }
            });
            let events = game.step(Command::Journey(JourneyCommand::Go { to })).ok()?.events;
            let met = events.iter().find_map(|event| match event {
                Event::Journey(JourneyEvent::Met { meeting }) => Some(*meeting),
                _ => None,
            })?;
            (met.encounter == id).then_some((met, journey(&game).phase))
        });
        let (meeting, phase) = met.unwrap_or_else(|| panic!("{} never happens", encounter.name));
        assert_eq!((meeting.to, phase), (to, Phase::Encounter(meeting)), "{}", encounter.name);
        let is_with_somebody = needs.iter().any(|need| matches!(need, EncounterNeed::Hero(_)));
        assert_eq!(meeting.person.is_some(), is_with_somebody, "{}", encounter.name);
        if encounter.once {
            let never = (0..12).all(|roads| {
                let mut game = edited(&game, |snapshot| {
                    put_on_road(own(snapshot), from, roads);
                    own(snapshot).met =
                        (0..catalog().encounters.len() as u8).map(EncounterId).collect();
                    for need in &needs {
                        fulfil(need, hero, snapshot);
                    }
                });
                let _ = game.step(Command::Journey(JourneyCommand::Go { to }));
                !matches!(journey(&game).phase, Phase::Encounter(own) if own.encounter == id)
            });
            assert!(never, "{} happens a second time", encounter.name);
        }
    }
}

/// The flags that are set by encounters and choices which ask for no others.
fn flags_that_can_be_set() -> BTreeSet<&'static str> {
    let mut set: BTreeSet<&str> = BTreeSet::new();
    loop {
        let before = set.len();
        for (encounter, choice) in every_choice() {
            let encounter = &catalog().encounters[encounter];
            let choice = &encounter.choices[choice];
            if can_be_met(encounter.needs.iter().chain(&choice.needs), &set) {
                let effects = choice.outcomes.iter().flat_map(|outcome| &outcome.effects);
                set.extend(effects.filter_map(|effect| match effect {
                    EncounterEffect::Flag(flag) => Some(flag.as_str()),
                    _ => None,
                }));
            }
        }
        if set.len() == before {
            return set;
        }
    }
}

fn can_be_met<'a>(needs: impl Iterator<Item = &'a EncounterNeed>, flags: &BTreeSet<&str>) -> bool {
    let needs: Vec<&EncounterNeed> = needs.collect();
    needs.iter().all(|need| match need {
        EncounterNeed::Flag(flag) => {
            flags.contains(flag.as_str()) && !needs.contains(&&EncounterNeed::NoFlag(flag.clone()))
        }
        _ => true,
    })
}

#[test]
fn every_chain_of_encounters_can_be_followed_to_its_end() {
    let flags = flags_that_can_be_set();
    assert_eq!(flags.len(), catalog().flags.len(), "some flags are never set");
    for (encounter, choice) in every_choice() {
        let encounter = &catalog().encounters[encounter];
        let choice = &encounter.choices[choice];
        let needs = || encounter.needs.iter().chain(&choice.needs);
        assert!(can_be_met(needs(), &flags), "{}: {}", encounter.name, choice.label);
        // Of several ranges there is something in all of them.
        let both = |of: fn(&EncounterNeed) -> Option<(u16, u16)>| {
            let ranges: Vec<(u16, u16)> = needs().filter_map(of).collect();
            let low = ranges.iter().map(|own| own.0).max().unwrap_or(0);
            let high = ranges.iter().map(|own| own.1).min().unwrap_or(u16::MAX);
            assert!(low <= high, "{}: {}: {ranges:?}", encounter.name, choice.label);
            low
        };
        let depths = both(|need| match need {
            EncounterNeed::Depth(low, high) => Some(((*low).into(), (*high).into())),
            _ => None,
        });
        let nights = both(|need| match need {
            EncounterNeed::Night(low, high) => Some((*low, *high)),
            _ => None,
        });
        assert!(depths <= 10 && nights <= catalog().campaign.nights as u16, "{}", encounter.name);
    }
}
