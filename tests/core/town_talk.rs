//! What is said and known from one town to the next: sayings, and word of thefts.

use std::collections::BTreeSet;

use crate::support::journeys::{begin, edited, journey, on_the_way, own, towns};
use engine::sim::{
    Command, Event, Game, JourneyCommand, JourneyEvent, RunStatus, SiteId, Subject, TownRecord,
    TownWho,
};

use crate::support::content::catalog;
use crate::town::{before_gate, inside};

/// Goes from door to door by exploring, and listens: what residents said, by saying.
fn hear_all(game: &mut Game) -> Vec<u8> {
    let mut heard = Vec::new();
    for _ in 0..2_000 {
        let Ok(outcome) = game.step(Command::Explore) else { break };
        for event in &outcome.events {
            let Event::Journey(JourneyEvent::Said { actor }) = event else { continue };
            let visit = journey(game).visit.expect("a visit");
            let who = visit.people.iter().find(|person| person.actor == *actor);
            let who = who.expect("somebody of the town");
            if matches!(who.who, TownWho::Resident { .. }) {
                heard.push(who.says.0);
            }
        }
        while game.status() == RunStatus::Busy {
            game.step(Command::Continue).expect("it goes on");
        }
    }
    heard
}

#[test]
fn nothing_is_said_twice_on_a_journey_as_long_as_something_else_fits() {
    let mut in_second_towns = 0;
    for seed in 1..=4 {
        let mut game = inside(seed, 9, 0);
        let mut heard = hear_all(&mut game);
        let first = heard.len();
        let said = journey(&game).said;
        let mut game = before_gate(seed, |fresh, town, _| {
            let journey = own(fresh);
            let map = begin(seed);
            let other =
                towns(&map).into_iter().rfind(|&site| site != town).expect("every map has two");
            let road = map.view().journey().expect("one").atlas().roads(other)[0].0;
            (journey.at, journey.came_from) = (other, road);
            (journey.rations, journey.said) = (9, said);
        });
        on_the_way(&mut game, JourneyCommand::Enter);
        heard.extend(hear_all(&mut game));
        assert!(first > 0, "seed {seed}: {heard:?}");
        in_second_towns += heard.len() - first;
        let distinct: BTreeSet<&u8> = heard.iter().collect();
        assert_eq!(distinct.len(), heard.len(), "seed {seed}: {heard:?}");
        game.audit(catalog()).expect("holds of every state");
    }
    assert!(in_second_towns > 12, "{in_second_towns} sayings");
}

/// A town in which two chests were emptied.
fn theft(site: SiteId, known_elsewhere: u8) -> TownRecord {
    TownRecord { site, visited: 1, thefts: 2, known_elsewhere, emptied: Vec::new() }
}

#[test]
fn word_of_a_theft_goes_round_by_the_next_night() {
    let entered = |known: u8| {
        let mut game = before_gate(6, |snapshot, town, _| {
            let journey = own(snapshot);
            let other = towns(&begin(6)).into_iter().find(|&site| site != town);
            journey.towns.push(theft(other.expect("every map has two"), known));
            journey.rations = 9;
        });
        let events = on_the_way(&mut game, JourneyCommand::Enter);
        let told = engine::view::messages(&game.view(), &events);
        let told: Vec<String> = told.into_iter().map(|message| message.text).collect();
        (game, told.join(" "))
    };
    let (tonight, text) = entered(0);
    assert_eq!(tonight.view().town().expect("a town").markup(), 0);
    assert!(!text.contains("Word of the chests"), "{text}");
    let (later, text) = entered(2);
    assert_eq!(later.view().town().expect("a town").markup(), 20);
    assert!(text.contains("Word of the chests has come before you: 20% on every price."), "{text}");
    // The night is what carries it.
    let game = begin(6);
    let mut game = edited(&game, |snapshot| own(snapshot).towns.push(theft(towns(&game)[0], 0)));
    on_the_way(&mut game, JourneyCommand::Stay);
    assert_eq!(journey(&game).towns[0].known_elsewhere, 2);
}

#[test]
fn a_count_of_none_reads_as_a_word() {
    let counts = |text: &str| text.contains("Parties up to {site} so far: {raids}.");
    let place = catalog().sayings.iter().position(|saying| counts(&saying.text)).expect("one");
    let mut resident = None;
    let game = edited(&inside(6, 5, 0), |snapshot| {
        let journey = own(snapshot);
        let mut people = journey.visit.iter_mut().flat_map(|visit| &mut visit.people);
        let person = people.find(|person| matches!(person.who, TownWho::Resident { .. }));
        let person = person.expect("somebody on the streets");
        person.says.0 = place as u8;
        person.about = Subject::Site { site: journey.at, number: 0 };
        resident = Some(person.actor);
    });
    let resident = resident.expect("was found");
    let said = game.view().town().expect("a town").said_by(resident).expect("a resident");
    assert!(said.contains("so far: none."), "{said}");
}
