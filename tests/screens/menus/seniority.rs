//! The choice of a perk on the screens, and the perks on the page about the upkeeper, in the story
//! and in the morgue.

use engine::sim::Phase;

use crate::desk::words_of;
use crate::menus::journey::{changed, phase};
use crate::menus::show::{Show, snapshot};
use crate::support::content::catalog;
use crate::support::journeys::own;

/// Before the first choice of a perk.
fn choosing() -> Show {
    changed(1, |snapshot| {
        let journey = own(snapshot);
        (journey.orders, journey.phase) = (3, Phase::Seniority);
    })
}

/// The names of the perks that are held, or that are offered.
fn names(show: &mut Show, is_held: bool) -> Vec<String> {
    let view = show.run().view();
    let perks = if is_held { view.perks() } else { view.perks_offered() };
    perks.into_iter().map(|perk| perk.name.clone()).collect()
}

#[test]
fn perks_are_shown_whole_and_none_is_taken_unread() {
    let mut show = choosing();
    show.snapshots("seniority");
    snapshot("seniority_read", &show.read());
    show.any_size();
    // The key that led here takes nothing, nor does one that no perk has.
    show.press("enter d z esc");
    assert_eq!(phase(&mut show), Phase::Seniority);
    let offered = names(&mut show, false);
    show.press("b");
    assert_eq!(phase(&mut show), Phase::Seniority);
    show.press("enter").says("for the rest of the journey?");
    // Neither the key that asked nor one that does not say yes takes it.
    show.press("enter n");
    assert_eq!(phase(&mut show), Phase::Seniority);
    show.press("enter Y");
    assert_eq!(phase(&mut show), Phase::Map);
    assert_eq!(names(&mut show, true), [offered[1].as_str()]);
    show.says("that is yours now");
    show.press("esc @").says("By seniority");
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
    show.click(20, 0);
    show.click(20, y);
    assert_eq!(phase(&mut show), Phase::Seniority);
    // Any row of its text will do.
    show.click(20, y + 1);
    show.press("Y");
    assert_eq!(names(&mut show, true), [offered[2].as_str()]);
}

#[test]
fn perks_stand_on_the_page_and_in_the_story() {
    let mut show = changed(1, |snapshot| {
        own(snapshot).orders = 6;
        let perks = ["the long handle", "dark corners"];
        let perks = perks.iter().map(|name| catalog().find_perk(name).expect("one"));
        snapshot.run.perks = perks.collect();
    });
    show.press("@").says("The long handle");
    show.snapshots("yourself_with_perks");
    // The story is told when the run is given up.
    show.press("esc Q Y enter").says("You went home");
    show.press("w");
    let story = words_of(&show.screen(100, 100));
    for told in [
        "Seniority came as “The long handle” and “Dark corners”.",
        "seniority the long handle, dark corners",
    ] {
        assert!(story.contains(told), "{story}");
    }
}
