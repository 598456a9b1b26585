//! Whole games on levels with gates, drawn by hand: bots get through them, and nothing rejected
//! leaves a trace.

use std::sync::LazyLock;

use crate::support::bots::{bot, play, play_and_check_refusals, play_to_the_end};
use crate::support::content::catalog;
use crate::support::journeys::edited;
use crate::support::table::lines;
use base::{Bits, Pos, Seed, flood};
use content::{Depth, Gate};
use engine::sim::{
    ActorEvent, Command, End, Event, Fixture, FloorEvent, Game, RunStatus, Setup, Stack,
};
use engine::view::View;
use runs::record::bot::Bot;
use runs::record::scenario::picture::{self, Drawn, Names};

/// More commands than any game on the pictures takes.
const MAX_COMMANDS: usize = 5_000;

static PICTURES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let pictures = include_str!("../tables/gates.txt");
    ["crypt", "cloister", "town"].map(|title| lines(pictures, title).join("\n")).into()
});

fn begin(picture: &str, seed: u64) -> Game {
    let map: Vec<String> = picture.lines().map(str::to_owned).collect();
    let names =
        Names { kind: "cavern", trap: "dart", item: "dart", body: "fighter", actors: Vec::new() };
    let drawn = picture::read(&map, &names, catalog()).expect("a picture");
    let Drawn { level, mut mess, .. } = drawn;
    mess.supplies = [4; 5];
    Game::on_level(Setup::shift("cavern", Depth(1), Seed(seed)), &level, &mess, catalog())
}

#[test]
fn refused_commands_leave_no_trace_where_there_are_gates() {
    let mut opened = 0;
    for seed in 0..300 {
        let mut game = begin(&PICTURES[seed as usize % 3], seed);
        play_and_check_refusals(&mut game, &mut *bot("random", seed), 1_500, |outcome| {
            opened += outcome.events.iter().filter(|event| is_opening(event)).count();
        });
    }
    assert!(opened > 300, "only {opened} gates were opened: that tries nothing");
}

fn is_opening(event: &Event) -> bool {
    matches!(
        event,
        Event::Floor(
            FloorEvent::Unlocked { .. }
                | FloorEvent::Blasted { .. }
                | FloorEvent::JumpedDown { .. }
                | FloorEvent::CrateSmashed { .. }
        )
    )
}

#[test]
fn the_cautious_bot_works_everything_behind_gates_and_leaves() {
    for picture in &*PICTURES {
        let mut whole = 0;
        for seed in 0..20 {
            let mut game = begin(picture, seed);
            play_to_the_end(&mut game, &mut *bot("cautious", seed), MAX_COMMANDS);
            let found = game.world().shift.at_dawn.as_ref().map(|report| report.order.clone());
            let is_whole = found
                .is_some_and(|order| order.iter().all(|&count| game.view().is_complete(count)));
            if game.status() == RunStatus::Over(End::ClockedOut) && is_whole {
                whole += 1;
            }
        }
        // Rats and bats may see to it otherwise, and bite harder than they did.
        assert!(whole >= 16, "only {whole} of 20 nights were worked whole on\n{picture}");
    }
}

#[test]
fn the_runner_gets_out() {
    for picture in &*PICTURES {
        let out = (0..20).filter(|&seed| {
            let mut game = begin(picture, seed);
            play_to_the_end(&mut game, &mut *bot("runner", seed), MAX_COMMANDS);
            game.status() == RunStatus::Over(End::ClockedOut)
        });
        let out = out.count();
        assert!(out >= 16, "only {out} of 20 got out of\n{picture}");
    }
}

/// No walk that the player begins goes through a gate: keys, bombs and courage are used on purpose.
#[test]
fn no_walk_opens_a_gate() {
    for seed in 0..60 {
        let mut game = begin(&PICTURES[seed as usize % 3], seed);
        let mut walker = Continuing(bot("random", seed));
        play(&mut game, &mut walker, 400, |_, command, result| {
            let is_walk = matches!(
                command,
                Command::Explore
                    | Command::Travel(_)
                    | Command::TravelToExit
                    | Command::NextJob
                    | Command::Continue
            );
            let Ok(outcome) = result else { return };
            let opens = |event: &&Event| {
                is_opening(event) && !matches!(event, Event::Floor(FloorEvent::CrateSmashed { .. }))
            };
            let opened = outcome.events.iter().find(opens).filter(|_| is_walk);
            assert_eq!(opened, None, "{command:?} by itself, seed {seed}");
        });
    }
}

/// A bot that lets everything that goes on by itself go on.
struct Continuing(Box<dyn Bot>);

impl Bot for Continuing {
    fn decide(&mut self, view: &View<'_>) -> Command {
        match view.status() {
            RunStatus::Busy => Command::Continue,
            _ => self.0.decide(view),
        }
    }
}

/// Whatever the player does, the exit can be got to by opening what can be opened, in some order:
/// no door locks behind anybody, no key is lost, nobody is moved past a gate.
#[test]
fn the_player_can_always_reach_the_exit_by_opening_gates() {
    for seed in 0..90 {
        let mut game = begin(&PICTURES[seed as usize % 3], seed);
        assert!(gets_out(&game), "the picture itself is at fault");
        play(&mut game, &mut *bot("random", seed), 800, |game, command, result| {
            let changes_the_way = |event: &Event| {
                is_opening(event)
                    || matches!(
                        event,
                        Event::Actor(ActorEvent::Teleported { .. })
                            | Event::Floor(FloorEvent::DoorClosed { .. })
                    )
            };
            if result.as_ref().is_ok_and(|outcome| outcome.events.iter().any(changes_the_way)) {
                assert!(gets_out(game), "{command:?} locked the player in, seed {seed}");
            }
        });
    }
}

/// Plays on in the mind: takes every key in reach, then opens the first gate that opens, ledges
/// last.
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
    let mut ground = floor.passable.clone();
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
    let row = "######################
#@xxxxxxxxxxxxxxxxxx.#
#xxxxxxxxxxxxxxxxxxx>#
######################";
    let loot = |from: i32, seed: u64| -> Vec<(Pos, u16)> {
        let mut game = edited(&begin(row, seed), |snapshot| {
            snapshot.floor.actors[0].pos = Pos::new(if from > 0 { 1 } else { 20 }, 1);
        });
        let dir = if from > 0 { base::Dir::East } else { base::Dir::West };
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
    let percent = catalog().rules.crate_percent as usize;
    assert!((crates * percent / 200..crates * percent / 50).contains(&held), "{held} of {crates}");
}
