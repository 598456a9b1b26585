//! Whole games by the bots: nothing panics, nothing rejected leaves a trace, the same seed tells the
//! same story, and what the bots achieve is what the balance promises.

use crate::support::content::catalog;
use std::sync::Arc;

use upkeeper::base::{Pos, Seed};
use upkeeper::content::{Catalog, Depth, Status as Condition};
use upkeeper::record::bot;
use upkeeper::sim::{Digest, End, Game, Letter, Setup, Status};

/// More commands than any game takes.
const ENOUGH: usize = 20_000;

fn begin(catalog: &Arc<Catalog>, kind: &str, depth: Depth, seed: u64) -> Game {
    Game::new(Setup::shift(kind, depth, Seed(seed)), catalog).expect("a level")
}

/// Plays to the end; the digest after every tenth command, summed up.
fn play(game: &mut Game, name: &str, seed: u64) -> Digest {
    let mut player = bot::find(name, Seed(seed)).expect("a bot");
    let mut sum = 0_u64;
    let mut accepted = 0_u32;
    for _ in 0..ENOUGH {
        if matches!(game.status(), Status::Over(_)) {
            return Digest(sum);
        }
        let command = player.decide(&game.view());
        if game.step(command).is_ok() {
            accepted += 1;
            if accepted.is_multiple_of(10) {
                sum = sum.rotate_left(7) ^ game.digest().0;
            }
        }
    }
    panic!("{name} never came to an end with seed {seed}");
}

/// A thousand random games of a kind; every rejected command is held to have touched nothing.
fn random_games(kind: &str) {
    let catalog = catalog();
    for seed in 0..1_000 {
        let mut game = begin(&catalog, kind, Depth(1 + (seed % 10) as u8), seed);
        let mut player = bot::find("random", Seed(seed)).expect("a bot");
        let mut digest = game.digest();
        for _ in 0..ENOUGH {
            if matches!(game.status(), Status::Over(_)) {
                break;
            }
            let command = player.decide(&game.view());
            let checked = game.check(&command);
            let stepped = game.step(command).map(|_| ());
            assert_eq!(checked, stepped, "check and step disagree on {command:?}, seed {seed}");
            let after = game.digest();
            if stepped.is_err() {
                assert_eq!(digest, after, "rejected {command:?} left a trace, seed {seed}");
            } else {
                assert_ne!(digest, after, "{command:?} changed nothing, seed {seed}");
            }
            digest = after;
        }
        assert!(matches!(game.status(), Status::Over(_)), "seed {seed} goes on for ever");
    }
}

#[test]
fn a_thousand_random_games_in_vaults() {
    random_games("vault");
}

#[test]
fn a_thousand_random_games_in_caverns() {
    random_games("cavern");
}

#[test]
fn the_same_seed_tells_the_same_story() {
    let catalog = catalog();
    for kind in ["vault", "cavern"] {
        for seed in 0..20 {
            let story = |name| {
                let mut game = begin(&catalog, kind, Depth(2), seed);
                let digest = play(&mut game, name, seed);
                (digest, game.snapshot())
            };
            for name in bot::NAMES {
                assert!(story(name) == story(name), "{name} in {kind} {seed} told two stories");
            }
        }
    }
}

/// Grades and survival over a hundred seeds.
struct Record {
    survived: u32,
    failed: u32,
    good: u32,
}

fn record(name: &str, kind: &str, depth: Depth) -> Record {
    let catalog = catalog();
    let mut record = Record { survived: 0, failed: 0, good: 0 };
    for seed in 0..100 {
        let mut game = begin(&catalog, kind, depth, seed);
        play(&mut game, name, seed);
        record.survived += u32::from(game.status() != Status::Over(End::Died));
        record.failed += u32::from(game.grade().letter == Letter::F);
        record.good += u32::from(game.grade().letter <= Letter::B);
    }
    record
}

#[test]
fn a_careful_player_lives_and_a_careless_one_does_not() {
    for kind in ["vault", "cavern"] {
        let cautious = record("cautious", kind, Depth(1));
        assert!(cautious.survived >= 85, "{kind}: cautious survives {}", cautious.survived);
        assert!(cautious.good >= 50, "{kind}: cautious does well {} times", cautious.good);
        let random = record("random", kind, Depth(1));
        assert!(random.failed >= 95, "{kind}: random fails only {} times", random.failed);
    }
}

#[test]
fn deeper_is_harder() {
    for kind in ["vault", "cavern"] {
        let [shallow, middle, deep] =
            [1, 4, 10].map(|depth| record("cautious", kind, Depth(depth)).survived);
        assert!(
            shallow > middle && middle > deep,
            "{kind}: cautious survives {shallow}, {middle}, {deep} of a hundred"
        );
    }
}

#[test]
fn who_sees_is_seen() {
    let catalog = catalog();
    for kind in ["vault", "cavern"] {
        for seed in 0..40 {
            let mut game = begin(&catalog, kind, Depth(1), seed);
            let mut player = bot::find("random", Seed(seed)).expect("a bot");
            for _ in 0..400 {
                let command = player.decide(&game.view());
                let _ = game.step(command);
                let world = game.world();
                // Who watches from outside sees all of it.
                if world.is_away() || world.has_status(world.player(), Condition::Blind) {
                    continue;
                }
                let in_light = world.lit().contains(world.player_pos());
                let (width, height) = game.view().size();
                for index in 0..width * height {
                    let pos = Pos::new(index % width, index / width);
                    if !world.floor().is_passable(pos) || world.floor().opaque().contains(pos) {
                        continue;
                    }
                    let (sees, is_seen) =
                        (world.visible().contains(pos), world.is_player_seen_from(pos));
                    assert!(is_seen || !sees, "{kind} {seed}: sees {pos:?} unseen");
                    assert!(sees || !is_seen || in_light, "{kind} {seed}: seen from {pos:?}");
                }
            }
        }
    }
}
