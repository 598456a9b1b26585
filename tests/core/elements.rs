//! Fire, bars and hiding places as states: that they are saved, that they come to an end, and that
//! no file makes one that no play leads to.

use crate::support::content::catalog;
use crate::support::journeys::{edited, try_edited};
use runs::record::scenario::picture;

use base::{Pos, Seed};
use content::Depth;
use engine::sim::{Command, Fixture, Game, Setup, Snapshot};

fn game(map: &[&str], seed: u64) -> Game {
    let rows: Vec<String> = map.iter().map(|&row| row.to_owned()).collect();
    let names = picture::Names {
        kind: "vault",
        trap: "flame jet",
        item: "dart",
        body: "fighter",
        actors: Vec::new(),
    };
    let drawn = picture::read(&rows, &names, catalog()).expect("a picture");
    let setup = Setup::shift("vault", Depth(1), Seed(seed));
    Game::on_level(setup, &drawn.level, &drawn.mess, catalog())
}

const FUEL: [&str; 7] = [
    "###############",
    "#@......\"\"\"\"\"\"#",
    "#.......\"\"x\"\"\"#",
    "###+####\"\"\"\"\"\"#",
    "#\"\"\"\"\"|\"&\"\"\"\"x#",
    "#>\"\"\"\"\"\"\"\"\"&\"\"#",
    "###############",
];

#[test]
fn every_fire_goes_out_and_leaves_no_fuel_behind_that_burnt() {
    for seed in 0..40 {
        let calm = game(&FUEL, seed);
        let mut game = edited(&calm, |snapshot| {
            snapshot.floor.cells.fire.push((Pos::new(9, 3), 3));
            for x in 9..13 {
                snapshot.floor.cells.gas.push((Pos::new(x, 2), 40));
            }
        });
        let mut turns = 0;
        while !game.world().floor().burning.is_empty() {
            turns += 1;
            assert!(turns < 400, "seed {seed}: it burns for ever");
            if game.step(Command::Wait).is_err() {
                break;
            }
        }
        assert!(turns > 3, "seed {seed}: nothing caught");
    }
}

#[test]
fn snapshots_of_impossible_hiding_or_hammering_are_refused() {
    type Edit = fn(&mut Snapshot);
    let game = game(&["#########", "#>@|+...#", "#########"], 1);
    let cases: [(Edit, &str); 6] = [
        (|state| state.shift.hidden = true, "shift.hidden: nothing hides the player there"),
        (|state| damage(state, (2, 1)), "floor.door_damage[0]: no door"),
        (|state| burn(state, (5, 1), 0), "floor.fire[0]: none of it"),
        (|state| burn(state, (0, 0), 3), "floor.fire[0]: 0, 0 lies outside"),
        // A blow at a door is nothing odd.
        (|state| damage(state, (4, 1)), ""),
        (|state| (state.floor.actors[0].pos, state.shift.hidden) = (Pos::new(3, 1), true), ""),
    ];
    for (edit, said) in cases {
        let refusal = try_edited(&game, edit).err().map_or_else(String::new, |why| why.to_string());
        let is_said = refusal.starts_with(said) && refusal.is_empty() == said.is_empty();
        assert!(is_said, "“{refusal}”, not “{said}”");
    }
}

fn damage(state: &mut Snapshot, (x, y): (i32, i32)) {
    state.floor.cells.door_damage.push((Pos::new(x, y), 1));
}

fn burn(state: &mut Snapshot, (x, y): (i32, i32), turns: u8) {
    state.floor.cells.fire.push((Pos::new(x, y), turns));
}

#[test]
fn blows_count_towards_one_door_until_it_is_opened() {
    let mut game = game(&["#########", "#>.@+...#", "#########"], 1);
    let door = Pos::new(4, 1);
    let blows = |game: &Game| game.snapshot().floor.cells.door_damage;
    game = edited(&game, |state| state.floor.cells.door_damage.push((door, 1)));
    game.step(Command::BarDoor(base::Dir::East)).expect("it can be barred");
    assert!(blows(&game).is_empty(), "a bar makes it whole");
    assert_eq!(game.world().floor().fixture(door), Some(Fixture::Door(engine::sim::Door::Barred)));
}
