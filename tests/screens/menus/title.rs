use std::rc::Rc;

use content::Depth;
use engine::sim::Turns;
use engine::view::JourneyPlace;
use screens::{Context, Screen, Unfinished, screens::title::TitleScreen};

use crate::menus::played_runs::{ended, watching};
use crate::menus::show::{HostState, Show, snapshot};

fn title(context: &mut Context) -> Box<dyn Screen> {
    Box::new(TitleScreen::new(Rc::default(), context))
}

fn unfinished() -> Unfinished {
    Unfinished { kind: "vault".to_owned(), depth: Depth(3), turn: Turns(214), place: None }
}

#[test]
fn the_title_offers_what_there_is() {
    Show::of(title).snapshots("title");
    let host = HostState { unfinished: Some(unfinished()), ..HostState::default() };
    let mut show = Show::new(host, title);
    show.press("down");
    show.snapshots("title_continue");
    show.any_size();
}

#[test]
fn the_title_is_driven_by_letters_numbers_and_arrows() {
    for (keys, there) in [
        ("n", "New shift"),
        ("m", "New journey"),
        ("1", "New journey"),
        ("enter", "New journey"),
        ("2", "New shift"),
        ("h", "High scores"),
        ("3", "your one try is open"),
        ("d", "Everybody has this floor today."),
        ("4", "High scores"),
        ("down down down enter", "High scores"),
        ("s", "Settings"),
        ("?", "How a shift goes (1 of 4)"),
        ("up up enter", "How a shift goes (1 of 4)"),
    ] {
        let mut show = Show::of(title);
        show.press(keys).assert_says(there);
        show.press("esc").assert_says("Heroes storm the dungeon");
    }
    let mut show = Show::of(title);
    assert_eq!(show.press("q").stack.len(), 0);
    let mut show = Show::of(title);
    assert_eq!(show.press("S").stack.len(), 0, "the key that led here leaves, too");
    let mut show = Show::of(title);
    assert_eq!(show.press("c").stack.len(), 1, "there is nothing to continue");
}

#[test]
fn what_is_drawn_large_is_read_in_words() {
    let mut show = Show::of(title);
    show.press("down");
    let read = |show: &mut Show| {
        let lines = show.stack.accessible_lines(show.stack.len() - 1, &mut show.context);
        lines.expect("something to read").join("\n")
    };
    snapshot("title_read", &read(&mut show));
    let mut show = ended("vault", "cautious", " Clocked out");
    snapshot("result_read", &read(&mut show));
    let mut show = watching();
    show.tick(12);
    snapshot("replay_read", &read(&mut show));
}

#[test]
fn the_title_continues_a_run() {
    let host = HostState { unfinished: Some(unfinished()), ..HostState::default() };
    let mut show = Show::new(host, title);
    show.press("c");
    assert!(show.stack.run().is_some());
    let host = HostState {
        unfinished: Some(unfinished()),
        refusal: Some("The run is in use by another process.".to_owned()),
        ..HostState::default()
    };
    let mut show = Show::new(host, title);
    show.press("enter").assert_says("in use by another process");
    assert!(show.stack.run().is_none());
    // Another search would take the reason off the screen.
    assert_eq!(show.host.borrow().searches, 1);
    // What the host has learnt by trying is shown.
    show.host.borrow_mut().unfinished = None;
    show.press("enter").assert_says("in use by another process");
    assert!(!show.words().contains("Continue"));
}

#[test]
fn a_journey_to_continue_is_on_no_floor() {
    let journey = Unfinished { kind: "marches".to_owned(), ..unfinished() };
    let host = HostState { unfinished: Some(journey), ..HostState::default() };
    Show::new(host, title).assert_says("Continue: a journey, turn 214");
    let place = JourneyPlace {
        night: 6,
        site: "Nether Wold".to_owned(),
        kind: "keep".to_owned(),
        depth: Depth(4),
        at_work: true,
    };
    let journey = Unfinished { kind: "marches".to_owned(), place: Some(place), ..unfinished() };
    let host = HostState { unfinished: Some(journey), ..HostState::default() };
    let mut show = Show::new(host, title);
    show.assert_says("Continue: a journey, night 6 at Nether Wold (keep, depth 4)");
}

#[test]
fn the_title_does_not_wait_for_the_run_to_continue() {
    let state =
        || HostState { unfinished: Some(unfinished()), is_searching: true, ..HostState::default() };
    let mut show = Show::new(state(), title);
    show.assert_says("Continue: looking");
    show.press("c").assert_says("still being looked through");
    show.host.borrow_mut().is_searching = false;
    show.tick(1);
    show.assert_says("Continue: vault, depth 3, turn 214");

    // Where there is none, the choice stays on its line.
    let mut show = Show::new(state(), title);
    show.press("down down down down");
    show.host.borrow_mut().unfinished = None;
    show.tick(1);
    show.press("enter").assert_says("High scores");
}
