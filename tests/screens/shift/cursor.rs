//! The cursor: how few keys it takes to a place, what is marked there, and what a click does.

use base::Pos;
use engine::sim::{Body, Snapshot, Stack, Turns};
use ratatui::style::Modifier;
use screens::{
    glyphs::GlyphSet,
    terminal::{ColorDepth, Input, Mouse, MouseKind},
    widgets::map,
};

use crate::desk::{Desk, Looking};
use crate::shift::{VAULT, drawn, drawn_with, snapshot, still};
use crate::support::content::catalog;

const HALL: [&str; 7] = [
    "##############################",
    "#@............&..............#",
    "#..........^.......U.........#",
    "#....~~...O.......O....O.....#",
    "#....~~......W....K....v.....#",
    "#...........................>#",
    "##############################",
];

/// Where the cursor stands after keys.
fn after(keys: &str) -> Pos {
    let mut desk = drawn_with(&HALL, |snapshot| {
        lay_dart(snapshot, Pos::new(5, 1));
        lay_dart(snapshot, Pos::new(4, 2));
    });
    desk.press(keys);
    desk.cursor().expect("a cursor on the map")
}

#[test]
fn shift_and_a_direction_goes_eight_cells_and_stays_on_the_map() {
    for (keys, at) in [
        ("_ L", (9, 1)),
        ("_ shift-right", (9, 1)),
        ("x L L L L", (29, 1)),
        ("x J", (1, 6)),
        ("x N K", (9, 0)),
        ("x N B", (1, 6)),
        ("x L L shift-left l", (10, 1)),
        ("x J U", (9, 0)),
    ] {
        assert_eq!(after(keys), Pos::new(at.0, at.1), "{keys}");
    }
}

#[test]
fn signs_ways_and_places_are_a_key_or_two_away() {
    for (keys, at) in [
        ("_ >", (28, 5)),
        ("x >", (28, 5)),
        ("_ > <", (1, 1)),
        // Of a pool the nearest cell.
        ("_ _", (5, 3)),
        ("_ _ _", (13, 4)),
        ("_ _ _ shift-tab", (5, 3)),
        ("_ )", (4, 2)),
        ("_ ) )", (5, 1)),
        ("_ ) ) )", (4, 2)),
        ("_ ]", (4, 2)),
        ("_ %", (14, 1)),
        ("_ ~", (5, 3)),
        ("_ ^", (11, 2)),
        ("_ ^ ^", (23, 4)),
        ("_ 0", (13, 4)),
        ("_ > @", (1, 1)),
        // A sign that is nowhere leaves it where it is.
        ("_ > $", (28, 5)),
    ] {
        assert_eq!(after(keys), Pos::new(at.0, at.1), "{keys}");
    }
}

#[test]
fn the_exit_is_two_keys_and_enter_away_and_water_is_walked_up_to() {
    for (keys, (x, y)) in [("_ > enter", (28, 5)), ("_ ~ .", (4, 2)), ("x > .", (28, 5))] {
        drawn(&HALL).press(keys).stands_at(x, y);
    }
}

#[test]
fn a_letter_goes_to_those_who_are_drawn_with_it() {
    let rows = ["##############", "#@....rrs....#", "#>.....O.....#", "##############"];
    for (keys, x) in [("_ r", 6), ("_ r r", 7), ("_ s", 8), ("_ @", 6), ("_ @ @ @ @", 1)] {
        let mut desk = drawn(&rows);
        assert_eq!(desk.press(keys).cursor(), Some(Pos::new(x, 1)), "{keys}");
    }
}

#[test]
fn a_click_sets_the_cursor_and_a_second_one_confirms() {
    let mut desk = drawn(&HALL);
    let click = |desk: &mut Desk, at: Pos| {
        let (shown, camera) = (desk.run().shown, desk.run().camera);
        let (x, y) = map::place(shown, camera, at).expect("on the screen");
        desk.input(&Input::Mouse(Mouse { x, y, kind: MouseKind::Click }));
    };
    desk.press("_");
    click(&mut desk, Pos::new(12, 3));
    assert_eq!((desk.cursor(), desk.turn()), (Some(Pos::new(12, 3)), 0));
    click(&mut desk, Pos::new(12, 3));
    desk.settle();
    desk.stands_at(12, 3);
    // What is only looked at is walked to.
    click(&mut desk, Pos::new(3, 3));
    assert_eq!(desk.stack.len(), 2);
    click(&mut desk, Pos::new(3, 3));
    desk.settle();
    assert_eq!((desk.stack.len(), desk.view().player().pos), (1, Pos::new(3, 3)));
}

#[test]
fn what_is_not_there_is_said() {
    let mut desk = drawn(&HALL);
    desk.press("x G").says("You know of no such thing here.");
    desk.press("right").lacks("You know of no such thing here.");
}

#[test]
fn the_keys_of_the_cursor_are_told_below_the_map_and_in_the_help() {
    for keys in ["x", "_", "f enter"] {
        let mut desk = Desk::shift("vault", VAULT, Looking::default());
        desk.press(keys);
        for hint in ["[shift] 8 cells", "[< >] ways", "[_] places", "[@] in sight", "a sign"] {
            assert!(desk.screen().contains(hint), "{keys}: {}", desk.screen());
        }
        let open = desk.stack.len();
        desk.press("?");
        assert_eq!(desk.stack.len(), open + 1, "{keys}: {}", desk.screen());
    }
}

fn lay_dart(snapshot: &mut Snapshot, at: Pos) {
    let kind = catalog().find_item("dart").expect("a dart");
    snapshot.floor.items.push((at, Stack { kind, count: 1 }));
    snapshot.floor.items.sort_by_key(|&(at, _)| at);
}

fn lay_body(snapshot: &mut Snapshot, at: Pos) {
    let kind = catalog().find_actor("fighter").expect("a fighter");
    let body = Body { kind, rises: Turns(900), by: None, person: None };
    snapshot.floor.bodies.push((at, body));
    snapshot.floor.bodies.sort_by_key(|&(at, _)| at);
}

/// Whether the sign of a way is on the screen at a cell, and whether it is underlined.
fn sign_at(desk: &Desk, at: Pos) -> (char, bool) {
    let (x, y) = map::place(desk.run().shown, desk.run().camera, at).expect("on the screen");
    let row = desk.screen().lines().nth(usize::from(y)).expect("a row").to_owned();
    let sign = row.chars().nth(usize::from(x)).expect("a cell");
    (sign, desk.style_at((x, y)).add_modifier.contains(Modifier::UNDERLINED))
}

type Lay = fn(&mut Snapshot, Pos);

const LYING: [(Lay, &str); 2] = [(lay_dart, "dart"), (lay_body, "fighter")];

const LOOKS: [(GlyphSet, ColorDepth); 2] =
    [(GlyphSet::Unicode, ColorDepth::Truecolor), (GlyphSet::Ascii, ColorDepth::None)];

#[test]
fn the_exit_is_seen_under_what_lies_on_it() {
    let rows = ["#########", "#>..@...#", "#########"];
    let exit = Pos::new(1, 1);
    for (glyphs, depth) in LOOKS {
        let looking = Looking { glyphs, depth, ..Looking::default() };
        let bare = Desk::drawn(&rows, still(), looking);
        assert_eq!(sign_at(&bare, exit), ('>', false));
        for (lay, word) in LYING {
            let mut desk = Desk::drawn_with(&rows, still(), looking, |state| lay(state, exit));
            desk.press("h");
            assert_eq!(sign_at(&desk, exit), ('>', true), "{}", desk.screen());
            if depth == ColorDepth::None {
                snapshot(&format!("exit_under_a_{word}_ascii"), &desk.screen());
            } else {
                let place = map::place(desk.run().shown, desk.run().camera, exit).expect("shown");
                let own = map::place(bare.run().shown, bare.run().camera, exit).expect("shown");
                assert_ne!(desk.style_at(place).fg, bare.style_at(own).fg, "it has its colour");
            }
            desk.press("x >");
            desk.says("exit").says(word);
            // Whoever stands there is drawn before either.
            desk.press("esc h h");
            assert_eq!(sign_at(&desk, exit).0, '@', "{}", desk.screen());
        }
    }
}

#[test]
fn the_way_in_is_seen_under_what_lies_on_it() {
    for (glyphs, depth) in LOOKS {
        let looking = Looking { glyphs, depth, ..Looking::default() };
        for (lay, _) in LYING {
            let on_start = |state: &mut Snapshot| lay(state, state.floor.cells.start);
            let mut desk = Desk::shift_with("vault", VAULT, looking, on_start);
            desk.press("h");
            let start = desk.view().start();
            assert_eq!(sign_at(&desk, start), ('<', true), "{}", desk.screen());
        }
    }
}
