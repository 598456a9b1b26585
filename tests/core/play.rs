//! Whole games by the bots: nothing panics, a refused command leaves no trace, and sight goes both
//! ways.

use base::{Pos, Seed};
use content::{Depth, Status as Condition};
use engine::sim::{
    ActorId, ActorRecord, AiState, Command, Fixture, Game, RunStatus, Setup, Snapshot,
};

use crate::support::bots::{bot, play, play_and_check_refusals};
use crate::support::journeys::edited;
use crate::support::quick::quick_catalog as catalog;

/// More commands than any game takes.
const MAX_COMMANDS: usize = 20_000;

fn begin(kind: &str, depth: Depth, seed: u64) -> Game {
    Game::new(Setup::shift(kind, depth, Seed(seed)), catalog()).expect("a level")
}

/// Random games of a kind.
fn random_games(kind: &str, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut game = begin(kind, Depth(1 + (seed % 10) as u8), seed);
        play_and_check_refusals(&mut game, &mut *bot("random", seed), MAX_COMMANDS, |_| {});
        assert!(matches!(game.status(), RunStatus::Over(_)), "seed {seed} goes on for ever");
    }
}

#[test]
fn a_hundred_random_games_in_vaults() {
    random_games("vault", 0..100);
}

#[test]
fn a_hundred_random_games_in_caverns() {
    random_games("cavern", 0..100);
}

#[test]
#[ignore = "long: 1,800 games"]
fn nine_hundred_more_random_games_in_each() {
    random_games("vault", 100..1_000);
    random_games("cavern", 100..1_000);
}

#[test]
fn a_cell_sees_the_player_if_the_player_sees_it() {
    for kind in ["vault", "cavern"] {
        for seed in 0..20 {
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
    let in_light = world.sight.lit.contains(world.player_pos());
    let (width, height) = game.view().size();
    for index in 0..width * height {
        let pos = Pos::new(index % width, index / width);
        if !world.floor().is_passable(pos) || world.floor().opaque.contains(pos) {
            continue;
        }
        let (sees, is_seen) = (world.sight.visible.contains(pos), world.is_player_seen_from(pos));
        assert!(is_seen || !sees, "{context}: sees {pos:?} unseen");
        assert!(sees || !is_seen || in_light, "{context}: seen from {pos:?}");
    }
}

/// A floor that is known in part, with something added to its state.
fn explored(edit: impl FnOnce(&Game, &mut Snapshot)) -> Game {
    let mut game = begin("vault", Depth(3), 7);
    for _ in 0..200 {
        let seeks = [Command::Continue, Command::Explore];
        let Some(command) = seeks.into_iter().find(|own| game.check(own).is_ok()) else { break };
        game.step(command).expect("it was checked");
    }
    edited(&game, |snapshot| edit(&game, snapshot))
}

#[test]
fn gas_and_fire_out_of_sight_are_not_told() {
    let mut out_of_sight = Pos::new(0, 0);
    let game = explored(|game, snapshot| {
        let (view, terrain) = (game.view(), &snapshot.floor.cells.terrain);
        let is_hidden = |pos: &Pos| view.cell(*pos).seen && !view.is_visible(*pos);
        let open = terrain.positions().filter(|&pos| terrain[pos].is_passable());
        let far = open.filter(is_hidden).max_by_key(|pos| pos.steps_to(view.player().pos));
        out_of_sight = far.expect("the player has gone on");
        snapshot.floor.cells.gas = vec![(out_of_sight, 90)];
        snapshot.floor.cells.fire = vec![(out_of_sight, 5)];
    });
    let floor = game.world().floor();
    assert_eq!((floor.gas(out_of_sight), floor.fire(out_of_sight)), (90, 5));
    let told = game.view().cell(out_of_sight);
    assert_eq!((told.gas, told.fire), (0, 0));
}

#[test]
fn a_mimic_in_sight_looks_like_a_chest() {
    let mut at = Pos::new(0, 0);
    let game = explored(|game, snapshot| {
        let Snapshot { floor, run, .. } = snapshot;
        let player = floor.actors[0];
        let is_free = |pos: &Pos| {
            game.view().is_visible(*pos)
                && floor.cells.terrain[*pos].is_passable()
                && floor.cells.fixtures.iter().all(|(other, _)| other != pos)
                && floor.actors.iter().all(|actor| actor.pos != *pos)
        };
        at = player.pos.neighbours().find(is_free).expect("some floor");
        let kind = catalog().find_actor("mimic").expect("there are mimics");
        let (id, ai_state) = (ActorId(run.next_id), AiState::Idle);
        floor.actors.push(ActorRecord { id, kind, pos: at, ai_state, ..player });
        run.next_id += 1;
    });
    // A spectator sees the whole floor, and no disguise of it lifted.
    for view in [game.view(), game.view().as_spectator()] {
        assert_eq!(view.cell(at).fixture, Some(Fixture::Chest { full: true }));
    }
}
