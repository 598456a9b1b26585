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

pub(super) fn title(context: &mut Context) -> Box<dyn Screen> {
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
    let mut show = Show::new(with([unfinished()]), title);
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
        show.press(keys).says(there);
        show.press("esc").says("Heroes storm the dungeon");
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
    snapshot("title_read", &show.read());
    let mut show = ended("vault", "cautious", " Clocked out");
    snapshot("result_read", &show.read());
    let mut show = watching();
    show.tick(12);
    snapshot("replay_read", &show.read());
}

#[test]
fn the_title_continues_a_run() {
    let mut show = Show::new(with([unfinished()]), title);
    show.press("c");
    assert!(show.stack.run().is_some());
    let refusal = Some("The run is in use by another process.".to_owned());
    let host = HostState { refusal, ..with([unfinished()]) };
    let mut show = Show::new(host, title);
    show.press("enter").says("in use by another process");
    assert!(show.stack.run().is_none());
    // Another search would take the reason off the screen.
    assert_eq!(show.host.borrow().searches, 1);
    // What the host has learnt by trying is shown.
    show.host.borrow_mut().unfinished.clear();
    show.press("enter").says("in use by another process");
    show.lacks("Continue");
}

#[test]
fn a_journey_to_continue_is_on_no_floor() {
    Show::new(with([waiting("a.upk", "marches", None)]), title)
        .says("Continue: a journey, turn 214");
    let place = JourneyPlace {
        night: 6,
        site: "Nether Wold".to_owned(),
        kind: "keep".to_owned(),
        depth: Depth(4),
        at_work: true,
    };
    let mut show = Show::new(with([waiting("a.upk", "marches", Some(place))]), title);
    show.says("Continue: a journey, night 6 at Nether Wold (keep, depth 4)");
}

#[test]
fn the_title_does_not_wait_for_the_run_to_continue() {
    let state = || HostState { is_searching: true, ..with([unfinished()]) };
    let mut show = Show::new(state(), title);
    show.says("Continue: looking");
    show.press("c").says("still being looked through");
    show.host.borrow_mut().is_searching = false;
    show.tick(1);
    show.says("Continue: vault, depth 3, turn 214");

    // Where there is none, the choice stays on its line.
    let mut show = Show::new(state(), title);
    show.press("down down down down");
    show.host.borrow_mut().unfinished.clear();
    show.tick(1);
    show.press("enter").says("High scores");
}

#[test]
fn every_unfinished_run_is_in_reach() {
    let journey = waiting("ann-marches-3-2.upk", "marches", None);
    let mut show = Show::new(with([unfinished(), journey]), title);
    show.says("Continue: vault, depth 3, turn 214");
    show.says("Unfinished runs: 2");
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
    show.says("Continue: vault");
    show.press("u").says("keep, depth 3, turn 214, not playable here; last played 2026-11-20");
    show.says("played by other rules");
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
    show.says("bad.upk is damaged. Up to turn 180 it can be saved: u.");
    show.lacks("Continue");
    show.press("u").says("frame 9 at byte 700 is damaged: its checksum is wrong");
    show.snapshots("unfinished_damaged");
    show.any_size();
    show.press("enter");
    assert!(show.stack.run().is_some());
    assert_eq!(show.host.borrow().saved_parts, ["bad.upk"]);
    let mut show = Show::new(with([damaged(WholePart::Nothing)]), title);
    show.says("bad.upk is damaged, and nothing of it can be saved: u tells why.");
    show.press("u enter").says("Nothing of it can be saved");
    // Once it is saved, the title has no more to say of it.
    let saved = RunId::try_from("bad-saved.upk".to_owned()).expect("a name");
    let mut show = Show::new(with([damaged(WholePart::Saved(saved)), unfinished()]), title);
    show.lacks("damaged");
    show.press("u").says("was saved as bad-saved.upk");
    show.press("enter");
    assert_eq!(show.host.borrow().taken_up, ["bad-saved.upk"]);
}
