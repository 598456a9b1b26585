//! Headless play: turns a second with twenty actors on the floor, digests on.

use std::sync::Arc;

use base::Seed;
use content::{Catalog, Depth};
use divan::Bencher;
use divan::counter::ItemsCount;
use engine::sim::{AiState, Command, Game, RunStatus, Setup, Snapshot, Turns};
use runs::record::bot::{Bot, Random};

fn main() {
    divan::main();
}

/// Commands in a recorded piece of play.
const COMMANDS: usize = 2_000;

/// A piece of play, and the turns of the clock that it takes.
struct Piece {
    setup: Setup,
    snapshot: Snapshot,
    commands: Vec<Command>,
    turns: u32,
    catalog: Arc<Catalog>,
}

/// A floor with twenty actors, an upkeeper who survives it, and commands that were all accepted.
fn recorded(kind: &str) -> Piece {
    let catalog = Arc::new(Catalog::embedded().expect("valid content"));
    let setup = Setup::shift(kind, Depth(1), Seed(42));
    let game = Game::new(setup.clone(), &catalog).expect("a level");
    let mut snapshot = game.snapshot();
    // A night long enough for the whole piece.
    snapshot.shift.dawn = Turns(20_000);
    snapshot.floor.actors[0].vitals.health = 10_000;
    snapshot.floor.actors[0].vitals.max_health = 10_000;
    populate(&mut snapshot, &catalog);
    let mut game = Game::restore(setup.clone(), snapshot.clone(), &catalog).expect("a state");
    let mut bot = Random::new(Seed(1));
    let mut commands = Vec::new();
    while commands.len() < COMMANDS && !matches!(game.status(), RunStatus::Over(_)) {
        let command = bot.decide(&game.view());
        if command != Command::ClockOut && game.step(command).is_ok() {
            commands.push(command);
        }
    }
    let turns = game.world().clock().0 - snapshot.shift.clock.0;
    Piece { setup, snapshot, commands, turns, catalog }
}

/// Fills the floor up to twenty actors, of the kinds that live at the depth.
fn populate(snapshot: &mut Snapshot, catalog: &Catalog) {
    let terrain = snapshot.floor.cells.terrain.clone();
    let mut free = terrain
        .iter()
        .filter(|(_, tile)| tile.is_passable())
        .map(|(pos, _)| pos)
        .skip(40)
        .step_by(23);
    let kinds = ["rat", "slime", "bat swarm"].map(|name| catalog.find_actor(name).expect("a kind"));
    while snapshot.floor.actors.len() < 21 {
        let Some(pos) = free.next() else { break };
        if snapshot.floor.actors.iter().any(|actor| actor.pos == pos) {
            continue;
        }
        let kind = kinds[snapshot.floor.actors.len() % kinds.len()];
        let mut actor = snapshot.floor.actors[0];
        actor.id = engine::sim::ActorId(snapshot.run.next_id);
        snapshot.run.next_id += 1;
        actor.kind = kind;
        actor.pos = pos;
        actor.ai_state = AiState::Idle;
        actor.vitals.health = catalog.actor(kind).health;
        actor.vitals.max_health = actor.vitals.health;
        snapshot.floor.actors.push(actor);
    }
}

#[divan::bench(args = ["vault", "cavern"])]
fn turns_with_digests(bencher: Bencher, kind: &str) {
    play(bencher, kind, true);
}

#[divan::bench(args = ["vault", "cavern"])]
fn turns_without_digests(bencher: Bencher, kind: &str) {
    play(bencher, kind, false);
}

fn play(bencher: Bencher, kind: &str, digests: bool) {
    let Piece { setup, snapshot, commands, turns, catalog } = recorded(kind);
    bencher
        .counter(ItemsCount::new(turns))
        .with_inputs(|| Game::restore(setup.clone(), snapshot.clone(), &catalog).expect("a state"))
        .bench_local_values(|mut game| {
            let mut sum = 0;
            for &command in &commands {
                let _ = divan::black_box(game.step(command));
                if digests {
                    sum ^= game.digest().0;
                }
            }
            sum
        });
}
