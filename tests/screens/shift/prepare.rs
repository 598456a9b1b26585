//! The list of what can be prepared for the raid.

use crate::desk::Desk;
use crate::shift::{drawn, drawn_with, snapshot};
use crate::support::content::catalog;
use base::Dir;
use engine::sim::{Command, Fixture, Preparation};

/// A room with a bit of everything that can be prepared.
fn desk() -> Desk {
    drawn(&["###########", "#>.dO#....#", "#..K@+....#", "#..v.#....#", "###########"])
}

/// Chooses the entry of which the list says this, and does it.
fn choose(desk: &mut Desk, effect: &str) {
    desk.press("P");
    for _ in 0..20 {
        if desk.screen().contains(effect) {
            desk.press("enter");
            return;
        }
        desk.press("j");
    }
    panic!("nothing of the kind: {}", desk.screen());
}

#[test]
fn the_list_says_what_comes_of_each() {
    let mut desk = desk();
    desk.press("P");
    snapshot("prepare_80x24_unicode", &desk.screen());
    desk.press("j");
    snapshot("prepare_next_80x24_unicode", &desk.screen());
    desk.press("P");
    assert_eq!(desk.stack.len(), 1, "{}", desk.screen());
}

#[test]
fn a_trap_of_ones_own_is_asked_for() {
    let rows = [
        "######################",
        "#@...................#",
        "#....................#",
        "#...................>#",
        "######################",
    ];
    let mut desk = drawn_with(&rows, |snapshot| {
        let dart = catalog().find_trap("dart").expect("a kind of trap");
        snapshot.run.belongings.kits = vec![dart];
    });
    desk.press("l l l l l l l J t enter");
    let set = desk.view().plan()[0].at();
    desk.press("W");
    let is_armed = |desk: &Desk| desk.view().cell(set).fixture.is_some_and(Fixture::is_armed_trap);
    assert!(is_armed(&desk), "{}", desk.screen());

    desk.press("P");
    snapshot("prepare_own_trap_80x24_unicode", &desk.screen());
    desk.press("enter").says("Take down the trap that you have set?");
    desk.press("n");
    assert!(is_armed(&desk), "{}", desk.screen());
}

#[test]
fn a_resident_is_led_by_the_plan_and_sent_home_from_the_list() {
    let mut desk = desk();
    desk.submit(Command::Prepare(Preparation::Lead { dir: Dir::NorthWest }));
    desk.tells("The hound sighs, gets up and comes along.");
    choose(&mut desk, "To the post that it had");
    desk.tells("You send the hound home. It does not ask why.");
}

#[test]
fn a_planned_kit_warns_and_asks_before_it_cuts_off_the_closet_while_work_is_left() {
    let planned = |rows: &[&str]| {
        let mut desk = drawn_with(rows, |snapshot| {
            snapshot.run.belongings.kits =
                vec![catalog().find_trap("dart").expect("a kind of trap")];
        });
        desk.press("l l l l l l l l l l J t");
        desk.press("h h h h h h h h h h h h h h h h h h h h l l l l l l l l l");
        desk
    };
    let rows = [
        "#######################",
        "#..K......######......#",
        "#@...................>#",
        "#..*......######......#",
        "#######################",
    ];
    let mut desk = planned(&rows);
    desk.says("shuts you off from the closet,");
    desk.press("enter W W").says("shuts you off from the closet,").says("all water and 1 job");
    desk.press("y");
    assert_eq!(desk.view().plan(), []);
    let clean = rows.map(|row| row.replace('*', "."));
    let desk = planned(&clean.each_ref().map(String::as_str));
    assert!(!desk.screen().contains("shuts you off"), "{}", desk.screen());
}
