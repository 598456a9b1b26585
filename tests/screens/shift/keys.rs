//! What the keys on the map do, and what they say where they do nothing.

use std::time::Duration;

use base::Pos;
use screens::{
    config::Settings,
    terminal::{Input, Mouse, MouseKind},
};

use crate::desk::{Desk, Looking};
use crate::shift::{CAVERN, VAULT, drawn, is_over};

#[test]
fn the_work_key_does_what_there_is_to_do_or_says_why_not() {
    let mut desk = Desk::shift("vault", VAULT, Looking::default());
    desk.press("w");
    assert_eq!(desk.said(), ["There is no work to do here."]);
    desk.press("tab");
    let before = done(&desk);
    desk.press("w");
    assert!(done(&desk) > before, "{}", desk.screen());
}

fn done(desk: &Desk) -> u16 {
    let view = desk.view();
    view.order().into_iter().map(|count| count.done).sum()
}

#[test]
fn keys_that_do_nothing_say_so_and_take_no_turn() {
    for (keys, said) in [
        ("%", "The key % does nothing here. ? shows those that do."),
        // The ways out are told once, and repeats are folded.
        ("esc esc", "? shows the keys, S saves and goes to the title."),
        ("w w w", "There is no work to do here. (×3)"),
    ] {
        let mut desk = Desk::shift("vault", VAULT, Looking::default());
        desk.press(keys).says(said);
        assert_eq!((desk.said().len(), desk.turn()), (1, 0), "{keys}");
    }
}

#[test]
fn a_key_held_down_does_nothing_more_when_an_enemy_comes() {
    let mut desk = Desk::shift("cavern", CAVERN, Looking::default());
    loop {
        let turn = desk.turn();
        desk.tap(".");
        if desk.turn() == turn {
            break;
        }
        assert!(!is_over(&desk), "no enemy came");
    }
    let said = desk.said();
    let view = desk.view();
    let enemies: Vec<_> = view.actors().into_iter().filter(|actor| actor.hostile).collect();
    let is_named = |line: &String| enemies.iter().any(|enemy| line.contains(&enemy.kind.name));
    assert!(said.iter().any(is_named), "{said:?}");
    let turn = desk.turn();
    desk.tap(".");
    desk.tap(".");
    assert_eq!(desk.turn(), turn, "the key is still down");
    desk.settle();
    desk.tap(".");
    assert_eq!(desk.turn(), turn + 1, "it was let go");
}

/// A shift on a drawn floor, on a screen with room for all that is said.
fn on_floor(rows: &[&str]) -> Desk {
    let looking = Looking { size: (120, 40), ..Looking::default() };
    Desk::drawn(rows, Settings::default(), looking)
}

#[test]
fn blows_of_a_fight_that_is_on_swallow_no_key() {
    // Jellies act every other turn, so that every other press is answered by a blow.
    for pause in [120, 50, 30] {
        let mut desk = on_floor(&["##########", "#>@jjjj..#", "##########"]);
        for press in 0..8 {
            let turn = desk.turn();
            desk.tap("l");
            assert_eq!(desk.turn(), turn + 1, "press {press}, one every {pause} milliseconds");
            desk.wait(Duration::from_millis(pause));
        }
    }
}

#[test]
fn a_key_held_down_stops_at_the_first_blow_and_a_hand_is_never_too_fast() {
    let mut desk = on_floor(&["##########", "#>@......#", "#..j.....#", "##########"]);
    let mut ignored = 0;
    for _ in 0..30 {
        let turn = desk.turn();
        desk.tap(".");
        assert!(ignored == 0 || desk.turn() == turn, "it is held down, and acts again");
        ignored += u32::from(desk.turn() == turn);
        desk.wait(Duration::from_millis(40));
    }
    assert!(ignored > 20, "the jelly strikes soon: {ignored}");
    for press in 0..8 {
        desk.wait(Duration::from_millis(120));
        let turn = desk.turn();
        desk.tap(".");
        assert_eq!(desk.turn(), turn + 1, "press {press}");
    }
}

#[test]
fn who_needs_no_rest_waits_for_something_to_happen() {
    let mut desk = Desk::shift("vault", VAULT, Looking::default());
    desk.press("Z");
    assert!(desk.turn() == 0 && desk.screen().contains("there is work left"), "{}", desk.screen());
    desk.press("Y");
    assert!(desk.turn() > 1, "{}", desk.screen());
    let said = desk.said().join(" ");
    let news = ["to dawn", "You see ", "Nothing happens", "gets up"];
    assert!(news.iter().any(|news| said.contains(news)), "{said}");
}

#[test]
fn a_walk_is_shown_turn_by_turn_and_any_key_ends_it() {
    let rows = ["##############", "#>@.........*#", "##############"];
    let mut desk = Desk::drawn(&rows, Settings::default(), Looking::default());
    desk.tap("W");
    let turn = desk.turn();
    assert!(desk.tick());
    assert_eq!(desk.turn(), turn + 1, "one turn a picture");
    desk.tap("g");
    assert!(!desk.tick(), "the key ended the walk");
    assert_eq!(desk.turn(), turn + 1, "and was spent on that");

    desk.tap("W");
    let turn = desk.turn();
    desk.tap("i");
    assert_eq!((desk.stack.len(), desk.turn()), (2, turn), "what only shows something is shown");
    desk.tap("esc");

    desk.tap("W");
    let turn = desk.turn();
    desk.tap("_");
    assert_eq!((desk.stack.len(), desk.turn()), (2, turn), "and so is what asks first");
}

#[test]
fn the_key_that_began_a_walk_has_it_run_to_its_end_at_once() {
    let rows = ["##############", "#>@.........*#", "##############"];
    let (mut shown, mut at_once) =
        (Desk::drawn(&rows, Settings::default(), Looking::default()), drawn(&rows));
    at_once.press("W");
    shown.tap("W");
    assert!(shown.tick());
    assert!(shown.turn() < at_once.turn(), "it is shown");
    shown.tap("W");
    assert_eq!(shown.turn(), at_once.turn(), "{}", shown.screen());
    assert_eq!(shown.view().player().pos, at_once.view().player().pos);
    assert!(!shown.run().is_going_on());
}

#[test]
fn another_key_ends_a_walk_and_acts_but_esc_only_ends_it() {
    let rows = ["##############", "#>@.........*#", "##############"];
    for (key, turns) in [("esc", 0), ("s", 1), ("l", 1)] {
        let mut desk = Desk::drawn(&rows, Settings::default(), Looking::default());
        desk.tap("W");
        let turn = desk.turn();
        desk.tap(key);
        assert!(!desk.run().is_going_on(), "{key}");
        assert_eq!(desk.turn() - turn, turns, "{key}");
    }
}

#[test]
fn blood_beyond_the_order_is_said_to_be() {
    let stains = "#>@**..**..**..**..**..**.#";
    let wells = "####W####W####W####W####W##";
    let wall = "#".repeat(stains.len());
    let rows = [&*wall, stains, wells, &*wall];
    let mut desk = Desk::drawn(&rows, Settings::default(), Looking::default());
    let blood = |desk: &Desk| {
        let cells = (3..26).map(|x| Pos::new(x, 1));
        cells.rev().find(|&at| desk.view().cell(at).blood)
    };
    let last = blood(&desk).expect("stains");
    assert!(desk.view().examine(last).contains(&"Blood. It wants mopping.".to_owned()));
    for _ in 0..50 {
        desk.tap("W");
        while !desk.view().is_order_complete() && desk.tick() {}
        if desk.view().is_order_complete() {
            break;
        }
    }
    assert!(desk.view().is_order_complete(), "{}", desk.screen());
    let left = blood(&desk).expect("the order leaves some");
    let told = desk.view().examine(left);
    assert!(told.iter().any(|line| line.starts_with("Blood, beyond what the order")), "{told:?}");
}

#[test]
fn what_does_not_fit_is_shown_in_pages() {
    let mut desk = Desk::shift("vault", VAULT, Looking::default());
    let play = desk.run_mut();
    play.log.decide();
    for line in 0..12 {
        let text = format!("Line {line} is as long as a line of the log ought to be at the most.");
        let tone = engine::view::Tone::Plain;
        let at = engine::sim::Turns(line);
        play.log.tell(at, engine::view::Message { text, tone });
    }
    desk.settle();
    let mut seen = desk.screen();
    for _ in 0..5 {
        desk.press("l");
        seen += &desk.screen();
    }
    for line in 0..12 {
        assert!(seen.contains(&format!("Line {line} ")), "{seen}");
    }
    assert!(seen.contains("-- more: any key --"), "{seen}");
    assert_ne!(desk.turn(), 0, "when all was read, keys act again");
}

#[test]
fn a_click_examines_and_walks() {
    let mut desk = Desk::shift("vault", VAULT, Looking::default());
    let play = desk.run();
    let (camera, shown, here) = (play.camera, play.shown, play.view().player().pos);
    let at = here - camera.origin;
    let mouse =
        |kind| Input::Mouse(Mouse { x: shown.x + at.x as u16, y: shown.y + at.y as u16, kind });
    desk.input(&mouse(MouseKind::Click));
    desk.says("You stand here.");
    desk.input(&mouse(MouseKind::RightClick));
    assert_eq!(desk.stack.len(), 1);
}
