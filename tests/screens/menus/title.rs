use std::rc::Rc;

use content::Depth;
use engine::sim::Turns;
use engine::view::JourneyPlace;
use runs::save::RunId;
use screens::{
    Context, Screen, Unfinished, UnfinishedShift, UnfinishedStanding, WholePart,
    screens::title::TitleScreen,
};

use crate::host::HostState;
use crate::menus::played_runs::{ended, watching};
use crate::menus::show::{Show, snapshot};

fn title(context: &mut Context) -> Box<dyn Screen> {
    Box::new(TitleScreen::new(Rc::default(), context))
}

fn unfinished() -> Unfinished {
    waiting("ann-vault-7-1.upk", "vault", None)
}

fn waiting(run: &str, kind: &str, place: Option<JourneyPlace>) -> Unfinished {
    let (kind, turn) = (kind.to_owned(), Some(Turns(214)));
    let shift = UnfinishedShift {
        kind,
        depth: Depth(3),
        seed: Some("mop (7)".to_owned()),
        turn,
        place,
        day: None,
    };
    let run = RunId::try_from(run.to_owned()).expect("a name");
    let played = "2026-11-20".parse().expect("a date");
    Unfinished { run, shift: Some(shift), played, standing: UnfinishedStanding::Waiting }
}

/// A host with these runs, the one played last first.
fn with(unfinished: impl Into<Vec<Unfinished>>) -> HostState {
    HostState { unfinished: unfinished.into(), ..HostState::default() }
}

#[test]
fn the_title_offers_what_there_is() {
    Show::of(title).snapshots("title");
    let host = with([unfinished()]);
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
    let host = with([unfinished()]);
    let mut show = Show::new(host, title);
    show.press("c");
    assert!(show.stack.run().is_some());
    let host = HostState {
        unfinished: vec![unfinished()],
        refusal: Some("The run is in use by another process.".to_owned()),
        ..HostState::default()
    };
    let mut show = Show::new(host, title);
    show.press("enter").assert_says("in use by another process");
    assert!(show.stack.run().is_none());
    // Another search would take the reason off the screen.
    assert_eq!(show.host.borrow().searches, 1);
    // What the host has learnt by trying is shown.
    show.host.borrow_mut().unfinished.clear();
    show.press("enter").assert_says("in use by another process");
    assert!(!show.words().contains("Continue"));
}

#[test]
fn a_journey_to_continue_is_on_no_floor() {
    let host = with([waiting("a.upk", "marches", None)]);
    Show::new(host, title).assert_says("Continue: a journey, turn 214");
    let place = JourneyPlace {
        night: 6,
        site: "Nether Wold".to_owned(),
        kind: "keep".to_owned(),
        depth: Depth(4),
        at_work: true,
    };
    let host = with([waiting("a.upk", "marches", Some(place))]);
    let mut show = Show::new(host, title);
    show.assert_says("Continue: a journey, night 6 at Nether Wold (keep, depth 4)");
}

#[test]
fn the_title_does_not_wait_for_the_run_to_continue() {
    let state =
        || HostState { unfinished: vec![unfinished()], is_searching: true, ..HostState::default() };
    let mut show = Show::new(state(), title);
    show.assert_says("Continue: looking");
    show.press("c").assert_says("still being looked through");
    show.host.borrow_mut().is_searching = false;
    show.tick(1);
    show.assert_says("Continue: vault, depth 3, turn 214");

    // Where there is none, the choice stays on its line.
    let mut show = Show::new(state(), title);
    show.press("down down down down");
    show.host.borrow_mut().unfinished.clear();
    show.tick(1);
    show.press("enter").assert_says("High scores");
}

#[test]
fn every_unfinished_run_is_in_reach() {
    let journey = waiting("ann-marches-3-2.upk", "marches", None);
    let mut show = Show::new(with([unfinished(), journey]), title);
    show.assert_says("Continue: vault, depth 3, turn 214");
    show.assert_says("Unfinished runs: 2");
    show.press("u");
    show.snapshots("unfinished");
    show.any_size();
    show.press("down enter");
    assert!(show.stack.run().is_some());
    assert_eq!(show.host.borrow().taken_up, ["ann-marches-3-2.upk"]);
    // What cannot be played is listed, and Continue is of what can.
    let refused = UnfinishedStanding::Refused("It was played by other rules.".to_owned());
    let refused = Unfinished { standing: refused, ..waiting("old.upk", "keep", None) };
    let mut show = Show::new(with([refused, unfinished()]), title);
    show.assert_says("Continue: vault");
    show.press("u")
        .assert_says("keep, depth 3, turn 214, not playable here; last played 2026-11-20");
    show.assert_says("played by other rules");
    show.press("enter");
    assert!(show.stack.run().is_none());
}

#[test]
fn a_damaged_run_is_named_and_its_whole_part_can_be_saved() {
    let damaged = |whole| {
        let why = "/home/ann/runs/bad.upk: frame 9 at byte 700 is damaged: its checksum is wrong";
        let standing = UnfinishedStanding::Damaged { why: why.to_owned(), whole };
        Unfinished { standing, ..waiting("bad.upk", "vault", None) }
    };
    let mut show = Show::new(with([damaged(WholePart::Until(Turns(180)))]), title);
    show.assert_says("bad.upk is damaged. Up to turn 180 it can be saved: u.");
    assert!(!show.words().contains("Continue"));
    show.press("u").assert_says("frame 9 at byte 700 is damaged: its checksum is wrong");
    show.snapshots("unfinished_damaged");
    show.any_size();
    show.press("enter");
    assert!(show.stack.run().is_some());
    assert_eq!(show.host.borrow().saved_parts, ["bad.upk"]);
    let mut show = Show::new(with([damaged(WholePart::Nothing)]), title);
    show.assert_says("bad.upk is damaged, and nothing of it can be saved: u tells why.");
    show.press("u enter").assert_says("Nothing of it can be saved");
    // Once it is saved, the title has no more to say of it.
    let saved = RunId::try_from("bad-saved.upk".to_owned()).expect("a name");
    let mut show = Show::new(with([damaged(WholePart::Saved(saved)), unfinished()]), title);
    assert!(!show.words().contains("damaged"));
    show.press("u").assert_says("was saved as bad-saved.upk");
    show.press("enter");
    assert_eq!(show.host.borrow().taken_up, ["bad-saved.upk"]);
}
