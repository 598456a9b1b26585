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
use crate::shift::{VAULT, drawn, snapshot, still};
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
