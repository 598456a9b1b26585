//! The board: the night is planned by keys and clicks, and what is expected of dawn is told.

use base::Pos;
use content::Supply;
use engine::sim::{Activity, Lever};
use screens::{
    glyphs::GlyphSet,
    terminal::{ColorDepth, Input, Mouse, MouseKind},
    widgets::map,
};

use crate::desk::{Desk, Looking, check_pictures};
use crate::shift::{VAULT, drawn, drawn_with, snapshot};

const HALL: [&str; 5] = [
    "##############################",
    "#@.....v........C............#",
    "#............................#",
    "#.........v..............C..>#",
    "##############################",
];

/// Jobs on the plan, in order.
fn planned(desk: &Desk) -> Vec<Pos> {
    desk.view().plan().iter().map(|lever| lever.at()).collect()
}

fn place(desk: &Desk, at: Pos) -> (u16, u16) {
    map::place(desk.run().shown, desk.run().camera, at).expect("on the screen")
}

/// The sign that is drawn on a cell of the floor.
fn sign(desk: &Desk, at: Pos) -> String {
    let place = place(desk, at);
    desk.buffer()[place].symbol().to_owned()
}

fn click(desk: &mut Desk, (x, y): (u16, u16)) {
    desk.input(&Input::Mouse(Mouse { x, y, kind: MouseKind::Click }));
    desk.settle();
}

#[test]
fn a_job_goes_on_the_plan_and_off_it_and_its_number_is_on_the_map() {
    let mut desk = drawn(&HALL);
    desk.press("J").says("Nothing is planned yet.");
    // Traps before chests, and the nearest first.
    desk.press("enter j enter");
    assert_eq!(planned(&desk), [Pos::new(7, 1), Pos::new(10, 3)]);
    assert_eq!(sign(&desk, Pos::new(7, 1)), "1");
    assert_eq!(sign(&desk, Pos::new(10, 3)), "2");
    desk.says("1 trap").says("2 trap");
    // The number of the second is that of the first, once that is off.
    desk.press("k enter");
    assert_eq!(planned(&desk), [Pos::new(10, 3)]);
    assert_eq!(sign(&desk, Pos::new(10, 3)), "1");
    desk.press("esc");
    assert_eq!((sign(&desk, Pos::new(10, 3)), desk.turn()), ("1".to_owned(), 0));
}

#[test]
fn what_is_chosen_is_moved_up_and_down_the_plan() {
    let mut desk = drawn(&HALL);
    desk.press("J enter j enter j enter");
    assert_eq!(planned(&desk), [Pos::new(7, 1), Pos::new(10, 3), Pos::new(16, 1)]);
    desk.press("K K");
    assert_eq!(planned(&desk), [Pos::new(16, 1), Pos::new(7, 1), Pos::new(10, 3)]);
    // There is nothing above the first.
    desk.press("K J");
    assert_eq!(planned(&desk), [Pos::new(7, 1), Pos::new(16, 1), Pos::new(10, 3)]);
    desk.press("j K").says("That is not on the plan yet.");
}

#[test]
fn a_click_on_a_row_or_on_the_map_plans() {
    let mut desk = drawn(&HALL);
    desk.press("J");
    let chest = place(&desk, Pos::new(16, 1));
    click(&mut desk, chest);
    assert_eq!(planned(&desk), [Pos::new(16, 1)]);
    let screen = desk.screen();
    let (y, row) = (0..).zip(screen.lines()).find(|(_, row)| row.contains("trap")).expect("a row");
    let x = row.chars().take_while(|c| *c != 't').count() as u16;
    click(&mut desk, (x, y));
    assert_eq!(planned(&desk), [Pos::new(16, 1), Pos::new(7, 1)]);
    click(&mut desk, chest);
    assert_eq!(planned(&desk), [Pos::new(7, 1)]);
    let bare = place(&desk, Pos::new(3, 2));
    click(&mut desk, bare);
    desk.says("You know of no work there.");
}

#[test]
fn what_does_not_suffice_has_a_sign() {
    let mut desk = drawn_with(&HALL, |state| {
        state.run.belongings.supplies[Supply::Parts] = 1;
        state.shift.dawn = engine::sim::Turns(30);
    });
    desk.press("J enter").says("Parts 1 of 1").lacks("!");
    desk.press("j enter").says("! parts 2 of 1").says("! About");
}

#[test]
fn the_plan_is_done_from_the_board() {
    let mut desk = drawn(&HALL);
    desk.press("J W").says("Nothing is planned.");
    desk.press("j enter k enter W");
    assert_eq!(desk.stack.len(), 1, "{}", desk.screen());
    assert_eq!(planned(&desk), [Pos::new(7, 1)]);
    desk.press("J A");
    assert_eq!((planned(&desk), desk.stack.len()), (Vec::new(), 1));
    assert_eq!(desk.view().activity(), None::<Activity>);
}

#[test]
fn kits_cords_and_posts_are_planned_with_the_cursor() {
    let mut desk = explored();
    desk.press("J t").says("A kit of which trap?");
    desk.press("a").says("Plan a").says("trap where?");
    let at = desk.cursor().expect("the cursor is on the map");
    desk.press("enter");
    let kit = desk.view().plan()[0];
    assert!(matches!(kit, Lever::Kit { at: own, .. } if own == at), "{kit:?}");
    desk.says("kit");
    // The same cell once more is refused where one looks.
    desk.press("t a");
    while desk.cursor() != Some(at) {
        desk.press("tab");
        if desk.cursor().is_some_and(|own| own.steps_to(at) < 10) {
            break;
        }
    }
    desk.press("esc c").says("Plan a cord to what?");
    desk.press("enter");
    assert!(matches!(desk.view().plan()[1], Lever::Cord { .. }), "{}", desk.screen());
    desk.press("r");
    if desk.stack.len() == 3 {
        desk.says("Plan");
    } else {
        desk.says("There is no resident there to lead anywhere.");
    }
}

/// A generated shift of which the player knows the floor.
fn explored_as(looking: Looking) -> Desk {
    let mut desk = Desk::shift("vault", VAULT, looking);
    for _ in 0..80 {
        desk.press("o");
        if desk.stack.len() > 1 {
            desk.press("esc");
        }
    }
    desk
}

fn explored() -> Desk {
    explored_as(Looking::default())
}

#[test]
fn the_order_is_planned_at_one_key() {
    let mut desk = explored();
    desk.press("J p");
    let view = desk.view();
    let jobs = view.plan().len();
    assert!(jobs > 3, "{}", desk.screen());
    assert!(view.plan().iter().all(|lever| matches!(lever, Lever::Job { .. })));
    let cost = view.plan_cost();
    assert!(cost.turns.0 > 0 && cost.way_out.is_some(), "{cost:?}");
    desk.press("p").says("Nothing of the order that you know of is left to plan.");
    assert_eq!(desk.view().plan().len(), jobs);
}

#[test]
fn the_board_tells_what_to_expect_of_dawn_and_what_a_change_brings() {
    let mut desk = explored();
    desk.press("J").says("Dawn").says("Fall");
    desk.press("t a enter");
    let gain = |desk: &Desk| {
        let screen = desk.screen();
        let row = screen.lines().find(|row| row.contains("Dawn ")).expect("a row").to_owned();
        row.contains('+')
            || row.trim_end().rsplit(' ').next().is_some_and(|end| end.starts_with('-'))
    };
    let before = gain(&desk);
    desk.press("tab").says("falls in").says("of 24 raids");
    desk.press("tab esc m").says("Tinted: where they go");
    assert!(before || desk.view().plan().len() == 1);
}

#[test]
fn as_long_as_no_way_out_is_known_it_says_so() {
    let mut desk = Desk::shift("cavern", crate::shift::CAVERN, Looking::default());
    desk.press("J").says("No way to the exit is known yet.");
}

#[test]
fn the_board_in_pictures() {
    for (name, size) in [("board_80x24", (80, 24)), ("board_200x60", (200, 60))] {
        let picture = |glyphs, depth| {
            let mut desk = explored_as(Looking { size, glyphs, depth });
            desk.press("J p t a enter");
            desk
        };
        let unicode = picture(GlyphSet::Unicode, ColorDepth::Sixteen);
        let plain = picture(GlyphSet::Ascii, ColorDepth::Sixteen);
        check_pictures(name, unicode.buffer(), plain.buffer(), snapshot);
    }
}

#[test]
fn the_board_is_read_aloud() {
    let mut desk = drawn(&HALL);
    desk.press("J enter");
    let level = desk.stack.len() - 1;
    let lines = desk.stack.accessible_lines(level, &mut desk.context).expect("lines").join("\n");
    assert!(lines.contains("Chosen: Trap, 6 east, number 1."), "{lines}");
    assert!(lines.contains("Chest, 15 east."), "{lines}");
    assert!(lines.contains("About"), "{lines}");
}
