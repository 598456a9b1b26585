//! The list of what can be prepared for the raid.

use crate::desk::Desk;
use crate::shift::{drawn, drawn_with, snapshot};
use crate::support::content::catalog;
use base::Pos;
use engine::sim::Fixture;

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
fn what_undoes_work_comes_last_and_a_trap_of_ones_own_is_asked_for() {
    let rows = [
        "######################",
        "#@...................#",
        "#....................#",
        "#...................>#",
        "######################",
    ];
    let mut desk = drawn_with(&rows, |snapshot| {
        let dart = catalog().find_trap("dart").expect("a kind of trap");
        snapshot.run.belongings.kits = vec![dart, dart];
    });
    desk.press("l l l l l P").says("Not south, south-west and west: near");
    desk.press("esc l l l P enter").says("Where?");
    desk.press("b");
    let set = Pos::new(8, 2);
    let is_armed = |desk: &Desk| desk.view().cell(set).fixture.is_some_and(Fixture::is_armed_trap);
    assert!(is_armed(&desk), "{}", desk.screen());

    desk.press("P k");
    snapshot("prepare_own_trap_80x24_unicode", &desk.screen());
    desk.press("enter").says("Take down the trap that you have set?");
    desk.press("n");
    assert!(is_armed(&desk), "{}", desk.screen());
}

#[test]
fn a_resident_is_led_and_sent_home_from_the_list() {
    let mut desk = desk();
    choose(&mut desk, "It follows you");
    desk.tells("The hound sighs, gets up and comes along.");
    desk.press("x");
    desk.press("esc");
    choose(&mut desk, "To the post that it had");
    desk.tells("You send the hound home. It does not ask why.");
}

#[test]
fn a_place_for_a_kit_is_told_with_the_way_of_the_party() {
    let rows = [
        "#####################",
        "#@.................>#",
        "#............##.....#",
        "#####################",
    ];
    let mut desk = drawn_with(&rows, |snapshot| {
        snapshot.run.belongings.kits = vec![catalog().find_trap("dart").expect("a kind of trap")];
    });
    desk.press("l l l l l l l l");
    choose(&mut desk, "Set a dart kit");
    // Of those the one that leaves the way out open.
    desk.says("[south-west:").says("south: on the shortest way");
    desk.press("esc l l");
    choose(&mut desk, "Set a dart kit");
    desk.says("[east: no way round it that you");
}

#[test]
fn a_kit_asks_before_it_cuts_off_the_closet_while_work_is_left() {
    let with_kit = |rows: &[&str]| {
        let mut desk = drawn_with(rows, |snapshot| {
            snapshot.run.belongings.kits =
                vec![catalog().find_trap("dart").expect("a kind of trap")];
        });
        desk.press("l l l l l l l l l l");
        choose(&mut desk, "Set a dart kit");
        desk.press("h");
        desk
    };
    let rows = [
        "#######################",
        "#..K......######......#",
        "#@...................>#",
        "#..*......######......#",
        "#######################",
    ];
    with_kit(&rows).says("shuts you off from the closet,").says("all water and 1 job");
    let clean = rows.map(|row| row.replace('*', "."));
    let desk = with_kit(&clean.each_ref().map(String::as_str));
    assert!(!desk.screen().contains("shuts you off"), "{}", desk.screen());
}
