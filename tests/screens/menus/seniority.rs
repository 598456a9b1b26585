//! The choice of a perk on the screens, and the perks on the page about the upkeeper, in the story
//! and in the morgue.

use crate::support::content::catalog;
use base::Seed;
use engine::sim::{Game, Phase, Setup, Snapshot};
use screens::ScreenStack;
use screens::terminal::{Input, Mouse, MouseKind};

use crate::host::HostState;
use crate::menus::show::{Show, snapshot};

/// A journey whose first morning was changed.
fn changed(change: impl Fn(&mut Snapshot)) -> Show {
    Show::with_stack(HostState::default(), |context| {
        let setup = Setup::campaign(Seed(1));
        let game = Game::new(setup.clone(), &context.catalog).expect("a journey");
        let mut snapshot = game.snapshot();
        change(&mut snapshot);
        let game = Game::restore(setup, snapshot, &context.catalog).expect("a possible state");
        ScreenStack::of_run(Box::new(game), context)
    })
}

/// Before the first choice of a perk.
fn choosing() -> Show {
    changed(|snapshot| {
        let journey = snapshot.journey.as_mut().expect("a journey");
        (journey.orders, journey.phase) = (3, Phase::Seniority);
    })
}

fn phase(show: &mut Show) -> Phase {
    let run = show.stack.run_mut().expect("a run is played");
    run.view().journey().expect("a journey").phase()
}

/// The names of the perks that are held, or that are offered.
fn names(show: &mut Show, is_held: bool) -> Vec<String> {
    let run = show.stack.run_mut().expect("a run is played");
    let view = run.view();
    let perks = if is_held { view.perks() } else { view.perks_offered() };
    perks.into_iter().map(|perk| perk.name.clone()).collect()
}

/// What reader mode says of the topmost screen.
fn read(show: &mut Show) -> String {
    let lines = show.stack.accessible_lines(show.stack.len() - 1, &mut show.context);
    lines.expect("something to read").join("\n")
}

#[test]
fn perks_are_shown_whole_and_none_is_taken_unread() {
    let mut show = choosing();
    show.snapshots("seniority");
    snapshot("seniority_read", &read(&mut show));
    show.any_size();
    // The key that led here takes nothing, nor does one that no perk has.
    show.press("enter d z esc");
    assert_eq!(phase(&mut show), Phase::Seniority);
    let offered = names(&mut show, false);
    show.press("b");
    show.snapshots("seniority_chosen");
    assert_eq!(phase(&mut show), Phase::Seniority);
    show.press("enter").assert_says("for the rest of the journey?");
    // Neither the key that asked nor one that does not say yes takes it.
    show.press("enter n");
    assert_eq!(phase(&mut show), Phase::Seniority);
    show.press("enter Y");
    assert_eq!(phase(&mut show), Phase::Map);
    assert_eq!(names(&mut show, true), [offered[1].as_str()]);
    show.assert_says("that is yours now");
    show.press("esc @").assert_says("By seniority");
}

#[test]
fn the_cursor_goes_round_and_a_letter_only_looks() {
    let mut show = choosing();
    let offered = names(&mut show, false);
    show.press("up up");
    show.press("b b");
    assert_eq!(phase(&mut show), Phase::Seniority);
    show.press("enter Y");
    assert_eq!(names(&mut show, true), [offered[1].as_str()]);
    let mut show = choosing();
    show.press("down down down down enter Y");
    assert_eq!(names(&mut show, true), [offered[0].as_str()]);
    let mut show = choosing();
    show.press("up enter Y");
    assert_eq!(names(&mut show, true), [offered[2].as_str()]);
}

#[test]
fn a_click_moves_to_a_perk_and_another_takes_it() {
    let mut show = choosing();
    let offered = names(&mut show, false);
    let screen = show.screen(80, 24);
    let (y, _) = screen.lines().enumerate().find(|(_, row)| row.contains(" c  ")).expect("a third");
    let click = |y: usize| Input::Mouse(Mouse { x: 20, y: y as u16, kind: MouseKind::Click });
    show.put(&click(0));
    show.put(&click(y));
    assert_eq!(phase(&mut show), Phase::Seniority);
    show.screen(80, 24);
    // Any row of its text will do.
    show.put(&click(y + 1));
    show.press("Y");
    assert_eq!(names(&mut show, true), [offered[2].as_str()]);
}

#[test]
fn perks_stand_on_the_page_and_in_the_story() {
    let mut show = changed(|snapshot| {
        let journey = snapshot.journey.as_mut().expect("a journey");
        journey.orders = 6;
        let perks = ["the long handle", "dark corners"];
        let perks = perks.iter().map(|name| catalog().find_perk(name).expect("one"));
        snapshot.run.perks = perks.collect();
    });
    while show.words().contains("-- more") {
        show.press("esc");
    }
    show.press("@").assert_says("The long handle");
    show.snapshots("yourself_with_perks");
    // The story is told when the run is given up.
    show.press("esc Q Y enter").assert_says("You went home");
    show.press("w");
    let story = show.screen(100, 100);
    let words: Vec<&str> = story.split_whitespace().collect();
    for told in [
        "Seniority came as “The long handle” and “Dark corners”.",
        "seniority the long handle, dark corners",
    ] {
        assert!(words.join(" ").contains(told), "{story}");
    }
}
