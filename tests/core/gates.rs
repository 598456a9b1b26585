//! Whole games on levels with gates, drawn by hand: bots get through them, nothing rejected leaves a trace,
//! and a game that is saved and loaded at every turn is the same game.

use crate::support::content::catalog;
use std::sync::Arc;

use crate::support::picture::{self, Drawn, Names};
use upkeeper::base::{Bits, Pos, Seed, flood};
use upkeeper::content::{Catalog, Depth, Gate};
use upkeeper::record::bot;
use upkeeper::sim::{
    ActorEvent, Command, End, Event, Fixture, FloorEvent, Game, Setup, Stack, Status,
};

/// A lesson in the start room, forks with locks on each arm, and a boss door before the exit.
const CRYPT: &str = "
##############################
#@..#......#.....#...........#
#.k.L......L..C..L..v........#
#...#..k...#.k...#......k....#
#####......#####L###......xx.#
#.........x#.....#..W......x.#
#.o....k...L..q..#.....C.....#
#..........#k....#...........#
##############B###############
#&.....U........v............#
#...C......................>.#
##############################";

/// Boots and a satchel, and what lies behind pits and rubble; ledges lead down and not back.
const CLOISTER: &str = "
##############################
#@......#f...L.....#.........#
#.......%....#..S..__..C.....#
#...k...#.k..#.....#.........#
##2######....#######....r....#
#.......#....L.....%.........#
#..S....L....#..C..#####_#####
#.k.....####_#..v..#.........#
#.......x..#.#.....#...*.....#
##%#########.#########2#######
#.......&..._..........U...>.#
##############################";

/// Crates, water, grass, roads and a house on the way.
const TOWN: &str = "
##############################
#@==x==\"\"\"~~~\"\"\"#######.....C#
#======\"\"~~~~~\"\"L=====+..x...#
####=##\"\"\"~~~\"\"\"##H####.k....#
#k.x=x.###########===========#
#..C=..#....v...%=.r..#.....=#
####=###..S.....#=====#..b..=#
#.__=...........#====f_....>=#
##############################";

const PICTURES: [&str; 3] = [CRYPT, CLOISTER, TOWN];

fn begin(catalog: &Arc<Catalog>, picture: &str, seed: u64) -> Game {
    let map: Vec<String> = picture.lines().skip(1).map(str::to_owned).collect();
    let names =
        Names { kind: "cavern", trap: "dart", item: "dart", body: "fighter", actors: Vec::new() };
    let drawn = picture::read(&map, &names, catalog).expect("a picture");
    let Drawn { level, mut mess, .. } = drawn;
    mess.supplies = [4; 5];
    Game::on_level(Setup::shift("cavern", Depth(1), Seed(seed)), &level, &mess, catalog)
}

/// The whole state as it was saved and loaded.
fn reloaded(game: &Game, catalog: &Arc<Catalog>) -> Game {
    Game::restore(game.setup().clone(), game.snapshot(), catalog).expect("a state of ours")
}

#[test]
fn random_games_leave_no_trace_of_what_is_rejected() {
    let catalog = catalog();
    let mut opened = 0;
    for seed in 0..300 {
        let mut game = begin(&catalog, PICTURES[seed as usize % 3], seed);
        let mut player = bot::find("random", Seed(seed)).expect("a bot");
        let mut digest = game.digest();
        for _ in 0..1_500 {
            if matches!(game.status(), Status::Over(_)) {
                break;
            }
            let command = player.decide(&game.view());
            let checked = game.check(&command);
            let stepped = game.step(command);
            assert_eq!(checked.err(), stepped.as_ref().err().cloned(), "{command:?}, seed {seed}");
            let after = game.digest();
            match stepped {
                Err(_) => assert_eq!(digest, after, "{command:?} left a trace, seed {seed}"),
                Ok(outcome) => {
                    assert_ne!(digest, after, "{command:?} changed nothing, seed {seed}");
                    opened += outcome.events.iter().filter(|event| is_opening(event)).count();
                }
            }
            digest = after;
        }
    }
    assert!(opened > 300, "only {opened} gates were opened: that tries nothing");
}

fn is_opening(event: &Event) -> bool {
    matches!(
        event,
        Event::Floor(FloorEvent::Unlocked { .. })
            | Event::Floor(FloorEvent::Blasted { .. })
            | Event::Floor(FloorEvent::JumpedDown { .. })
            | Event::Floor(FloorEvent::CrateSmashed { .. })
    )
}

#[test]
fn a_game_saved_at_every_turn_is_the_same_game() {
    let catalog = catalog();
    for (seed, picture) in (0..).zip(PICTURES) {
        for name in ["cautious", "random"] {
            let mut straight = begin(&catalog, picture, seed);
            let mut saved = begin(&catalog, picture, seed);
            let mut player = bot::find(name, Seed(seed)).expect("a bot");
            for turn in 0..600 {
                if matches!(straight.status(), Status::Over(_)) {
                    break;
                }
                let command = player.decide(&straight.view());
                let (one, other) = (straight.step(command), saved.step(command));
                assert_eq!(one, other, "{name}, seed {seed}, turn {turn}: {command:?}");
                saved = reloaded(&saved, &catalog);
                assert_eq!(straight.digest_parts(), saved.digest_parts(), "{name}, turn {turn}");
            }
        }
    }
}

#[test]
fn the_cautious_bot_works_everything_behind_gates_and_leaves() {
    let catalog = catalog();
    for picture in PICTURES {
        let mut whole = 0;
        for seed in 0..20 {
            let mut game = begin(&catalog, picture, seed);
            play(&mut game, "cautious", seed);
            let found = game.world().at_dawn().map(|report| report.order.clone());
            let is_whole = found
                .is_some_and(|order| order.iter().all(|&count| game.view().is_complete(count)));
            if game.status() == Status::Over(End::ClockedOut) && is_whole {
                whole += 1;
            }
        }
        // Rats and bats may see to it otherwise, and bite harder than they did.
        assert!(whole >= 16, "only {whole} of 20 nights were worked whole on{picture}");
    }
}

#[test]
fn the_runner_gets_out() {
    let catalog = catalog();
    for picture in PICTURES {
        let out = (0..20).filter(|&seed| {
            let mut game = begin(&catalog, picture, seed);
            play(&mut game, "runner", seed);
            game.status() == Status::Over(End::ClockedOut)
        });
        let out = out.count();
        assert!(out >= 16, "only {out} of 20 got out of{picture}");
    }
}

fn play(game: &mut Game, name: &str, seed: u64) {
    let mut player = bot::find(name, Seed(seed)).expect("a bot");
    for _ in 0..5_000 {
        if matches!(game.status(), Status::Over(_)) {
            return;
        }
        let command = player.decide(&game.view());
        let _ = game.step(command);
    }
    panic!("{name} never came to an end with seed {seed}");
}

/// No walk that the player begins goes through a gate: keys, bombs and courage are used on purpose.
#[test]
fn nothing_that_goes_on_by_itself_opens_a_gate() {
    let catalog = catalog();
    for seed in 0..60 {
        let mut game = begin(&catalog, PICTURES[seed as usize % 3], seed);
        let mut player = bot::find("random", Seed(seed)).expect("a bot");
        for _ in 0..400 {
            if matches!(game.status(), Status::Over(_)) {
                break;
            }
            let command = match game.status() {
                Status::Busy => Command::Continue,
                _ => player.decide(&game.view()),
            };
            let is_walk = matches!(
                command,
                Command::Explore
                    | Command::Travel(_)
                    | Command::TravelToExit
                    | Command::NextJob
                    | Command::Continue
            );
            if let Ok(outcome) = game.step(command)
                && is_walk
            {
                let opens = outcome.events.iter().find(|event| {
                    is_opening(event)
                        && !matches!(event, Event::Floor(FloorEvent::CrateSmashed { .. }))
                });
                assert_eq!(opens, None, "{command:?} by itself, seed {seed}");
            }
        }
    }
}

/// Whatever the player does, the exit can be got to by opening what can be opened, in some order: no door
/// locks behind anybody, no key is lost, nobody is moved past a gate.
#[test]
fn nobody_gets_locked_in() {
    let catalog = catalog();
    for seed in 0..90 {
        let mut game = begin(&catalog, PICTURES[seed as usize % 3], seed);
        let mut player = bot::find("random", Seed(seed)).expect("a bot");
        assert!(gets_out(&game), "the picture itself is at fault");
        for _ in 0..800 {
            if matches!(game.status(), Status::Over(_)) {
                break;
            }
            let command = player.decide(&game.view());
            if let Ok(outcome) = game.step(command)
                && outcome.events.iter().any(|event| {
                    is_opening(event)
                        || matches!(
                            event,
                            Event::Actor(ActorEvent::Teleported { .. })
                                | Event::Floor(FloorEvent::DoorClosed { .. })
                        )
                })
            {
                assert!(gets_out(&game), "{command:?} locked the player in, seed {seed}");
            }
        }
    }
}

/// Plays on in the mind: takes every key in reach, then opens the first gate that opens, ledges last.
///
/// The pictures are drawn so that any order of opening does; a random player's is the order tried.
fn gets_out(game: &Game) -> bool {
    let world = game.world();
    let floor = world.floor();
    let mut belt: Vec<Gate> = Vec::new();
    let opened_by = |stack: Stack| {
        let gate = world.catalog().item(stack.kind).opens;
        gate.into_iter().flat_map(move |gate| std::iter::repeat_n(gate, stack.count.into()))
    };
    belt.extend(world.belongings().belt.iter().copied().flat_map(opened_by));
    let mut ground = floor.passable().clone();
    for (pos, _) in floor.fixtures().filter(|&(_, fixture)| fixture == Fixture::Crate) {
        ground.insert(pos);
    }
    let mut taken = Bits::new(floor.width(), floor.height());
    let mut at = world.player_pos();
    loop {
        if let Some(Fixture::Drop(down)) = floor.fixture(at) {
            at = at + down;
        }
        let region = flood(&ground, at);
        if region.contains(floor.exit) {
            return true;
        }
        for pos in region.iter() {
            if let Some(stack) = world.item_at(pos)
                && taken.insert(pos)
            {
                belt.extend(opened_by(stack));
            }
        }
        let gates: Vec<(Pos, Gate)> = region
            .dilated()
            .iter()
            .filter(|&pos| !ground.contains(pos) && pos.cardinals().any(|p| region.contains(p)))
            .filter_map(|pos| Some((pos, world.gate_at(pos)?)))
            .collect();
        if let Some(&(pos, gate)) = gates.iter().find(|(_, gate)| belt.contains(gate)) {
            if gate.keeps_its_key()
                && let Some(key) = belt.iter().position(|&own| own == gate)
            {
                belt.remove(key);
            }
            ground.insert(pos);
            continue;
        }
        let below = gates.iter().find_map(|&(pos, _)| match floor.fixture(pos)? {
            Fixture::Drop(down) if region.contains(pos + down.opposite()) => Some(pos + down),
            _ => None,
        });
        match below.filter(|&below| !region.contains(below)) {
            Some(below) => at = below,
            None => return false,
        }
    }
}

/// The same seed has the same things in the same crates, whatever was smashed before.
#[test]
fn what_is_in_a_crate_does_not_depend_on_the_others() {
    let catalog = catalog();
    let row = "
######################
#@xxxxxxxxxxxxxxxxxx.#
#xxxxxxxxxxxxxxxxxxx>#
######################";
    let loot = |from: i32, seed: u64| -> Vec<(Pos, u16)> {
        let game = begin(&catalog, row, seed);
        let mut snapshot = game.snapshot();
        snapshot.floor.actors[0].pos = Pos::new(if from > 0 { 1 } else { 20 }, 1);
        let mut game = Game::restore(game.setup().clone(), snapshot, &catalog).expect("a state");
        let dir = if from > 0 { upkeeper::base::Dir::East } else { upkeeper::base::Dir::West };
        let mut found = Vec::new();
        for _ in 0..200 {
            let Ok(outcome) = game.step(Command::Step(dir)) else { break };
            for event in outcome.events {
                if let Event::Floor(FloorEvent::CrateHeld { stack, at }) = event {
                    found.push((at, stack.kind.0));
                }
            }
        }
        found.sort_unstable();
        found
    };
    let all: Vec<_> = (0..20).map(|seed| loot(1, seed)).collect();
    let back: Vec<_> = (0..20).map(|seed| loot(-1, seed)).collect();
    assert_eq!(all, back);
    let held: usize = all.iter().map(Vec::len).sum();
    let crates = 20 * 18;
    let percent = catalog.rules.crate_percent as usize;
    assert!((crates * percent / 200..crates * percent / 50).contains(&held), "{held} of {crates}");
}
