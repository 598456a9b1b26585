//! Whole games by the bots: nothing panics, a refused command leaves no trace, the same seed gives the same
//! game, and sight goes both ways.

use base::{Pos, Seed};
use content::{Depth, Status as Condition};
use engine::sim::{Digest, Game, RunStatus, Setup};
use runs::record::bot::NAMES;

use crate::support::bots::{bot, play, play_and_check_refusals};
use crate::support::content::catalog;

/// More commands than any game takes.
const MAX_COMMANDS: usize = 20_000;

fn begin(kind: &str, depth: Depth, seed: u64) -> Game {
    Game::new(Setup::shift(kind, depth, Seed(seed)), catalog()).expect("a level")
}

/// A thousand random games of a kind.
fn random_games(kind: &str) {
    for seed in 0..1_000 {
        let mut game = begin(kind, Depth(1 + (seed % 10) as u8), seed);
        play_and_check_refusals(&mut game, &mut *bot("random", seed), MAX_COMMANDS, |_| {});
        assert!(matches!(game.status(), RunStatus::Over(_)), "seed {seed} goes on for ever");
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

/// Plays to the end; the digest after every tenth command that was accepted, summed up.
fn play_summing_digests(game: &mut Game, name: &str, seed: u64) -> Digest {
    let (mut sum, mut accepted) = (0_u64, 0_u32);
    play(game, &mut *bot(name, seed), MAX_COMMANDS, |game, _, result| {
        accepted += u32::from(result.is_ok());
        if result.is_ok() && accepted.is_multiple_of(10) {
            sum = sum.rotate_left(7) ^ game.digest().0;
        }
    });
    assert!(matches!(game.status(), RunStatus::Over(_)), "{name} goes on for ever, seed {seed}");
    Digest(sum)
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for kind in ["vault", "cavern"] {
        for seed in 0..20 {
            let played = |name| {
                let mut game = begin(kind, Depth(2), seed);
                let digest = play_summing_digests(&mut game, name, seed);
                (digest, game.snapshot())
            };
            for name in NAMES {
                assert!(played(name) == played(name), "{name} in {kind} {seed} played two games");
            }
        }
    }
}

#[test]
fn a_cell_sees_the_player_if_the_player_sees_it() {
    for kind in ["vault", "cavern"] {
        for seed in 0..40 {
            let mut game = begin(kind, Depth(1), seed);
            play(&mut game, &mut *bot("random", seed), 400, |game, _, _| {
                check_sight(game, &format!("{kind} {seed}"));
            });
        }
    }
}

fn check_sight(game: &Game, context: &str) {
    let world = game.world();
    // A player who watches from outside sees all of it.
    if world.is_away() || world.has_status(world.player(), Condition::Blind) {
        return;
    }
    let in_light = world.lit().contains(world.player_pos());
    let (width, height) = game.view().size();
    for index in 0..width * height {
        let pos = Pos::new(index % width, index / width);
        if !world.floor().is_passable(pos) || world.floor().opaque().contains(pos) {
            continue;
        }
        let (sees, is_seen) = (world.visible().contains(pos), world.is_player_seen_from(pos));
        assert!(is_seen || !sees, "{context}: sees {pos:?} unseen");
        assert!(sees || !is_seen || in_light, "{context}: seen from {pos:?}");
    }
}
