//! The Champion: present on every floor that has one, and beaten by traps.

use crate::support::bots::{bot, play_to_the_end};
use crate::support::content::catalog;
use base::Seed;
use content::Depth;
use engine::sim::{AiState, Duty, Game, Setup};
use levels::{RoomRole, ThingKind};

/// It waits in the boss room, unhurt, whatever the raid of the night before did.
#[test]
fn every_crypt_from_depth_ten_on_has_its_champion() {
    let catalog = catalog();
    for seed in 0..400 {
        let depth = Depth(10 + (seed % 3) as u8);
        let setup = Setup::shift("crypt", depth, Seed(seed));
        let game = Game::new(setup, &catalog).unwrap_or_else(|error| panic!("{seed}: {error}"));
        let request = levels::Request::new("crypt", Seed(seed), depth);
        let level = levels::generate(&request, &catalog).expect("it was made before");
        let planned = level.things_of(ThingKind::Actor).filter(|thing| thing.name == "Champion");
        assert_eq!(planned.count(), 1, "seed {seed}: on the plan");
        let actors = game.snapshot().floor.actors;
        let bosses = actors.iter().filter(|actor| matches!(actor.duty, Duty::Boss(_)));
        let [boss] = bosses.collect::<Vec<_>>()[..] else { panic!("seed {seed}: no boss, or two") };
        assert_eq!(boss.vitals.health, boss.vitals.max_health, "seed {seed}");
        assert_eq!(boss.ai_state, AiState::Idle, "seed {seed}: awake");
        let rooms = level.rooms.iter().find(|room| room.role == RoomRole::Boss);
        let room = rooms.expect("a boss room").rect;
        assert!(room.contains(boss.pos), "seed {seed}: at {:?}, not in {room:?}", boss.pos);
    }
}

/// More commands than any game takes.
const MAX_COMMANDS: usize = 20_000;

/// In how many of some crypts of depth 10 a bot is alive at the end, and in how many of those the Champion is dead or gone.
fn alive_and_won(name: &str, seeds: std::ops::Range<u64>) -> (usize, usize) {
    let catalog = catalog();
    let games = seeds.map(|seed| {
        let setup = Setup::shift("crypt", Depth(10), Seed(seed));
        let mut game = Game::new(setup, &catalog).expect("a crypt");
        play_to_the_end(&mut game, &mut *bot(name, seed), MAX_COMMANDS);
        let view = game.view();
        (view.tally().killed_by.is_none(), view.tally().bosses > 0)
    });
    let alive: Vec<bool> = games.filter(|game| game.0).map(|game| game.1).collect();
    (alive.len(), alive.into_iter().filter(|&won| won).count())
}

/// A bot that lays a trap for it beats it now and then, and yet not mostly. One crypt of five is what the measure below asks
/// for; of so few the share is bound to stray.
#[test]
fn who_lays_a_trap_for_the_champion_beats_it_now_and_then() {
    let (_, won) = alive_and_won("trapper", 0..80);
    assert!((11..=56).contains(&won), "{won} of 80");
}

/// The same over many crypts: it is beaten in one of five; and a worker gets past it without beating it.
#[test]
#[ignore = "long: 400 games"]
fn the_champion_is_beaten_by_traps_and_passed_by_the_quiet() {
    let (alive, won) = alive_and_won("trapper", 0..200);
    println!("trapper: {alive} alive, {won} won, of 200");
    assert!(won >= 40, "{won} of 200");
    let (alive, won) = alive_and_won("planner", 0..200);
    println!("planner: {alive} alive, {won} won, of 200");
    assert!((70..=130).contains(&alive), "{alive} of 200 alive");
    assert!(won <= 20, "{won} of 200");
}
