//! The raid on the screen: told, sped up, skipped, watched again; and who is in it.

use engine::sim::Command;
use ratatui::layout::Size;
use screens::{config::Animation, glyphs::GlyphSet};

use crate::desk::{Desk, Looking, check_pictures};
use crate::shift::{VAULT, at_the_exit, is_over, snapshot};

/// A desk whose upkeeper has just left the floor: the raid is on the screen, at its first turn.
fn clocked_out() -> Desk {
    let mut desk = at_the_exit();
    desk.context.settings.animation = Animation::default();
    desk.tap("enter");
    assert!(desk.screen().contains("any other key the result"), "the map gives way to the raid");
    let turn = desk.turn();
    desk.tap("enter");
    desk.tap("esc");
    assert!(!is_over(&desk), "these were typed before there was anything to see");
    assert!(desk.tick());
    assert_eq!(desk.turn(), turn, "it has stood for a moment");
    desk
}

#[test]
fn the_raid_is_shown_and_told() {
    let mut desk = clocked_out();
    desk.says("come in: ").says("any other key the result");
    for _ in 0..12 {
        desk.tick();
    }
    for (width, height) in [(80, 24), (200, 60), (50, 14)] {
        let [unicode, ascii] = [GlyphSet::Unicode, GlyphSet::Ascii].map(|glyphs| {
            desk.context.appearance.glyphs = glyphs;
            desk.resize(Size { width, height });
            desk.buffer().clone()
        });
        check_pictures(&format!("raid_{width}x{height}"), &unicode, &ascii, snapshot);
    }
    let turn = desk.turn();
    for (width, height) in [(20, 5), (40, 12), (61, 18), (60, 17), (500, 200), (20, 200)] {
        desk.resize(Size { width, height });
        assert!(!desk.screen().trim().is_empty(), "{width}×{height}");
    }
    assert_eq!(desk.turn(), turn, "looking at it changes nothing");
}

#[test]
fn a_raid_goes_at_the_pace_that_is_wished() {
    let mut desk = clocked_out();
    let turn = desk.turn();
    desk.tap("space");
    assert!(!desk.tick(), "it is stopped");
    desk.tap("right");
    assert_eq!(desk.turn(), turn + 1, "a turn by hand");
    desk.tap("space");
    assert!(desk.tick());
    assert_eq!(desk.turn(), turn + 2, "and on it goes");
    for _ in 0..6 {
        desk.tap("+");
    }
    desk.says("as fast as it goes");
    desk.settle();
    assert!(is_over(&desk));
    desk.says("any key the result");
    desk.press("l").says("Grade ");
}

#[test]
fn a_raid_is_stepped_through_in_both_directions() {
    let mut desk = clocked_out();
    // The whole floor is shown, so that the map does not scroll.
    desk.resize(Size { width: 200, height: 60 });
    desk.tap("space");
    let mut shown = vec![desk.screen()];
    for _ in 0..40 {
        desk.tap("right");
        shown.push(desk.screen());
    }
    let (turn, said) = (desk.turn(), desk.run().log.lines().len());
    for screen in shown.iter().rev().skip(1) {
        desk.tap("left");
        assert_eq!(desk.screen(), *screen);
    }
    desk.tap("left");
    assert_eq!(desk.screen(), shown[0], "there is nothing before it");
    for screen in &shown[1..] {
        desk.tap("right");
        assert_eq!(desk.screen(), *screen);
    }
    assert_eq!((desk.turn(), desk.run().log.lines().len()), (turn, said), "it was played once");
    desk.tap("home");
    assert_eq!(desk.screen(), shown[0]);
    desk.tap("right");
    desk.tap("x");
    assert!(is_over(&desk) && desk.screen().contains("Grade "), "{}", desk.screen());
}

#[test]
fn the_end_of_a_raid_can_be_stepped_back_from() {
    let mut desk = clocked_out();
    for _ in 0..6 {
        desk.tap("+");
    }
    desk.settle();
    assert!(is_over(&desk));
    desk.resize(Size { width: 200, height: 60 });
    let last = desk.screen();
    desk.tap("left");
    desk.says("any other key the result");
    desk.tap("right");
    assert_eq!(desk.screen(), last);
}

#[test]
fn a_raid_is_skipped_on_purpose_and_watched_again_without_consequences() {
    for key in ["esc", "enter", "x"] {
        let mut desk = clocked_out();
        desk.tap(key);
        assert!(is_over(&desk), "{key}");
        desk.says("came in ");
        let digest = |desk: &Desk| {
            let play = desk.run();
            (desk.turn(), play.log.lines().len(), play.view().grade())
        };
        let before = digest(&desk);
        desk.tap("v");
        assert!(desk.tick());
        desk.says("back to the result");
        for _ in 0..5 {
            assert!(desk.tick());
        }
        desk.tap(key);
        desk.says("Grade ");
        assert_eq!(digest(&desk), before, "{key}");
        desk.tap("v");
        desk.settle();
        desk.says("It is over, in ");
    }
}

#[test]
fn without_animation_a_raid_is_told_at_once_and_waits() {
    let mut desk = at_the_exit();
    desk.press("enter");
    assert!(is_over(&desk));
    desk.says("It is over, in ");
    let lines = desk.stack.accessible_lines(desk.stack.len() - 1, &mut desk.context);
    let lines = lines.expect("it can be read out");
    assert!(lines.iter().any(|line| line.contains(" health")), "{lines:?}");
    assert!(lines.iter().any(|line| line == "Any key: the result."), "{lines:?}");
    let play = desk.run();
    let told =
        |words: &str| play.log.lines().iter().filter(|line| line.text.contains(words)).count();
    assert_eq!(told("come in: "), 1, "the history has the commentary, once");
    assert_eq!(told("It is over, in "), 1);
}

#[test]
fn who_is_still_inside_is_told_that_they_are_in() {
    let mut desk = Desk::shift("vault", VAULT, Looking::default());
    for _ in 0..4_000 {
        let view = desk.view();
        if view.intruders().is_some() || is_over(&desk) {
            break;
        }
        let wait = [Command::Rest, Command::Wait];
        let order = wait.into_iter().find(|command| view.refusal(command).is_none());
        desk.submit(order.unwrap_or(Command::Wait));
    }
    desk.settle();
    assert!(!is_over(&desk), "whoever waits at the start lives to see dawn: {}", desk.screen());
    desk.says("They are in: ");
    let ordered = desk.view().order();
    for _ in 0..30 {
        desk.submit(Command::Wait);
        assert_eq!(desk.view().order(), ordered, "from dawn on the order is what they found");
    }
    let said: Vec<String> = desk.run().log.lines().iter().map(|line| line.text.clone()).collect();
    assert!(said.iter().any(|line| line.starts_with("It is dawn, and they are in")), "{said:?}");
    for turns in [200, 100, 50, 20] {
        let warning = format!("{turns} turns to dawn");
        let warning = said.iter().find(|line| line.starts_with(&warning)).expect("a warning");
        assert!(warning.contains("the exit"), "{warning}");
    }
}
