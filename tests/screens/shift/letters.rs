//! The letters of lists: they stay with their things.

use base::Pos;
use engine::sim::{Coins, Command};

use crate::desk::{Desk, Looking};
use crate::shift::VAULT;

/// The letter that a line of the list begins with, of the line that names a thing.
fn letter_of(desk: &Desk, name: &str) -> char {
    let screen = desk.screen();
    let line = screen.lines().find(|line| line.contains(name)).expect("the thing is listed");
    // The map may have letters of its own beside the box.
    let row = line.split(name).next().and_then(|row| row.rsplit('│').next()).expect("a row");
    let words = row.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.into_iter().next().and_then(|word| word.chars().next()).expect("a letter")
}

#[test]
fn letters_stay_with_their_things() {
    let mut desk = Desk::shift("vault", VAULT, Looking::default());
    let names: Vec<String> = desk.view().cart().into_iter().map(|entry| entry.name).collect();
    assert!(names.len() > 2, "{names:?}");
    desk.press("i");
    let before: Vec<char> = names.iter().map(|name| letter_of(&desk, name)).collect();
    desk.press("esc d");
    desk.press(&before[1].to_string());
    desk.press("i");
    for (name, letter) in names.iter().zip(&before).filter(|(name, _)| **name != names[1]) {
        assert_eq!(letter_of(&desk, name), *letter, "{}", desk.screen());
    }
    let gone = format!("{}  {}", before[1], names[1]);
    assert!(!desk.screen().contains(&gone), "{}", desk.screen());
    desk.press("esc g i");
    assert_eq!(letter_of(&desk, &names[1]), before[1], "the free letter is taken again");
}

/// A desk whose upkeeper stands in the shop of a keep, with money.
fn customer() -> Desk {
    Desk::shift_with("keep", 1, Looking::default(), |snapshot| {
        let room = snapshot.shift.shop.expect("a shop").room;
        let floor = &mut snapshot.floor;
        let is_free = |pos: &Pos| {
            floor.cells.terrain[*pos].is_passable()
                && floor.actors.iter().all(|actor| actor.pos != *pos)
                && floor.cells.fixtures.iter().all(|(at, _)| at != pos)
        };
        floor.actors[0].pos = room.positions().find(is_free).expect("a free cell");
        snapshot.run.belongings.coins = Coins(999);
    })
}

#[test]
fn letters_of_a_shop_stay_with_their_things() {
    let mut desk = customer();
    let view = desk.view();
    let wares: Vec<String> = view.wares().into_iter().map(|ware| ware.name).collect();
    let own: Vec<String> = view.cart().into_iter().map(|entry| entry.name).collect();
    assert!(wares.len() > 2, "{wares:?}");
    desk.press("i");
    let in_cart: Vec<char> = own.iter().map(|name| letter_of(&desk, name)).collect();
    desk.press("esc $");
    for (name, letter) in own.iter().zip(&in_cart) {
        if desk.screen().contains(name) && !wares.contains(name) {
            assert_eq!(letter_of(&desk, name), *letter, "{}", desk.screen());
        }
    }
    let before: Vec<char> = wares.iter().map(|name| letter_of(&desk, name)).collect();
    assert_eq!(before[..3], ['A', 'B', 'C'], "{}", desk.screen());
    desk.press("A enter");
    for (name, letter) in wares.iter().zip(&before).skip(1) {
        assert_eq!(letter_of(&desk, name), *letter, "{}", desk.screen());
    }
    assert_eq!(desk.view().wares().len() + 1, wares.len(), "{}", desk.screen());
}

#[test]
fn a_shop_asks_before_it_takes_what_is_in_use() {
    let mut desk = customer();
    let view = desk.view();
    let ware = view.wares().into_iter().find(|ware| ware.item.slot.is_equipment());
    let bought = ware.expect("something to wear").item.name.clone();
    desk.press("$");
    let letter = letter_of(&desk, &bought);
    desk.press(&format!("{letter} enter esc"));
    let find = |desk: &Desk| {
        let cart = desk.view().cart();
        cart.into_iter().find(|entry| entry.item.name == bought).map(|entry| entry.slot)
    };
    let slot = find(&desk).expect("it was bought");
    desk.submit(Command::Equip { slot });
    desk.press("i");
    let own = letter_of(&desk, &bought);
    desk.press(&format!("esc $ {own} enter"));
    desk.says(&format!("{bought}, which is in use?")).lacks("Sell the ");
    desk.press("esc");
    assert!(find(&desk).is_some(), "it is kept");
    desk.press("enter Y");
    assert!(find(&desk).is_none(), "it is sold");
}

#[test]
fn the_key_that_picks_up_tells_in_a_shop_how_things_are_had() {
    let mut desk = customer();
    desk.press("g");
    assert_eq!(desk.said(), ["There is nothing to pick up here. $ shows what is for sale."]);
}
