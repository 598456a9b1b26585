//! Encounters on the road: every one fits the screen, and tells what its choices are and what came
//! of them.

use crate::support::content::catalog;
use crate::support::journeys::own;
use engine::sim::Phase;

use crate::menus::journey::{changed, journey, phase};
use crate::menus::show::{Show, snapshot};

#[test]
fn a_choice_on_the_road_is_read_before_it_is_made() {
    let mut show = journey(5);
    show.press("tab enter Y");
    assert!(matches!(phase(&mut show), Phase::Encounter(_)));
    show.snapshots("encounter");
    snapshot("encounter_read", &show.read());
    show.any_size();
    // The key that set out chooses nothing; neither does a letter that no choice has, nor one that
    // is shut.
    show.press("Y z b");
    assert!(matches!(phase(&mut show), Phase::Encounter(_)));
    show.press("down down down down enter");
    assert!(!matches!(phase(&mut show), Phase::Encounter(_)));
}

/// A journey in an encounter of the data, on the first road from the start.
fn in_encounter(seed: u64, place: usize) -> Show {
    let to = journey(seed).run().view().journey().expect("a journey").roads()[0].to;
    let needs_hero = catalog().encounters[place]
        .needs
        .iter()
        .any(|need| matches!(need, content::EncounterNeed::Hero(_)));
    changed(seed, |snapshot| {
        let meeting = engine::sim::Meeting {
            encounter: content::EncounterId(place as u8),
            person: needs_hero.then_some(engine::sim::PersonId(0)),
            to,
        };
        own(snapshot).phase = Phase::Encounter(meeting);
    })
}

#[test]
fn every_encounter_fits_the_smallest_screen_with_all_that_is_told_of_it() {
    for (place, encounter) in catalog().encounters.iter().enumerate() {
        let mut show = in_encounter(1, place);
        let view = show.run().view();
        let shown = view.journey().and_then(|own| own.encounter()).expect("it is met");
        let last = shown.choices.last().expect("there are some");
        let words: Vec<String> = last.prospects.iter().map(|(_, words)| words.clone()).collect();
        let label = last.label.clone();
        let screen = show.screen(80, 24);
        assert!(!screen.contains(['▾', '▴']), "{}: {screen}", encounter.name);
        let said = show.words().replace(" │ │ ", " ");
        for words in words.iter().chain([&label]) {
            assert!(said.contains(words.as_str()), "{}: “{words}” in {screen}", encounter.name);
        }
    }
}

#[test]
fn a_choice_on_the_road_tells_what_each_outcome_is_and_then_what_it_was() {
    let named = |name: &str| {
        let place = catalog().encounters.iter().position(|own| own.name == name);
        in_encounter(1, place.expect("it is in the data"))
    };
    let mut show = named("the school party");
    show.snapshots("encounter_prospects");
    snapshot("encounter_prospects_read", &show.read());
    show.says("60%: +12 coins; else: a fight with a squire");
    show.says("50%: nothing; 30%: 2 darts; else: -2 health");
    // What is hidden is told of by its chance alone.
    let mut show = named("the peddler");
    show.says("85%: a potion of mending; else: who knows");
    // The bread for the lesson is told afterwards.
    let mut show = named("the school party");
    show.press("b");
    let told: Vec<&str> = show.run().log.lines().iter().map(|line| line.text.as_str()).collect();
    assert!(told.contains(&"What it came to: -1 ration and news of tonight."), "{told:?}");
}
