//! Journeys: a night of the whole map with the raids of its parties, walking into a site or a town,
//! and taking up a run. One iteration is one command, each of another journey.

use std::sync::Arc;

use base::Seed;
use content::Catalog;
use divan::{Bencher, black_box};
use engine::sim::{Command, Game, JourneyCommand, RunStatus, Setup, Snapshot};
use runs::record::bot;

fn main() {
    divan::main();
}

/// Journeys that are taken in turn.
const JOURNEYS: u64 = 12;

/// Commands of a bot before it is given up.
const MAX_COMMANDS: usize = 12_000;

const STAY: Command = Command::Journey(JourneyCommand::Stay);
const ENTER: Command = Command::Journey(JourneyCommand::Enter);

fn catalog() -> Arc<Catalog> {
    Arc::new(Catalog::embedded().expect("the built-in content is valid"))
}

/// A place in a journey, and what is done there.
struct Place {
    setup: Setup,
    snapshot: Snapshot,
    command: Command,
}

/// A night at home after so many others.
#[divan::bench(args = [0, 6, 12, 20])]
fn night(bencher: Bencher, after: u32) {
    let catalog = catalog();
    let places = (0..JOURNEYS).filter_map(|seed| {
        let setup = Setup::campaign(Seed(seed));
        let mut game = Game::new(setup.clone(), &catalog).expect("a map");
        for _ in 0..after {
            game.step(STAY).ok()?;
        }
        Some(Place { setup, snapshot: game.snapshot(), command: STAY })
    });
    step(bencher, &catalog, &places.collect::<Vec<_>>());
}

/// Coming to the site that is worked after so many others: its floors are generated, and every raid
/// on them is played.
#[divan::bench(args = [0, 2, 4])]
fn arrival(bencher: Bencher, after: usize) {
    let catalog = catalog();
    let places = (0..JOURNEYS).filter_map(|seed| {
        let is_arrival = |game: &Game, command| {
            let is_work = game.view().journey().is_some_and(|journey| journey.has_work());
            command == ENTER && is_work
        };
        place_of_bot(seed, after, is_arrival, &catalog)
    });
    step(bencher, &catalog, &places.collect::<Vec<_>>());
}

/// Walking into a town.
#[divan::bench]
fn town(bencher: Bencher) {
    let catalog = catalog();
    let places = (0..JOURNEYS).filter_map(|seed| {
        let is_town = |game: &Game, command| {
            let has_work = game.view().journey().is_some_and(|journey| journey.has_work());
            command == ENTER && !has_work
        };
        place_of_bot(seed, 0, is_town, &catalog)
    });
    step(bencher, &catalog, &places.collect::<Vec<_>>());
}

/// The place of a bot's journey where a command is asked for once more than so many times.
fn place_of_bot(
    seed: u64,
    after: usize,
    is_wanted: impl Fn(&Game, Command) -> bool,
    catalog: &Arc<Catalog>,
) -> Option<Place> {
    let setup = Setup::campaign(Seed(seed));
    let mut game = Game::new(setup.clone(), catalog).expect("a map");
    let mut player = bot::find("planner", Seed(seed))?;
    let mut seen = 0;
    for _ in 0..MAX_COMMANDS {
        if matches!(game.status(), RunStatus::Over(_)) {
            return None;
        }
        let command = player.decide(&game.view());
        if is_wanted(&game, command) {
            if seen == after {
                return Some(Place { setup, snapshot: game.snapshot(), command });
            }
            seen += 1;
        }
        game.step(command).ok()?;
    }
    None
}

fn step(bencher: Bencher, catalog: &Arc<Catalog>, places: &[Place]) {
    assert!(!places.is_empty(), "no journey came so far");
    let mut turn = places.iter().cycle();
    bencher
        .with_inputs(|| {
            let place = turn.next().expect("an endless cycle");
            let snapshot = place.snapshot.clone();
            let game = Game::restore(place.setup.clone(), snapshot, catalog).expect("a state");
            (game, place.command)
        })
        .bench_local_values(|(mut game, command)| {
            let _ = black_box(game.step(command));
            game
        });
}

/// Taking up a state in the middle of a journey, with the map and the floors that it does not hold.
#[divan::bench]
fn restore(bencher: Bencher) {
    let catalog = catalog();
    let second = |seed| place_of_bot(seed, 1, |_, command| command == ENTER, &catalog);
    let place = (0..JOURNEYS).find_map(second).expect("a journey came to a second site");
    bencher
        .with_inputs(|| place.snapshot.clone())
        .bench_local_values(|snapshot| Game::restore(place.setup.clone(), snapshot, &catalog));
}
