//! The forecast of dawn: what it may know, whether anything hidden moves it, and whether it holds.

use base::{Pos, Purpose, Seed, Stream};
use content::{Depth, Status};
use engine::sim::{
    ActorRecord, Command, Duty, Fixture, Forecast, ForecastTask, Game, Knowledge, Lever,
    NoForecast, RunStatus, Setup, Snapshot, Spread,
};
use engine::view::View;

use crate::support::bots::bot;
use crate::support::content::catalog;
use crate::support::journeys::edited;

/// No run of a bot is longer.
const MAX_COMMANDS: u32 = 12_000;

/// The raids of a forecast.
const RAIDS: u32 = 24;

fn game(kind: &str, depth: u8, seed: u64) -> Game {
    Game::new(Setup::shift(kind, Depth(depth), Seed(seed)), catalog()).expect("a level")
}

/// The same some commands of a bot later, before dawn.
fn after(mut game: Game, name: &str, commands: u32) -> Game {
    let mut bot = bot(name, game.setup().seed.0);
    for _ in 0..commands {
        let command = bot.decide(&game.view());
        if matches!(game.status(), RunStatus::Over(_)) || command == Command::ClockOut {
            break;
        }
        let _ = game.step(command);
    }
    game
}

fn forecast(game: &Game, plan: &[Lever]) -> Forecast {
    game.view().forecast_task(plan).run(4)
}

#[test]
fn a_forecast_is_made_on_another_thread_and_is_always_the_same() {
    fn sent<T: Send + 'static>(task: T) -> T {
        task
    }
    let game = after(game("vault", 1, 7), "order", 300);
    let before = game.digest();
    let task: ForecastTask = sent(game.view().forecast_task(&[]));
    let told = std::thread::spawn(move || task.run(4)).join().expect("it does not panic");
    assert_eq!((told.samples, told.raw.len(), told.turn), (4, 4, game.view().clock()));
    assert_eq!(told, forecast(&game, &[]));
    assert_eq!(game.digest(), before, "a forecast changed the game");
    assert_ne!(told, game.view().forecast_task(&[]).run(5));
    // Four of five raids are those of the four.
    let more = game.view().forecast_task(&[]).run(5);
    assert!(told.raw.iter().all(|raw| more.raw.contains(raw)));
}

#[test]
fn the_spread_of_figures_leaves_out_a_tenth_at_each_end() {
    let spread = Spread::of((0..=20).rev().collect());
    assert_eq!(spread, Spread { p10: 2, p50: 10, p90: 18, mean: 10 });
    assert_eq!(Spread::of(vec![7]), Spread { p10: 7, p50: 7, p90: 7, mean: 7 });
    assert_eq!(Spread::of(Vec::new()), Spread::default());
}

/// A change that the player cannot know of; false where there is nothing to change.
type Edit = fn(&Hidden<'_>, &mut Snapshot, &mut Stream) -> bool;

/// What the player cannot know of a state.
struct Hidden<'g> {
    view: View<'g>,
    game: &'g Game,
}

impl Hidden<'_> {
    /// Whether the player has not seen a cell, and the sketch does not have it either.
    fn is_hidden(&self, pos: Pos) -> bool {
        let is_sketched = self.view.sketch().is_some_and(|own| own.cell(pos).is_some());
        !self.view.cell(pos).seen && !is_sketched
    }

    /// A bare cell of floor that the player does not know.
    fn bare(&self, snapshot: &Snapshot, stream: &mut Stream) -> Option<Pos> {
        let floor = self.game.world().floor();
        let is_free = |&pos: &Pos| {
            floor.is_passable(pos)
                && floor.fixture(pos).is_none()
                && self.is_hidden(pos)
                && snapshot.floor.actors.iter().all(|own| own.pos != pos)
                && snapshot.floor.bodies.iter().all(|own| own.0 != pos)
                && ![floor.start, floor.exit].contains(&pos)
        };
        let cells: Vec<Pos> = self.view.cells().filter(is_free).collect();
        stream.pick(&cells).copied()
    }

    /// Changes a hidden fixture that a function has another state for.
    fn change_fixture(
        &self,
        snapshot: &mut Snapshot,
        other: impl Fn(Fixture) -> Option<Fixture>,
    ) -> bool {
        let mut hidden =
            snapshot.floor.cells.fixtures.iter_mut().filter(|own| self.is_hidden(own.0));
        let changed = hidden.find_map(|own| Some((other(own.1)?, own)));
        changed.map(|(other, own)| own.1 = other).is_some()
    }

    /// The place of an actor out of sight, hostile or not.
    fn actor(&self, is_hostile: bool) -> Option<usize> {
        let others = self.game.world().bystanders().enumerate();
        let mut hidden = others.filter(|(_, own)| {
            own.hostile == is_hostile
                && !self.view.is_visible(own.pos)
                && !self.game.world().is_sensed(own.pos)
                && !matches!(own.duty, Duty::Boss(_))
        });
        hidden.next().map(|(place, _)| place + 1)
    }
}

const EDITS: [(&str, Edit); 9] = [
    ("the random streams", |_, snapshot, _| {
        let streams = &mut snapshot.streams;
        for stream in [&mut streams.ai, &mut streams.combat, &mut streams.floor] {
            stream.next_u64();
        }
        true
    }),
    ("a trap set", |hidden, snapshot, stream| {
        let Some(at) = hidden.bare(snapshot, stream) else { return false };
        let kind = hidden.view.trap_kinds()[0];
        snapshot.floor.cells.fixtures.push((at, Fixture::Trap { kind, armed: true }));
        true
    }),
    ("a trap armed or gone off", |hidden, snapshot, _| {
        hidden.change_fixture(snapshot, |fixture| match fixture {
            Fixture::Trap { kind, armed } => Some(Fixture::Trap { kind, armed: !armed }),
            _ => None,
        })
    }),
    ("a chest emptied or filled", |hidden, snapshot, _| {
        hidden.change_fixture(snapshot, |fixture| match fixture {
            Fixture::Chest { full } => Some(Fixture::Chest { full: !full }),
            _ => None,
        })
    }),
    ("a monster more", |hidden, snapshot, stream| {
        let Some(pos) = hidden.bare(snapshot, stream) else { return false };
        let Some(&like) = snapshot.floor.actors.get(1) else { return false };
        let id = engine::sim::ActorId(snapshot.run.next_id);
        snapshot.run.next_id += 1;
        snapshot.floor.actors.push(ActorRecord { id, pos, duty: Duty::None, ..like });
        true
    }),
    ("a monster less", |hidden, snapshot, _| {
        let is_astray = |place: usize| {
            matches!(snapshot.floor.actors[place].duty, Duty::None | Duty::Stray { .. })
        };
        let Some(place) = hidden.actor(true).filter(|&place| is_astray(place)) else {
            return false;
        };
        snapshot.floor.actors.remove(place);
        true
    }),
    ("a resident hurt", |hidden, snapshot, _| {
        let Some(place) = hidden.actor(false) else { return false };
        let own = &mut snapshot.floor.actors[place];
        own.vitals.health = 1;
        own.vitals.energy -= 30;
        own.statuses.0[Status::Slowed as usize] = 9;
        true
    }),
    ("a body", |hidden, snapshot, stream| {
        let Some(at) = hidden.bare(snapshot, stream) else { return false };
        let kind = snapshot.floor.actors[0].kind;
        let kind = snapshot.floor.bodies.first().map_or(kind, |own| own.1.kind);
        let rises = snapshot.shift.dawn;
        let body = engine::sim::Body { kind, rises, by: None, person: None };
        snapshot.floor.bodies.push((at, body));
        true
    }),
    ("blood and a coat of gas", |hidden, snapshot, stream| {
        let Some(at) = hidden.bare(snapshot, stream) else { return false };
        snapshot.floor.cells.blood.push(at);
        snapshot.floor.cells.gas.push((at, 3));
        true
    }),
];

#[test]
fn nothing_that_the_player_cannot_know_moves_a_forecast() {
    let (mut made, mut told) = ([0; EDITS.len()], 0);
    for (kind, seed) in
        [("vault", 1), ("warren", 2), ("cavern", 3), ("crypt", 4), ("keep", 5), ("bastion", 6)]
    {
        for commands in [0, 40, 150] {
            let game = after(game(kind, 1, seed), "order", commands);
            let hidden = Hidden { view: game.view(), game: &game };
            let before = forecast(&game, &[]);
            told += usize::from(before.none.is_none());
            let mut stream = Stream::new(Seed(seed), Purpose::new("hidden"), ());
            for ((what, edit), count) in EDITS.iter().zip(&mut made) {
                let mut is_made = false;
                let other = edited(&game, |snapshot| {
                    is_made = edit(&hidden, snapshot, &mut stream);
                    *snapshot = snapshot.clone().in_order();
                });
                assert_eq!(forecast(&other, &[]), before, "{kind} {seed}, {commands}: {what}");
                *count += usize::from(is_made);
            }
        }
    }
    assert!(told >= 12, "of 18 states {told} could be foretold");
    for ((what, _), count) in EDITS.iter().zip(made) {
        assert!(count >= 3, "{what}: changed in {count} states of 18");
    }
}

#[test]
fn what_the_player_knows_moves_a_forecast() {
    let (mut kits, mut chests, mut tried) = (0, 0, 0);
    for (kind, seed) in [("vault", 1), ("warren", 2), ("crypt", 4), ("keep", 5)] {
        let game = after(game(kind, 1, seed), "order", 200);
        let view = game.view();
        let before = forecast(&game, &[]);
        let trodden =
            before.visits.iter().filter(|&(at, &raids)| raids == 4 && view.can_set_kit_at(at));
        let Some((at, _)) = trodden.last() else { continue };
        tried += 1;
        let trap = view.trap_kinds()[0];
        kits += usize::from(forecast(&game, &[Lever::Kit { at, trap }]).raw != before.raw);
        let full = Fixture::Chest { full: true };
        let seen =
            view.cells().filter(|&at| view.cell(at).seen && view.cell(at).fixture == Some(full));
        let seen: Vec<Pos> = seen.collect();
        let emptied = edited(&game, |snapshot| {
            let cells = &mut snapshot.floor.cells;
            let none = Fixture::Chest { full: false };
            cells
                .fixtures
                .iter_mut()
                .filter(|own| seen.contains(&own.0))
                .for_each(|own| own.1 = none);
            let memories = cells.remembered.iter_mut().filter(|own| seen.contains(&own.0));
            memories.for_each(|own| own.1.fixture = Some(none));
        });
        chests += usize::from(forecast(&emptied, &[]).chests != before.chests);
    }
    assert!(tried >= 3 && kits + 1 >= tried && chests + 1 >= tried, "{tried} {kits} {chests}");
}

#[test]
fn a_body_whose_clock_ends_before_dawn_is_up_by_then() {
    let (mut tried, mut differs) = (0, 0);
    for (kind, seed) in [("vault", 1), ("warren", 2), ("crypt", 4), ("keep", 5), ("crypt", 6)] {
        let game = after(game(kind, 4, seed), "order", 40);
        let (clock, dawn) = (game.view().clock(), game.view().dawn());
        let known = |pos: Pos| game.view().cell(pos).body;
        if !game.snapshot().floor.bodies.iter().any(|own| known(own.0)) {
            continue;
        }
        tried += 1;
        let with = |turns: u32| {
            let other = edited(&game, |snapshot| {
                let bodies = snapshot.floor.bodies.iter_mut().filter(|own| known(own.0));
                bodies.for_each(|own| own.1.rises.0 = turns);
            });
            forecast(&other, &[])
        };
        let (soon, late, after_dawn) = (with(clock.0 + 1), with(dawn.0), with(dawn.0 + 1));
        assert_eq!(soon, late, "{kind} {seed}");
        assert_eq!(after_dawn, with(dawn.0 + 90), "{kind} {seed}");
        differs += usize::from(soon != after_dawn);
    }
    assert!(differs >= 2, "{differs} of {tried}");
}

#[test]
fn where_no_way_is_known_and_where_it_is_too_late_nothing_is_foretold() {
    let game = game("cavern", 1, 3);
    let blind = edited(&game, |snapshot| {
        snapshot.shift.sketch.seen = None;
        let known = &mut snapshot.floor.cells.known;
        let cells: Vec<Pos> = known.positions().collect();
        cells.into_iter().for_each(|pos| known[pos] = Knowledge::None);
        snapshot.floor.cells.remembered.clear();
    });
    let told = forecast(&blind, &[]);
    assert_eq!((told.none, told.samples, told.raw.len()), (Some(NoForecast::NoWay), 0, 0));
    let mut late = after(game, "idle", MAX_COMMANDS);
    assert!(late.step(Command::ClockOut).is_ok());
    while late.view().intruders().is_none() {
        let _ = late.step(Command::Watch { turns: 1 });
    }
    assert_eq!(forecast(&late, &[]).none, Some(NoForecast::TooLate));
}

/// A forecast at the end of the night, and what came.
struct Compared {
    width: u32,
    is_within: bool,
}

fn compare(kind: &str, depth: u8, seed: u64, name: &str) -> Option<Compared> {
    let setup = Setup::shift(kind, Depth(depth), Seed(seed));
    let game = after(Game::new(setup, catalog()).ok()?, name, MAX_COMMANDS);
    if matches!(game.status(), RunStatus::Over(_)) {
        return None;
    }
    let points = game.view().forecast_task(&[]).run(RAIDS).points;
    let mut game = game;
    let mut bot = bot(name, seed);
    game.step(Command::ClockOut).ok()?;
    while !matches!(game.status(), RunStatus::Over(_)) {
        let command = bot.decide(&game.view());
        let _ = game.step(command);
    }
    let came = game.view().grade().dawn;
    Some(Compared {
        width: points.p90 - points.p10,
        is_within: (points.p10..=points.p90).contains(&came),
    })
}

/// The share of the shifts in which what came is within the forecast, in percent, and the median
/// of its width.
fn calibration(shifts: &[(&str, u8, u64)], name: &str) -> (usize, u32, usize) {
    let half = shifts.len() / 2;
    let of = |shifts: &[(&str, u8, u64)]| -> Vec<Compared> {
        shifts.iter().filter_map(|&(kind, depth, seed)| compare(kind, depth, seed, name)).collect()
    };
    let all: Vec<Compared> = std::thread::scope(|scope| {
        let other = scope.spawn(|| of(&shifts[half..]));
        let mut all = of(&shifts[..half]);
        all.extend(other.join().expect("it does not panic"));
        all
    });
    let mut widths: Vec<u32> = all.iter().map(|own| own.width).collect();
    widths.sort_unstable();
    let within = all.iter().filter(|own| own.is_within).count();
    (within * 100 / all.len().max(1), widths.get(all.len() / 2).copied().unwrap_or(0), all.len())
}

#[test]
#[ignore = "takes minutes"]
fn forecasts_hold_on_many_shifts() {
    let kinds = ["vault", "warren", "crypt", "cavern", "keep", "bastion", "cloister", "delve"];
    for name in ["order", "look", "planner", "idle"] {
        for depth in [1, 4, 7, 10] {
            let seeds = 93_000..93_004;
            let shifts = seeds.flat_map(|seed| kinds.map(|kind| (kind, depth, seed)));
            let (within, width, count) = calibration(&shifts.collect::<Vec<_>>(), name);
            println!("{name} {depth}: {within} of 100 within, width {width}, {count} shifts");
        }
    }
}
