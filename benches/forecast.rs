//! Forecasts: as many raids as the board asks for, on the floor as the player knows it when the
//! night begins and when the order is done. One iteration is one forecast.

use std::sync::Arc;

use base::Seed;
use content::{Catalog, Depth};
use divan::{Bencher, black_box};
use engine::sim::{Command, Game, RunStatus, Setup};
use runs::record::bot;

fn main() {
    divan::main();
}

/// Raids of a forecast.
const RAIDS: u32 = 24;

/// Commands of a bot before it is given up.
const MAX_COMMANDS: usize = 12_000;

const FLOORS: [(&str, u8); 4] = [("vault", 1), ("cavern", 1), ("vault", 10), ("cavern", 10)];

/// The first answer of a night, with the making of the copy of the floor.
#[divan::bench(args = FLOORS)]
fn at_nightfall(bencher: Bencher, (kind, depth): (&str, u8)) {
    foretell(bencher, &shift(kind, depth, 0));
}

#[divan::bench(args = FLOORS)]
fn order_done(bencher: Bencher, (kind, depth): (&str, u8)) {
    foretell(bencher, &shift(kind, depth, MAX_COMMANDS));
}

fn foretell(bencher: Bencher, game: &Game) {
    assert!(game.view().forecast_task(&[]).run(1).none.is_none(), "nothing can be foretold");
    bencher.bench_local(|| black_box(game.view().forecast_task(&[]).run(RAIDS)));
}

/// A shift as a bot that does the order leaves it, after so many commands at most: the first seed
/// of which there is a forecast then.
fn shift(kind: &str, depth: u8, commands: usize) -> Game {
    let catalog = Arc::new(Catalog::embedded().expect("valid content"));
    let games = (1..).filter_map(|seed| {
        let mut game = Game::new(Setup::shift(kind, Depth(depth), Seed(seed)), &catalog).ok()?;
        let mut player = bot::find("order", Seed(seed))?;
        for _ in 0..commands {
            let command = player.decide(&game.view());
            if matches!(game.status(), RunStatus::Over(_)) || command == Command::ClockOut {
                break;
            }
            let _ = game.step(command);
        }
        Some(game)
    });
    let mut told = games.filter(|game| game.view().forecast_task(&[]).run(1).none.is_none());
    told.next().expect("endless seeds")
}
