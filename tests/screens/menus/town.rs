//! Towns on the screens: the streets, a counter, a chest, people, and the gate.

use base::{Dir, Pos};
use engine::sim::{Coins, Command, Phase, RunStatus};

use super::journey::{journey, phase};
use crate::menus::show::{Show, snapshot};

/// A journey inside the gate of the Home Post.
fn streets(seed: u64) -> Show {
    let mut show = journey(seed);
    show.press("enter");
    assert_eq!(phase(&mut show), Phase::Town);
    show.press("esc");
    show
}

/// Walks to the door of a kind of house and goes in.
fn inside(seed: u64, kind: &str) -> Show {
    let mut show = streets(seed);
    let view = show.run().view();
    let houses = view.town().expect("a town").houses();
    let house = houses.iter().find(|own| own.kind.is_some_and(|own| own.name == kind));
    let door: Pos = house.expect("every town has one").door;
    show.play(500, |view| {
        if view.town().is_some_and(|town| town.here().is_some()) {
            return None;
        }
        let here = view.player().pos;
        let step = Dir::CARDINAL.into_iter().find(|&dir| here + dir == door);
        Some(match (view.status(), step) {
            (RunStatus::Busy, _) => Command::Continue,
            (_, Some(dir)) => Command::Step(dir),
            _ => Command::Travel(door),
        })
    });
    assert_eq!(house_of(&mut show).as_deref(), Some(kind), "the door is not to be reached");
    show
}

/// The kind of the house where the player is.
fn house_of(show: &mut Show) -> Option<String> {
    Some(show.run().view().town()?.here()?.kind?.name.clone())
}

fn coins(show: &mut Show) -> Coins {
    show.run().view().coins()
}

#[test]
fn the_streets_have_doors_with_letters() {
    let mut show = streets(1);
    show.snapshots("town_streets");
    snapshot("town_streets_read", &show.read());
    show.any_size();
}

#[test]
fn what_is_sold_is_listed_with_its_price() {
    let mut show = inside(1, "chandler");
    show.snapshots("town_house");
    show.press("$");
    show.snapshots("town_counter");
    snapshot("town_counter_read", &show.read());
    show.any_size();
    let before = coins(&mut show);
    // From the door the counter may be out of reach: then it says so, and nothing is paid.
    show.press("enter");
    let words = show.words();
    let is_refused = words.contains("Nobody is selling, this far from the counter.");
    assert!(is_refused == (coins(&mut show) == before), "{words}");
}

#[test]
fn after_a_letter_that_no_deal_has_enter_buys_nothing() {
    let mut show = inside(1, "chandler");
    show.press("$ x").says("Nothing here has that letter.");
    let before = coins(&mut show);
    show.press("enter");
    assert_eq!(coins(&mut show), before, "the first enter is for nothing: {}", show.words());
    show.press("enter");
    assert!(coins(&mut show) < before, "the second is not: {}", show.words());
}

#[test]
fn the_near_gate_leads_back_to_the_map() {
    let mut show = streets(2);
    show.press("<");
    assert_eq!(phase(&mut show), Phase::Map);
    show.press("esc enter").says("You have been round it tonight");
}

#[test]
fn the_list_of_places_names_every_house_and_both_gates_and_leads_in() {
    let mut show = streets(1);
    show.press("_");
    show.snapshots("town_places");
    let words = show.words();
    for name in ["an inn", "a chandler", "a healer", "The far gate", "The near gate", "A house"] {
        assert!(words.contains(name), "no {name}: {words}");
    }
    assert!(!words.contains("clock out"), "{words}");
    show.any_size();
    // The letter on a door chooses it.
    show.press("I enter");
    show.play(200, |view| (view.status() == RunStatus::Busy).then_some(Command::Continue));
    assert_eq!(house_of(&mut show).as_deref(), Some("inn"));
}

#[test]
fn from_a_house_one_walks_to_another_one_in_one_go() {
    let mut show = inside(1, "inn");
    show.press("_").says("a chandler");
    show.snapshots("town_places_in_house");
    show.press("C enter");
    show.play(200, |view| (view.status() == RunStatus::Busy).then_some(Command::Continue));
    assert_eq!(house_of(&mut show).as_deref(), Some("chandler"), "{}", show.words());
}

#[test]
fn work_is_refused_in_words_that_fit_a_town() {
    let mut show = streets(2);
    for key in ["J", "w", "W"] {
        show.press(key).says("There is no work for you in a town");
    }
}
