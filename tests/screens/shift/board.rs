//! The board: the night is planned by keys and clicks, and what is expected of dawn is told.

use base::Pos;
use content::Supply;
use engine::sim::{Activity, Lever};
use screens::{
    glyphs::GlyphSet,
    terminal::{ColorDepth, Input, Mouse, MouseKind},
    widgets::map,
};

use crate::desk::{Desk, Looking, check_pictures, words_of};
use crate::shift::{VAULT, drawn_with, snapshot};

const HALL: [&str; 5] =
    ["###############", "#@..v..C......#", "#.............#", "#....v.......>#", "###############"];

/// The hall, with supplies for all of it.
fn hall() -> Desk {
    drawn_with(&HALL, |state| {
        let supplies = &mut state.run.belongings.supplies;
        (supplies[Supply::Parts], supplies[Supply::Stock]) = (3, 2);
    })
}

/// What stands beside the map, or a refusal there.
#[track_caller]
fn told(desk: &Desk, text: &str) {
    let beside = usize::from(desk.run().shown.right()) + 2;
    let rows = desk.screen();
    let rows = rows.lines().map(|row| row.chars().skip(beside).collect::<String>());
    let panel = words_of(&rows.collect::<Vec<_>>().join(" "));
    assert!(panel.contains(text), "{text}: {panel}\n{}", desk.screen());
}

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
    let mut desk = hall();
    desk.press("J");
    told(&desk, "Nothing is planned yet.");
    // Traps before chests, and the nearest first.
    desk.press("enter j enter");
    assert_eq!(planned(&desk), [Pos::new(4, 1), Pos::new(5, 3)]);
    assert_eq!(sign(&desk, Pos::new(4, 1)), "1");
    assert_eq!(sign(&desk, Pos::new(5, 3)), "2");
    told(&desk, "1 trap");
    told(&desk, "2 trap");
    // The number of the second is that of the first, once that is off.
    desk.press("k enter");
    assert_eq!(planned(&desk), [Pos::new(5, 3)]);
    assert_eq!(sign(&desk, Pos::new(5, 3)), "1");
    desk.press("esc");
    assert_eq!((sign(&desk, Pos::new(5, 3)), desk.turn()), ("1".to_owned(), 0));
}

#[test]
fn what_is_chosen_is_moved_up_and_down_the_plan() {
    let mut desk = hall();
    desk.press("J enter j enter j enter");
    assert_eq!(planned(&desk), [Pos::new(4, 1), Pos::new(5, 3), Pos::new(7, 1)]);
    desk.press("K K");
    assert_eq!(planned(&desk), [Pos::new(7, 1), Pos::new(4, 1), Pos::new(5, 3)]);
    // There is nothing above the first.
    desk.press("K J");
    assert_eq!(planned(&desk), [Pos::new(4, 1), Pos::new(7, 1), Pos::new(5, 3)]);
    desk.press("k k enter K");
    told(&desk, "That is not on the plan yet.");
}

#[test]
fn a_click_on_a_row_or_on_the_map_plans() {
    let mut desk = hall();
    desk.press("J");
    let chest = place(&desk, Pos::new(7, 1));
    click(&mut desk, chest);
    assert_eq!(planned(&desk), [Pos::new(7, 1)]);
    let screen = desk.screen();
    let (y, row) = (0..).zip(screen.lines()).find(|(_, row)| row.contains("trap")).expect("a row");
    let x = row.chars().take_while(|c| *c != 't').count() as u16;
    click(&mut desk, (x, y));
    assert_eq!(planned(&desk), [Pos::new(7, 1), Pos::new(4, 1)]);
    click(&mut desk, chest);
    assert_eq!(planned(&desk), [Pos::new(4, 1)]);
    let bare = place(&desk, Pos::new(3, 2));
    click(&mut desk, bare);
    told(&desk, "You know of no work there.");
}

#[test]
fn what_does_not_suffice_has_a_sign() {
    let mut desk = drawn_with(&HALL, |state| {
        state.run.belongings.supplies[Supply::Parts] = 1;
        state.shift.dawn = engine::sim::Turns(16);
    });
    desk.press("J enter");
    told(&desk, "Parts 1 of 1");
    desk.lacks("!");
    desk.press("j enter");
    told(&desk, "! parts 2 of 1");
    told(&desk, "! About");
}

#[test]
fn the_plan_is_done_from_the_board() {
    let mut desk = hall();
    desk.press("J j enter k enter W");
    assert_eq!(desk.stack.len(), 1, "{}", desk.screen());
    assert_eq!(planned(&desk), [Pos::new(4, 1)]);
    desk.press("J A");
    assert_eq!((planned(&desk), desk.stack.len()), (Vec::new(), 1));
    assert_eq!(desk.view().activity(), None::<Activity>);
}

#[test]
fn with_nothing_planned_the_order_is_done_from_the_board() {
    let done = |desk: &Desk| desk.view().order().iter().map(|count| count.done).sum::<u16>();
    let mut desk = hall();
    desk.press("J W");
    assert_eq!((done(&desk), desk.stack.len()), (1, 1), "{}", desk.screen());
    desk.press("J A");
    assert!(desk.view().is_order_complete(), "{}", desk.screen());
}

#[test]
fn kits_cords_and_posts_are_planned_with_the_cursor() {
    let mut desk = explored();
    desk.press("J t a").says("Plan a").says("trap where?");
    let at = desk.cursor().expect("the cursor is on the map");
    desk.press("enter");
    let kit = desk.view().plan()[0];
    assert!(matches!(kit, Lever::Kit { at: own, .. } if own == at), "{kit:?}");
    told(&desk, "1 ");
    // One a room: where the cursor begins now is somewhere else.
    desk.press("t a");
    assert!(desk.cursor().is_some_and(|other| other.steps_to(at) >= 10), "{}", desk.screen());
    desk.press("esc c").says("Plan a cord to what?").says("Planned: a");
    desk.says("It holds until you pull");
    desk.press("enter");
    assert!(matches!(desk.view().plan()[1], Lever::Cord { .. }), "{}", desk.screen());
}

/// A generated shift of which the player knows the floor.
fn explored_as(looking: Looking) -> Desk {
    let mut desk = Desk::shift("vault", VAULT, looking);
    for _ in 0..80 {
        let turn = desk.turn();
        desk.press("o");
        if desk.stack.len() > 1 {
            desk.press("esc");
        } else if desk.turn() == turn {
            break;
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
    let cost = view.plan_cost(view.plan());
    assert!(cost.turns.0 > 0 && cost.way_out.is_some(), "{cost:?}");
    desk.press("p");
    told(&desk, "Nothing of the order that you know of is left to plan.");
    assert_eq!(desk.view().plan().len(), jobs);
}

#[test]
fn the_board_tells_what_to_expect_of_dawn_and_what_a_change_brings() {
    let looking = Looking { depth: ColorDepth::Truecolor, ..Looking::default() };
    let mut desk = explored_as(looking);
    desk.press("J");
    told(&desk, "Dawn");
    told(&desk, "Fall");
    let foretold = |desk: &Desk| desk.view().forecast_task(desk.view().plan()).run(24);
    let before = foretold(&desk);
    desk.press("t a enter");
    let gain = foretold(&desk).gain_over(&before).expect("pairs");
    assert!(gain.is_clear, "a trap where most come by changes something: {gain:?}");
    told(&desk, &format!("of 60 {:+}", gain.points));
    desk.press("tab").says("falls in").says("of 24 raids");
    desk.press("tab esc m").says("Tinted: where they go");
}

#[test]
fn as_long_as_no_way_out_is_known_it_says_so() {
    let mut desk = Desk::shift("cavern", crate::shift::CAVERN, Looking::default());
    desk.press("J");
    told(&desk, "No way to the exit is known yet.");
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
    let mut desk = hall();
    desk.press("J enter");
    let level = desk.stack.len() - 1;
    let lines = desk.stack.accessible_lines(level, &mut desk.context).expect("lines").join("\n");
    assert!(lines.contains("Chosen: Trap, 3 east, number 1."), "{lines}");
    assert!(lines.contains("Chest, 6 east."), "{lines}");
    assert!(lines.contains("About"), "{lines}");
}
