//! Screens of shifts that begin otherwise than they were made.

use base::{Dir, Pos};
use content::{ItemKind, ItemKindId, Slot};
use engine::sim::{Command, Snapshot, Stack, Turns, Worn};
use ratatui::layout::Size;

use crate::desk::{Desk, Looking};
use crate::shift::{STEPS, VAULT, drawn, still};
use crate::support::content::catalog;

/// A shift just begun in a vault that is not quite as it was made.
fn vault_with(change: impl FnOnce(&mut Snapshot)) -> Desk {
    Desk::shift_with("vault", VAULT, Looking::default(), change)
}

fn before_dawn(turns: u32) -> Desk {
    vault_with(|snapshot| snapshot.shift.clock = Turns(snapshot.shift.dawn.0 - turns))
}

#[test]
fn what_nobody_named_is_not_thrown() {
    let loaded = |names: &[&str]| {
        vault_with(|snapshot| {
            let catalog = catalog();
            let is_potion = |item: &ItemKind| item.slot == Slot::Potion && item.thrown.is_some();
            let ids = (0..).map(ItemKindId).zip(&catalog.items);
            let mut potions = ids.filter(|(_, item)| is_potion(item)).map(|(id, _)| id);
            let kinds = names.iter().map(|name| match *name {
                "potion" => potions.next().expect("potions"),
                other => catalog.find_item(other).expect("an item"),
            });
            let own = &mut snapshot.run.belongings;
            own.worn = Worn::default();
            own.cart = kinds.map(|kind| Stack { kind, count: 2 }).collect();
        })
    };
    let aims = |desk: &Desk| desk.screen().contains(" where?");
    // The darts are used up: enter has nothing to take.
    for cart in [&["potion"][..], &["potion", "potion"][..]] {
        let mut desk = loaded(cart);
        desk.press("f enter enter");
        assert!(!aims(&desk), "{}", desk.screen());
        desk.says("[letter] aim");
        desk.press("down enter");
        assert!(aims(&desk), "whoever picks it may throw it: {}", desk.screen());
    }
    // What is made for throwing is offered, and is what enter takes.
    let mut desk = loaded(&["potion", "dart"]);
    desk.press("f enter").says("dart where?");
    // What was thrown last is offered again, and what was not thrown after all is not.
    let mut desk = loaded(&["dart", "potion"]);
    let beside = |desk: &Desk| {
        let view = desk.view();
        let here = view.player().pos;
        let slot = view.cart()[1].slot;
        let can_throw = |&target: &Pos| view.refusal(&Command::Throw { slot, target }).is_none();
        let free = here.neighbours().find(can_throw).expect("room");
        STEPS[Dir::between(here, free).expect("near") as usize]
    };
    let aside = beside(&desk);
    desk.press(&format!("f down enter {aside} enter")).says("Sure?");
    desk.press("n f enter").says("dart where?");
    desk.press(&format!("esc f down enter {aside} enter Y f enter"));
    assert!(aims(&desk) && !desk.screen().contains("dart where?"), "{}", desk.screen());
}

#[test]
fn near_dawn_the_way_to_the_exit_stands_beside_the_map() {
    let mut narrow = before_dawn(150);
    narrow.resize(Size { width: 50, height: 16 });
    narrow.says("dawn 150 exit ");
    before_dawn(201).lacks("Exit ");
    before_dawn(150).says("Exit ").says(" turns away");
}

#[test]
fn where_the_exit_lies_is_told_and_looked_for_before_a_way_is_known() {
    let mut desk = Desk::shift("cavern", 5, Looking::default());
    let (exit, start) = (desk.view().exit(), desk.view().player().pos);
    assert!(desk.view().turns_to_exit().is_none() && desk.view().is_exit_marked(exit));
    assert_eq!(
        desk.view().examine(exit)[0],
        "The exit. You were told where it is, not how to get there."
    );
    assert!(desk.screen().contains('>'), "{}", desk.screen());
    let told = desk.view().exit_notice().expect("it is not known");
    assert!(told.contains(start.bearing(exit).name()), "{told}");
    let mut presses = 0;
    while desk.view().turns_to_exit().is_none() {
        desk.press(">");
        presses += 1;
        assert!(presses < 60, "{}", desk.screen());
    }
    // It came nearer, and the mark is the exit itself now.
    assert!(desk.view().player().pos.steps_to(exit) < start.steps_to(exit));
    assert!(!desk.view().is_exit_marked(exit), "{}", desk.screen());
    assert_eq!(desk.view().exit_notice(), None);
}

#[test]
fn near_dawn_one_is_asked_before_one_looks_round_further() {
    let way = before_dawn(300).view().turns_to_exit().expect("a way out").0;
    // The next job is a door that takes some ten turns.
    for (key, enough) in [("o", 40), ("W", 20)] {
        for (spare, asks) in [(0, true), (enough - 15, true), (enough, false)] {
            let mut desk = before_dawn(way + spare);
            let turn = desk.turn();
            desk.press(key);
            let screen = desk.screen();
            assert_eq!(desk.stack.len() == 2, asks, "{key}, {spare} to spare: {screen}");
            assert_eq!(screen.contains("Look round all"), asks && key == "o", "{screen}");
            assert_eq!(desk.turn() == turn, asks, "{screen}");
        }
    }
    // Who is late already is not asked at every key.
    let mut desk = before_dawn(way - 1);
    desk.press("o");
    assert_eq!(desk.stack.len(), 1, "{}", desk.screen());
}

#[test]
fn the_last_thing_at_the_last_target_is_thrown_with_one_confirmation() {
    let floor = ["###############", "#>@...z.......#", "###############"];
    let looking = Looking { size: (120, 40), ..Looking::default() };
    let mut desk = Desk::drawn(&floor, still(), looking);
    let darts = |desk: &Desk| {
        let cart = desk.view().cart();
        cart.iter().filter(|entry| entry.item.name == "dart").map(|entry| entry.count).sum::<u16>()
    };
    let before = darts(&desk);
    assert!(before > 2, "the cart holds darts");
    desk.press("f");
    while !desk.screen().contains(" where?") {
        desk.press("enter");
    }
    desk.press("enter");
    assert_eq!(darts(&desk), before - 1);
    // Whatever else could be thrown, the same again takes the key and a confirmation.
    desk.press("f").says("dart where?");
    desk.says("It would hit the skeleton");
    desk.press("enter");
    assert_eq!(darts(&desk), before - 2);
    assert_eq!(desk.stack.len(), 1, "{}", desk.screen());
    // The letter of something else aims that instead.
    desk.press("f d");
    desk.says("potion").says(" where?");
}

#[test]
fn what_is_known_of_an_enemy_takes_four_rows_until_all_of_it_is_asked_for() {
    let floor = ["###############", "#>@..i.s......#", "###############"];
    let mut desk = drawn(&floor);
    desk.press("x");
    let rows = |desk: &Desk| {
        let screen = desk.screen();
        let rows: Vec<&str> = screen.lines().collect();
        let first = rows.iter().position(|row| row.starts_with("A slime: ")).expect("its name");
        rows.iter().position(|row| row.contains("[enter] done")).expect("the keys") - first
    };
    let short = rows(&desk);
    assert!(short <= 4, "{}", desk.screen());
    desk.says("You hit it").lacks("made of what you did not mop up").says("[x] all of it");
    desk.press("x");
    desk.says("made of what you did not mop up");
    assert!(rows(&desk) > short);
    desk.press("x");
    assert_eq!(desk.stack.len(), 1);
}
