//! What is shown happening: at full motion, calm, and not at all.

use std::time::Duration;

use base::Pos;
use ratatui::{buffer::Buffer, style::Modifier};
use screens::{
    config::{Motion, Settings},
    terminal::ColorDepth,
    widgets::map,
};

use crate::desk::{Desk, Looking};
use crate::shift::still;

const CORRIDOR: [&str; 3] = ["##########", "#>@j.....#", "##########"];

fn with(motion: Motion, rows: &[&str]) -> Desk {
    let looking = Looking { size: (120, 40), depth: ColorDepth::Truecolor, ..Looking::default() };
    Desk::drawn_with(rows, Settings { motion, ..Settings::default() }, looking, |snapshot| {
        let jelly = &mut snapshot.floor.actors[1].vitals;
        (jelly.health, jelly.max_health) = (60, 60);
    })
}

/// The health lost that stands above a cell of the corridor.
fn number_above(desk: &Desk, at: Pos) -> Option<String> {
    let (x, y) = map::place(desk.run().shown, desk.run().camera, at).expect("on the screen");
    let row: String = (x..x + 3).map(|x| desk.buffer()[(x, y - 1)].symbol()).collect();
    row.starts_with('-').then_some(row)
}

fn is_flashing(desk: &Desk, at: Pos) -> bool {
    let place = map::place(desk.run().shown, desk.run().camera, at).expect("on the screen");
    desk.style_at(place).add_modifier.contains(Modifier::REVERSED)
}

const JELLY: Pos = Pos::new(3, 1);

/// Strikes the jelly until a blow falls on it.
fn hit(desk: &mut Desk) {
    for _ in 0..30 {
        let health = |desk: &Desk| desk.view().actor_at(JELLY).map(|own| own.health);
        let before = health(desk);
        desk.wait(Duration::from_secs(1));
        desk.tap("l");
        if health(desk) < before {
            return;
        }
    }
    panic!("no blow falls on it: {}", desk.screen());
}

#[test]
fn a_blow_flashes_and_its_number_stands_for_a_moment() {
    let mut desk = with(Motion::Full, &CORRIDOR);
    hit(&mut desk);
    assert!(number_above(&desk, JELLY).is_some() && is_flashing(&desk, JELLY), "{}", desk.screen());
    desk.wait(Duration::from_millis(100));
    assert!(
        number_above(&desk, JELLY).is_some() && !is_flashing(&desk, JELLY),
        "{}",
        desk.screen()
    );
    desk.wait(Duration::from_millis(300));
    assert_eq!(number_above(&desk, JELLY), None);
    assert_eq!(desk.stack.tick_interval(&mut desk.context), None, "it is over");
}

#[test]
fn a_key_ends_what_is_shown_and_acts() {
    let mut desk = with(Motion::Full, &CORRIDOR);
    hit(&mut desk);
    assert!(number_above(&desk, JELLY).is_some());
    let turn = desk.turn();
    desk.tap("esc");
    assert_eq!((number_above(&desk, JELLY), desk.turn()), (None, turn));
    hit(&mut desk);
    let turn = desk.turn();
    desk.tap(".");
    assert_eq!(desk.turn(), turn + 1);
}

#[test]
fn calm_shows_one_picture_and_off_none() {
    let mut desk = with(Motion::Calm, &CORRIDOR);
    hit(&mut desk);
    assert!(number_above(&desk, JELLY).is_some());
    let mut desk = with(Motion::Off, &CORRIDOR);
    hit(&mut desk);
    assert_eq!(number_above(&desk, JELLY), None);
    assert_eq!(desk.stack.tick_interval(&mut desk.context), None);
}

#[test]
fn fire_breathes_in_sight_at_full_motion_alone() {
    let rows = ["###################", "#>@.......#.......#", "###################"];
    let beside = |motion, fires: &[Pos]| {
        let looking =
            Looking { size: (120, 40), depth: ColorDepth::Truecolor, ..Looking::default() };
        let settings = Settings { motion, ..still() };
        let mut desk = Desk::drawn_with(&rows, settings, looking, |snapshot| {
            snapshot.floor.cells.fire.extend(fires.iter().map(|&at| (at, 40)));
        });
        desk.wait(Duration::from_secs(2));
        desk.stack.tick_interval(&mut desk.context)
    };
    let (near, behind) = ([Pos::new(6, 1), Pos::new(7, 1)], [Pos::new(14, 1)]);
    assert_eq!(beside(Motion::Full, &near), Some(Duration::from_millis(250)));
    for motion in [Motion::Calm, Motion::Off] {
        assert_eq!(beside(motion, &near), None, "{motion:?}");
    }
    assert_eq!(beside(Motion::Full, &behind), None, "nobody sees it");
}

#[test]
fn few_cells_change_with_a_breath() {
    let row = format!("#>@{}#", ".".repeat(40));
    let wall = "#".repeat(row.len());
    let rows = [&*wall, &*row, &*row.replace(['>', '@'], "."), &*wall];
    let looking = Looking { size: (120, 40), depth: ColorDepth::Truecolor, ..Looking::default() };
    let settings = Settings { motion: Motion::Full, ..still() };
    let mut desk = Desk::drawn_with(&rows, settings, looking, |snapshot| {
        let cells = [1, 2].into_iter().flat_map(|y| (5..40).map(move |x| Pos::new(x, y)));
        snapshot.floor.cells.fire.extend(cells.map(|at| (at, 40)));
    });
    let mut seen = Vec::new();
    let mut before = desk.buffer().clone();
    for _ in 0..20 {
        desk.wait(Duration::from_millis(250));
        seen.push(changed(&before, desk.buffer()));
        before = desk.buffer().clone();
    }
    assert!(seen.iter().all(|count| (1..=10).contains(count)), "{seen:?}");
}

fn changed(before: &Buffer, after: &Buffer) -> usize {
    before.content().iter().zip(after.content()).filter(|(one, other)| one != other).count()
}
