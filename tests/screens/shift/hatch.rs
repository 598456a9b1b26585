//! Dawn from the closet's hatch: cords that are pulled, stops, and the raid watched again.

use std::time::Duration;

use base::Pos;
use engine::sim::{Command, Cord, Turns};
use ratatui::layout::Size;
use screens::{
    config::Motion,
    glyphs::GlyphSet,
    terminal::{Input, Mouse, MouseKind},
};

use crate::desk::{Desk, Looking, check_pictures, context};
use crate::shift::{VAULT, at_the_exit, drawn_with, is_over, snapshot, still};

/// The way of a party, with a trap on a cord in it.
const ROWS: [&str; 4] = [
    "########################",
    "#@.......^............>#",
    "#......................#",
    "########################",
];
const TRAP: Pos = Pos::new(9, 1);

/// A desk whose upkeeper has just clocked out of that floor.
fn with_cord() -> Desk {
    let mut desk = drawn_with(&ROWS, |snapshot| {
        let cord = Cord { at: TRAP, ready: Turns(0), pulled: false };
        snapshot.shift.prepared.cords.push(cord);
    });
    desk.press("> > enter").says("1 pull enter on");
    desk.says("1 dart trap: ready");
    desk
}

/// The health of the party.
fn health(desk: &Desk) -> i32 {
    desk.view().party().expect("they are in").members.iter().map(|member| member.health).sum()
}

/// Goes on to where somebody is within reach of the cord.
fn in_reach(desk: &mut Desk) {
    for _ in 0..20 {
        if desk.screen().contains("within reach of cord 1") {
            return;
        }
        desk.press("enter");
    }
    panic!("nobody comes by: {}", desk.screen());
}

#[test]
fn a_cord_is_pulled_under_whoever_comes_by() {
    let mut desk = with_cord();
    in_reach(&mut desk);
    snapshot("hatch_reach_80x24_unicode", &desk.screen());
    let (turn, whole) = (desk.turn(), health(&desk));
    desk.press("1").says("You pull cord 1.");
    assert!(health(&desk) < whole, "{}", desk.screen());
    assert_eq!(desk.turn(), turn, "no turn goes by");
    desk.press("1").says("It winds itself up still: 8 turns.");
    desk.press("2").says("There is no such cord.");
    desk.says("1 dart trap: in 8 turns");
    desk.press(".").says("1 dart trap: in 7 turns");
    assert_eq!(desk.turn(), turn + 1);
    desk.press("x").says("The key x does nothing here.");
}

#[test]
fn a_click_pulls_a_cord() {
    let mut desk = with_cord();
    in_reach(&mut desk);
    let cells = (0..80).flat_map(|x| (0..24).map(move |y| Mouse { x, y, kind: MouseKind::Click }));
    let on_trap = |mouse: &Mouse| desk.run().cell_at(*mouse) == Some(TRAP);
    let mouse = cells.into_iter().find(on_trap).expect("it is on the map");
    desk.input(&Input::Mouse(mouse));
    desk.says("You pull cord 1.");
}

#[test]
fn a_ready_cord_stops_it_at_each_step_in_reach_and_one_that_winds_does_not() {
    let mut desk = with_cord();
    in_reach(&mut desk);
    let turn = desk.turn();
    desk.press("enter");
    assert!(desk.turn() <= turn + 2, "they are still there: {}", desk.screen());
    let mut desk = with_cord();
    in_reach(&mut desk);
    desk.press("1");
    let turn = desk.turn();
    desk.press("enter");
    desk.lacks("is still within reach");
    assert!(desk.turn() > turn, "{}", desk.screen());
}

#[test]
fn dawn_runs_until_a_key_or_the_next_thing_worth_a_stop() {
    let mut desk = with_cord();
    desk.context.settings.motion = Motion::default();
    let turn = desk.turn();
    desk.tap("space");
    assert!(next_turn(&mut desk).is_some() && next_turn(&mut desk).is_some());
    assert_eq!(desk.turn(), turn + 2);
    desk.says("any key stop");
    desk.tap("x");
    assert!(!desk.tick(), "it is stopped");
    desk.tap("space");
    desk.settle();
    desk.says("enter on");
    let mut other = with_cord();
    other.press("enter");
    assert_eq!(desk.turn(), other.turn(), "it stops where enter does");
    for _ in 0..6 {
        desk.tap("+");
    }
    desk.says("as fast as it goes");
}

/// Lets a raid that runs go on by a turn, and returns how long that took; `None` if it stands.
fn next_turn(desk: &mut Desk) -> Option<Duration> {
    let (turn, mut passed) = (desk.turn(), Duration::ZERO);
    while desk.turn() == turn {
        passed += desk.stack.tick_interval(&mut desk.context)?;
        desk.tick();
    }
    Some(passed)
}

#[test]
fn falls_and_loot_are_held_and_turns_of_which_nothing_is_told_go_by_fast() {
    let mut desk = clocked_out();
    let mut seen = [0; 3];
    while !is_over(&desk) {
        let turn = Turns(desk.turn());
        let told: Vec<String> = desk
            .run()
            .log
            .lines()
            .iter()
            .rev()
            .take_while(|line| line.at == turn)
            .map(|line| line.text.clone())
            .collect();
        if !desk.screen().contains("any key") {
            desk.tap("space");
        }
        let shown = next_turn(&mut desk).expect("it runs").as_millis();
        let is_held =
            |line: &String| [" falls.", "chest", "pockets"].iter().any(|own| line.contains(own));
        let (place, wanted) = match &told[..] {
            [] => (0, 62),
            _ if told.iter().any(is_held) => (2, 400),
            _ => (1, 250),
        };
        assert_eq!(shown, wanted, "{told:?}");
        seen[place] += 1;
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}

#[test]
fn what_happens_is_named_on_the_map_and_marked_on_the_bar() {
    let mut desk = with_cord();
    in_reach(&mut desk);
    desk.says("in reach");
    desk.press("1");
    let bar = desk.screen().lines().find(|row| row.contains("@░")).map(str::to_owned);
    let bar = bar.expect("the bar of the raid's turns");
    assert!(bar.contains('o') && bar.contains('^'), "{bar}");
    desk.says("pulled");
}

#[test]
fn it_is_taken_up_where_it_was_left_and_watched_again_as_it_was_played() {
    let mut desk = with_cord();
    in_reach(&mut desk);
    desk.press("1 .");
    let game = desk.view().replica().expect("it can be restored");
    let looking = Looking::default();
    let mut again = Desk::of(Box::new(game), context(still(), looking), looking);
    again.says("The raid goes on where you left it.").says("1 dart trap: in 7 turns");
    again.press(">");
    desk.press(">");
    assert!(is_over(&desk) && is_over(&again));
    assert_eq!(again.view().grade(), desk.view().grade());
    desk.press("enter").says("Grade ");
    let shown = (desk.turn(), desk.view().grade());
    desk.press("v").says("It is over, in ").says("You pull cord 1.");
    desk.press("x").says("Grade ");
    assert_eq!((desk.turn(), desk.view().grade()), shown, "watching changes nothing");
}

/// A desk whose upkeeper has just left the floor: the raid is on the screen, at its first turn.
fn clocked_out() -> Desk {
    let mut desk = at_the_exit();
    desk.context.settings.motion = Motion::default();
    desk.tap("enter");
    desk.says("enter on");
    assert!(!desk.tick(), "it waits for a key");
    desk
}

#[test]
fn the_raid_is_shown_and_told() {
    let mut desk = clocked_out();
    desk.says("come in: ");
    for _ in 0..12 {
        desk.press(".");
    }
    for (width, height) in [(80, 24), (50, 14)] {
        let [unicode, ascii] = [GlyphSet::Unicode, GlyphSet::Ascii].map(|glyphs| {
            desk.context.appearance.glyphs = glyphs;
            desk.resize(Size { width, height });
            desk.buffer().clone()
        });
        check_pictures(&format!("hatch_{width}x{height}"), &unicode, &ascii, snapshot);
    }
    let turn = desk.turn();
    for (width, height) in [(20, 5), (40, 12), (61, 18), (60, 17), (500, 200), (20, 200)] {
        desk.resize(Size { width, height });
        assert!(!desk.screen().trim().is_empty(), "{width}×{height}");
    }
    assert_eq!(desk.turn(), turn, "looking at it changes nothing");
}

#[test]
fn a_raid_that_is_over_runs_again_past_all_stops() {
    let mut desk = clocked_out();
    desk.tap(">");
    assert!(is_over(&desk));
    desk.says("any key the result");
    desk.press("l").says("Grade ");
    let said = desk.run().log.lines().len();
    desk.tap("v");
    desk.says("any key stop");
    assert!(desk.tick());
    desk.tap("1");
    assert!(!desk.tick(), "it is stopped");
    desk.says("esc back to the result").lacks("You pull");
    desk.tap("space");
    desk.settle();
    desk.says("It is over, in ").says("any key back to the result");
    desk.press("x").says("Grade ");
    desk.tap("v");
    desk.press("esc").says("Grade ");
    assert_eq!(desk.run().log.lines().len(), said, "it is told once");
}

#[test]
fn the_hatch_is_read_out() {
    let mut desk = with_cord();
    in_reach(&mut desk);
    let lines = desk.stack.accessible_lines(desk.stack.len() - 1, &mut desk.context);
    let lines = lines.expect("it can be read out");
    let reads = |words: &str| lines.iter().any(|line| line.contains(words));
    for words in [": they want ", " health", "Cord 1, dart trap: in reach: ", "enter: on."] {
        assert!(reads(words), "{words}: {lines:?}");
    }
    desk.press(">");
    let told = |words: &str| {
        desk.run().log.lines().iter().filter(|line| line.text.contains(words)).count()
    };
    assert_eq!(told("It is over, in "), 1, "the history has the commentary, once");
}

#[test]
fn who_is_still_inside_is_told_that_they_are_in() {
    // Whatever gets up in the night does not kill them.
    let mut desk = Desk::shift_with("vault", VAULT, Looking::default(), |snapshot| {
        let own = &mut snapshot.floor.actors[0].vitals;
        (own.health, own.max_health) = (9_000, 9_000);
    });
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
    assert!(!is_over(&desk), "dawn comes to who waits: {}", desk.screen());
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
