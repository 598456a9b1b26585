//! What is told of a choice in numbers, before it is made and after.

use content::EncounterEffect;
use engine::sim::{Event, JourneyEvent, Phase};

use super::staged::{Staged, every_choice, stage};
use super::{choose, outcome_of};
use crate::support::content::catalog;
use crate::support::journeys::{give, journey};

/// Roads walked before a choice, each of which lets it come to something else.
const ROADS: u16 = 6;

#[test]
fn what_a_choice_has_changed_is_told_in_numbers() {
    let mut told = 0;
    for (encounter, choice) in every_choice() {
        let declared = &catalog().encounters[encounter].choices[choice];
        let name = format!("{}, {}", catalog().encounters[encounter].name, declared.label);
        for roads in 0..ROADS {
            let Staged { mut game, .. } = stage(encounter, Some(choice), roads);
            let before = game.snapshot();
            let events = give(&mut game, choose(choice));
            let outcome = &declared.outcomes[outcome_of(&events)];
            let change = events.iter().find_map(|event| match event {
                Event::Journey(JourneyEvent::ChoiceSettled { change, .. }) => Some(change),
                _ => None,
            });
            let change = change.expect("what it came to is told");
            let after = game.snapshot();
            let coins = |own: &engine::sim::Snapshot| own.run.belongings.coins.0 as i32;
            assert_eq!(change.coins, coins(&after) - coins(&before), "{name}");
            let nights = journey(&game).night != before.journey.as_ref().expect("one").night;
            let is_there = journey(&game).phase == Phase::Map;
            if is_there && !nights {
                let health = |own: &engine::sim::Snapshot| own.floor.actors[0].vitals.health;
                assert_eq!(change.health, health(&after) - health(&before), "{name}");
                let rations = before.journey.as_ref().expect("one").rations;
                let eaten = i32::from(journey(&game).rations) - i32::from(rations);
                assert_eq!(change.rations, eaten, "{name}");
            }
            let gives = |effect: &EncounterEffect| matches!(effect, EncounterEffect::Item(..));
            if outcome.effects.iter().any(gives) {
                assert!(change.items.iter().any(|&(_, count)| count > 0), "{name}");
            }
            told += i32::from(!change.items.is_empty());
        }
    }
    assert!(told > 0, "no item ever came or went");
}

#[test]
fn what_a_choice_may_come_to_is_told_before_it_is_made() {
    let mut hidden = 0;
    for (encounter, choice) in every_choice() {
        let declared = &catalog().encounters[encounter].choices[choice];
        let Staged { game, .. } = stage(encounter, Some(choice), 0);
        let shown = game.view().journey().and_then(|own| own.encounter()).expect("it is shown");
        let name = format!("{}, {}", shown.title, declared.label);
        let prospects = &shown.choices[choice].prospects;
        assert_eq!(prospects.iter().map(|(percent, _)| percent).sum::<u32>(), 100, "{name}");
        for outcome in &declared.outcomes {
            if outcome.hidden {
                hidden += 1;
                assert!(prospects.iter().any(|(_, words)| words == "who knows"), "{name}");
                continue;
            }
            let is_told = |(percent, words): &(u32, String)| {
                *percent >= outcome.percent
                    && outcome.effects.iter().all(|effect| match effect {
                        EncounterEffect::Coins(coins) => words.contains(&format!("{coins:+} coin")),
                        EncounterEffect::Rations(count) => {
                            words.contains(&format!("{count:+} ration"))
                        }
                        EncounterEffect::Health(health) => {
                            words.contains(&format!("{health:+} health"))
                        }
                        EncounterEffect::Supply(supply, count) => {
                            words.contains(&format!("{count:+} {}", supply.name()))
                        }
                        EncounterEffect::Fight(foes) => {
                            words.contains("a fight with") && words.contains(foes[0].as_str())
                        }
                        EncounterEffect::Item(item, 1) => words.contains(item.as_str()),
                        EncounterEffect::Follower(kind) => words.contains(kind.as_str()),
                        EncounterEffect::Grudge => words.contains("a grudge"),
                        EncounterEffect::RoadClosed => words.contains("shut"),
                        EncounterEffect::RoadOpened => words.contains("path"),
                        _ => true,
                    })
            };
            assert!(prospects.iter().any(is_told), "{name}: {prospects:?}");
        }
    }
    let outcomes = catalog().encounters.iter().flat_map(|own| &own.choices);
    let outcomes: usize = outcomes.map(|choice| choice.outcomes.len()).sum();
    assert!(hidden > 0 && hidden * 20 < outcomes, "{hidden} of {outcomes} are hidden");
}
