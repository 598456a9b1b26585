//! What comes after a run: the result, a death, the morgue.

use upkeeper::ui::screens::morgue::MorgueScreen;

use crate::menus::new_shift::new_shift;
use crate::menus::runs::ended;
use crate::menus::show::{Show, snapshot};

#[test]
fn the_result_explains_every_point() {
    let mut show = ended("vault", "cautious", " Clocked out");
    show.snapshots("result");
    show.any_size();
    let begun = show.host.borrow().begun[0].0.clone();
    assert_eq!(show.host.borrow().morgue, "", "only deaths are written down");
    show.press("w").assert_says("The whole story");
    show.any_size();
    show.press("esc a");
    assert_eq!(show.host.borrow().begun[1].0, begun);
}

#[test]
fn the_next_floor_has_the_next_seed() {
    let mut show = ended("vault", "cautious", " Clocked out");
    show.press("right right enter");
    let host = show.host.borrow();
    assert_eq!(host.begun[1].0.seed, host.begun[0].0.seed.offset(1));
}

#[test]
fn a_death_is_told_and_written_down() {
    let mut show = ended("vault", "random", " You are dead");
    show.snapshots("death");
    show.press("w");
    show.snapshots("morgue");
    show.any_size();
    snapshot("morgue_text", &show.host.borrow().morgue);
    show.press("esc t").assert_says("Heroes storm the dungeon");
    assert_eq!(show.stack.len(), 1);
}

#[test]
fn a_result_wants_a_run_that_is_over() {
    let mut show = Show::of(new_shift);
    show.press("enter").assert_says("any key: begin");
    for key in ["enter", "enter", "esc", "space"] {
        let words = show.press(key).words();
        assert!(!words.contains("Grade "), "{key}: {words}");
    }
}

#[test]
fn a_morgue_text_may_be_of_any_kind() {
    let text = format!("{}\n\u{1b}[2Jx", "wide ".repeat(100));
    Show::of(|_| Box::new(MorgueScreen::new(&text, None))).any_size();
}
