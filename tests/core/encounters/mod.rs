//! Encounters on the road: each of `encounters.ron`, each of its choices and each thing that it may
//! come to. One that is added to the data is covered by being there.

mod fights;
mod oracle;
mod reach;
mod roads;
mod staged;
mod told;

use content::EncounterCost;
use engine::sim::{Command, End, Event, Game, JourneyCommand, JourneyEvent, Phase, Reject};

use crate::support::content::catalog;
use crate::support::journeys::{edited, give, journey, own};
use oracle::Chosen;
use staged::{Staged, every_choice, stage};

/// Roads walked before a choice, each of which lets it come to something else; more than it takes
/// until all has come up.
const MAX_ROADS: u16 = 600;

pub(super) fn choose(choice: usize) -> Command {
    Command::Journey(JourneyCommand::Choose { choice: choice as u8 })
}

/// What a choice that was made came to.
pub(super) fn outcome_of(events: &[Event]) -> usize {
    let chosen = events.iter().find_map(|event| match event {
        Event::Journey(JourneyEvent::Chosen { outcome, .. }) => Some(usize::from(*outcome)),
        _ => None,
    });
    chosen.expect("a choice was made")
}

#[test]
fn every_choice_costs_and_does_what_it_says_whatever_it_comes_to() {
    let (mut hits, mut chances, mut rolls) = (0, 0, 0);
    for (encounter, choice) in every_choice() {
        let declared = &catalog().encounters[encounter].choices[choice];
        let name = format!("{}, {}", catalog().encounters[encounter].name, declared.label);
        let mut left: Vec<usize> = (0..declared.outcomes.len()).collect();
        for roads in 0..MAX_ROADS {
            if left.is_empty() {
                break;
            }
            let Staged { mut game, meeting } = stage(encounter, Some(choice), roads);
            let before = game.snapshot();
            let events = give(&mut game, choose(choice));
            let outcome = outcome_of(&events);
            (hits, chances) =
                (hits + u32::from(outcome == 0), chances + declared.outcomes[0].percent);
            rolls += 1;
            let Some(place) = left.iter().position(|&own| own == outcome) else { continue };
            left.remove(place);
            let (costs, effects) = (&declared.costs, &declared.outcomes[outcome].effects);
            let chosen = Chosen { before: &before, meeting, costs, effects };
            chosen.check(&game, &events, &format!("{name}, outcome {outcome}"));
            if let Err(fault) = game.audit(catalog()) {
                panic!("{name}, outcome {outcome}: {fault}");
            }
        }
        assert!(left.is_empty(), "{name}: never came to {left:?}");
    }
    // The chance that is shown is the chance that there is.
    let share = chances / rolls;
    let seen = hits * 100 / rolls;
    assert!(share.abs_diff(seen) <= 6, "the first outcome came in {seen} of 100, not in {share}");
}

#[test]
fn a_choice_that_cannot_be_paid_is_refused_and_changes_nothing() {
    let mut refused = 0;
    for (encounter, choice) in every_choice() {
        let declared = &catalog().encounters[encounter].choices[choice];
        for cost in &declared.costs {
            let Staged { game, .. } = stage(encounter, Some(choice), 0);
            let mut poor = edited(&game, |snapshot| {
                let belongings = &mut snapshot.run.belongings;
                match cost {
                    EncounterCost::Coins(coins) => belongings.coins.0 = coins - 1,
                    EncounterCost::Rations(rations) => own(snapshot).rations = rations - 1,
                    EncounterCost::Health(health) => {
                        snapshot.floor.actors[0].vitals.health = *health;
                    }
                    EncounterCost::Item(name) => {
                        let kind = catalog().find_item(name);
                        belongings.cart.retain(|stack| Some(stack.kind) != kind);
                    }
                    EncounterCost::Supply(supply, count) => {
                        belongings.supplies[*supply] = count - 1;
                    }
                    EncounterCost::Night => {}
                }
            });
            if *cost == EncounterCost::Night {
                continue;
            }
            refused += 1;
            let name = format!("{}, {}", catalog().encounters[encounter].name, declared.label);
            assert_eq!(poor.check(&choose(choice)), Err(Reject::ChoiceShut), "{name}");
            let (before, view) = (poor.snapshot(), poor.view());
            let shown = view.journey().and_then(|own| own.encounter()).expect("it is shown");
            assert!(!shown.choices[choice].is_open, "{name}");
            assert!(shown.choices.iter().any(|choice| choice.is_open), "{name}: stuck");
            assert_eq!(poor.step(choose(choice)).err(), Some(Reject::ChoiceShut), "{name}");
            assert!(poor.snapshot() == before, "{name}: it was refused and has changed something");
        }
    }
    assert!(refused > 10, "{refused} choices that cost something");
}

#[test]
fn what_is_shown_of_a_choice_is_what_it_is() {
    for (encounter, choice) in every_choice() {
        let declared = &catalog().encounters[encounter].choices[choice];
        let Staged { game, .. } = stage(encounter, Some(choice), 0);
        let shown = game.view().journey().and_then(|own| own.encounter()).expect("it is shown");
        let name = format!("{}, {}", shown.title, declared.label);
        let texts =
            shown.choices.iter().map(|choice| &choice.label).chain([&shown.text, &shown.title]);
        for text in texts {
            assert!(!text.contains(['{', '}']), "{name}: {text}");
        }
        let shown = &shown.choices[choice];
        assert!(shown.is_open, "{name}");
        let odds = shown.prospects.iter().map(|(percent, _)| percent);
        assert_eq!(odds.sum::<u32>(), 100, "{name}");
        for cost in &declared.costs {
            let words = match cost {
                EncounterCost::Coins(count) => format!("{count} coin"),
                EncounterCost::Rations(count) => format!("{count} ration"),
                EncounterCost::Health(count) => format!("{count} health"),
                EncounterCost::Item(name) => name.clone(),
                EncounterCost::Supply(supply, 1) => {
                    format!("1 {}", supply.name().trim_end_matches('s'))
                }
                EncounterCost::Supply(supply, count) => format!("{count} {}", supply.name()),
                EncounterCost::Night => "night".to_owned(),
            };
            assert!(shown.costs.contains(&words), "{name}: {words} in {}", shown.costs);
        }
        assert_eq!(shown.costs.is_empty(), declared.costs.is_empty(), "{name}");
    }
}

#[test]
fn a_season_that_ends_in_an_encounter_ends_on_the_road() {
    let mut seen = 0;
    for (encounter, choice) in every_choice() {
        let declared = &catalog().encounters[encounter].choices[choice];
        if !declared.costs.contains(&EncounterCost::Night) {
            continue;
        }
        for roads in 0..3 {
            let Staged { game, .. } = stage(encounter, Some(choice), roads);
            let mut game =
                edited(&game, |snapshot| own(snapshot).night = catalog().campaign.nights);
            if game.check(&choose(choice)).is_err() {
                // It needs an earlier night.
                continue;
            }
            let at = journey(&game).at;
            give(&mut game, choose(choice));
            let journey = journey(&game);
            assert_eq!((journey.phase, journey.at), (Phase::Over(End::Dawn), at));
            assert!(journey.night > catalog().campaign.nights);
            assert!(game.audit(catalog()).is_ok());
            let over = |command: Command| game.check(&command) == Err(Reject::Over);
            assert!(over(choose(0)) && over(Command::Abandon) && over(Command::Wait));
            seen += 1;
        }
    }
    assert!(seen >= 6, "{seen} choices take a night");
}

#[test]
fn whoever_is_on_the_road_does_nothing_else_before_a_choice() {
    let Staged { game, meeting } = stage(0, None, 0);
    for command in [
        Command::Wait,
        Command::ClockOut,
        Command::Continue,
        Command::Journey(JourneyCommand::Go { to: meeting.to }),
        Command::Journey(JourneyCommand::Enter),
        Command::Journey(JourneyCommand::Stay),
        Command::Journey(JourneyCommand::Depart),
        Command::Journey(JourneyCommand::LeaveField),
    ] {
        assert_eq!(game.check(&command), Err(Reject::ChoiceFirst), "{command:?}");
    }
    assert_eq!(game.check(&choose(200)), Err(Reject::ChoiceShut));
    let abandoned: Result<(), Reject> = game.check(&Command::Abandon);
    assert_eq!(abandoned, Ok(()));
    let _: &Game = &game;
}

/// A journey in a fight on the road.
pub(crate) fn in_a_fight() -> Game {
    fights::begun()
}
