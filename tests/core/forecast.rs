//! The forecast of dawn: what it may know, whether anything hidden moves it, and whether it holds.

use base::{Grid, Pos, Purpose, Seed, Stream};
use content::{Depth, Status};
use engine::sim::{
    ActorRecord, Body, Bystander, Command, Duty, Fixture, Forecast, ForecastTask, Game, Knowledge,
    Lever, NoForecast, RunStatus, Setup, Snapshot, Spread, Turns,
};
use engine::view::View;

use crate::support::bots::bot;
use crate::support::content::catalog;
use crate::support::journeys::{at_the_bare_seat, edited};

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
    assert_eq!(told.raw[..], more.raw[..4]);
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

    /// The place of a resident out of sight.
    fn resident(&self) -> Option<usize> {
        self.out_of_sight(|own| !own.hostile)
    }

    /// The same of one at its post.
    fn guard(&self) -> Option<usize> {
        self.out_of_sight(|own| own.duty == (Duty::Guard { post: own.pos }))
    }

    fn out_of_sight(&self, is_wanted: impl Fn(&Bystander) -> bool) -> Option<usize> {
        let world = self.game.world();
        let is_seen = |pos| self.view.is_visible(pos) || world.is_sensed(pos);
        let mut others = world.bystanders();
        let place = others.position(|own| is_wanted(&own) && !is_seen(own.pos));
        place.map(|place| place + 1)
    }
}

const EDITS: [(&str, Edit); 8] = [
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
    ("a resident hurt", |hidden, snapshot, _| {
        let Some(place) = hidden.resident() else { return false };
        let own = &mut snapshot.floor.actors[place];
        own.vitals.health = 1;
        own.vitals.energy -= 30;
        own.statuses.0[Status::Slowed as usize] = 9;
        true
    }),
    // The order tells how many there are.
    ("a body elsewhere", |hidden, snapshot, stream| {
        let Some(at) = hidden.bare(snapshot, stream) else { return false };
        let bodies = &mut snapshot.floor.bodies;
        let is_unknown = |own: &(Pos, Body)| !hidden.view.cell(own.0).body;
        let Some(place) = bodies.iter().position(is_unknown) else { return false };
        let rises = snapshot.shift.dawn;
        bodies[place] = (at, Body { rises, ..bodies[place].1 });
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
fn a_stray_out_of_sight_counts_wherever_it_is() {
    let (mut tried, mut counts) = (0, 0);
    for (kind, depth, seed) in
        [("vault", 4, 1), ("warren", 7, 2), ("crypt", 1, 4), ("keep", 1, 5), ("bastion", 7, 6)]
    {
        let game = after(game(kind, depth, seed), "order", 150);
        let hidden = Hidden { view: game.view(), game: &game };
        let Some(place) = hidden.guard() else { continue };
        let mut stream = Stream::new(Seed(seed), Purpose::new("stray"), ());
        let mut astray = || {
            edited(&game, |snapshot| {
                let Some(at) = hidden.bare(snapshot, &mut stream) else { return };
                let stray = &mut snapshot.floor.actors[place];
                let post = std::mem::replace(&mut stray.pos, at);
                stray.duty = Duty::Stray { post };
                let fixtures = snapshot.floor.cells.fixtures.iter_mut();
                let posts = fixtures.filter(|own| own.0 == post);
                posts.for_each(|own| own.1 = Fixture::Post { empty: true });
            })
        };
        let told = forecast(&astray(), &[]);
        assert_eq!(told, forecast(&astray(), &[]), "{kind} {seed}");
        let gone = edited(&astray(), |snapshot| _ = snapshot.floor.actors.remove(place));
        tried += usize::from(told.none.is_none());
        counts += usize::from(told != forecast(&gone, &[]));
    }
    assert!(tried >= 3 && counts >= 2, "{counts} of {tried}");
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
fn turns_that_go_by_change_no_forecast_and_gains_are_told_from_noise() {
    let (mut tried, mut same, mut clear) = (0, 0, 0);
    for (kind, depth, seed) in
        [("vault", 1, 305), ("vault", 1, 308), ("vault", 7, 302), ("cavern", 1, 303)]
    {
        let mut game = game(kind, depth, seed);
        let foretell = |game: &Game, plan: &[Lever]| game.view().forecast_task(plan).run(RAIDS);
        let before = foretell(&game, &[]);
        let visited = before.visits.iter().filter(|&(at, _)| game.view().can_set_kit_at(at));
        let Some((at, _)) = visited.max_by_key(|&(at, &raids)| (raids, at)) else { continue };
        let trap = game.view().trap_kinds()[0];
        let of_kit = foretell(&game, &[Lever::Kit { at, trap }]).gain_over(&before);
        clear += usize::from(of_kit.is_some_and(|gain| gain.is_clear && gain.points > 0));
        for _ in 0..20 {
            let _ = game.step(Command::Wait);
        }
        let of_turns = foretell(&game, &[]).gain_over(&before).expect("pairs");
        assert!(!of_turns.is_clear, "{kind} {depth} {seed}: {of_turns:?}");
        (tried, same) = (tried + 1, same + usize::from(of_turns.points == 0));
    }
    assert!(tried >= 2 && same + 1 >= tried && clear >= 1, "{tried}: {same} {clear}");
}

/// The first state of a run in which somebody's body is known.
fn with_known_body(kind: &'static str, depth: u8, seed: u64) -> Option<Game> {
    let mut game = game(kind, depth, seed);
    let mut bot = bot("cautious", seed);
    for _ in 0..600 {
        let known = |pos: Pos| game.view().cell(pos).body;
        if game.snapshot().floor.bodies.iter().any(|own| known(own.0)) {
            return Some(game);
        }
        let command = bot.decide(&game.view());
        let _ = game.step(command);
    }
    None
}

#[test]
fn a_body_whose_clock_ends_before_the_player_can_be_out_is_up_by_then() {
    let (mut tried, mut differs) = (0, 0);
    for (kind, seed) in [("vault", 4), ("warren", 2), ("crypt", 4), ("keep", 5), ("crypt", 6)] {
        let Some(game) = with_known_body(kind, 4, seed) else { continue };
        tried += 1;
        let (clock, dawn) = (game.view().clock(), game.view().dawn());
        let Some(way_out) = game.view().plan_cost(&[]).way_out else { continue };
        let out = dawn.min(Turns(clock.0 + way_out.0));
        let known = |pos: Pos| game.view().cell(pos).body;
        let with = |turns: u32| {
            let other = edited(&game, |snapshot| {
                let bodies = snapshot.floor.bodies.iter_mut().filter(|own| known(own.0));
                bodies.for_each(|own| own.1.rises.0 = turns);
            });
            forecast(&other, &[])
        };
        let (soon, late, later) = (with(clock.0 + 1), with(out.0), with(out.0 + 1));
        assert_eq!(soon, late, "{kind} {seed}");
        assert_eq!(later, with(dawn.0 + 90), "{kind} {seed}");
        differs += usize::from(soon != later);
    }
    assert!(tried >= 3 && differs >= 1, "{differs} of {tried}");
}

#[test]
fn where_no_way_is_known_and_where_it_is_too_late_nothing_is_foretold() {
    let game = game("cavern", 1, 3);
    let blind = edited(&game, |snapshot| {
        snapshot.shift.sketch.seen = None;
        let known = &mut snapshot.floor.cells.known;
        *known = Grid::filled(known.width(), known.height(), Knowledge::None);
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

#[test]
fn of_a_site_of_several_floors_those_count_to_whose_end_a_way_is_known() {
    let game = at_the_bare_seat(1);
    let knowing = |floors: usize| {
        edited(&game, |snapshot| {
            let Snapshot { floor, shift, journey: Some(journey), .. } = snapshot else { return };
            let below = journey.floors.iter_mut().map(|own| (&mut own.floor, &mut own.shift));
            for (place, (floor, shift)) in std::iter::once((floor, shift)).chain(below).enumerate()
            {
                let known = if place < floors { Knowledge::Seen } else { Knowledge::None };
                let (width, height) = (floor.cells.known.width(), floor.cells.known.height());
                floor.cells.known = Grid::filled(width, height, known);
                floor.cells.remembered.clear();
                shift.sketch.seen = None;
            }
        })
    };
    assert_eq!(forecast(&knowing(0), &[]).none, Some(NoForecast::NoWay));
    for floors in 1..=3 {
        let told = forecast(&knowing(floors), &[]);
        assert_eq!((told.none, told.members.len(), told.raw.len()), (None, 3, 4), "{floors}");
        // Nobody is there to do them harm.
        assert_eq!((told.fallen.p90, told.falls.len()), (0, 0), "{floors}");
    }
}

/// A forecast at the end of the night, and what came.
#[derive(Clone, Copy)]
struct Compared {
    width: u32,
    /// Whether the points are between those that one raid in ten is below and above, as they are
    /// told; and before they are set against a night in bed.
    is_within: bool,
    is_raw_within: bool,
}

/// A kind of level, a depth and a seed.
type Shift = (&'static str, u8, u64);

fn compare((kind, depth, seed): Shift, name: &str) -> Option<Compared> {
    let setup = Setup::shift(kind, Depth(depth), Seed(seed));
    let mut game = after(Game::new(setup, catalog()).ok()?, name, MAX_COMMANDS);
    let Forecast { points, mut raw, .. } = game.view().forecast_task(&[]).run(RAIDS);
    raw.sort_unstable();
    let mut bot = bot(name, seed);
    game.step(Command::ClockOut).ok()?;
    while !matches!(game.status(), RunStatus::Over(_)) {
        let command = bot.decide(&game.view());
        let _ = game.step(command);
    }
    let grade = game.view().grade();
    let (tenth, came) = (raw.len() / 10, 100 * (grade.harm + grade.kept));
    let (low, high) = (*raw.get(tenth)?, raw[raw.len() - 1 - tenth]);
    Some(Compared {
        width: points.p90 - points.p10,
        is_within: (points.p10..=points.p90).contains(&grade.dawn),
        // Harm and chests are rounded to points.
        is_raw_within: (low.saturating_sub(50)..=high + 50).contains(&came),
    })
}

/// How forecasts compare with what came, over some shifts.
struct Calibration {
    shifts: usize,
    within: usize,
    raw_within: usize,
    median_width: u32,
}

impl Calibration {
    fn of(shifts: &[Shift], name: &str) -> Calibration {
        let compared = |shifts: &[Shift]| -> Vec<Compared> {
            shifts.iter().filter_map(|&shift| compare(shift, name)).collect()
        };
        let (first, second) = shifts.split_at(shifts.len() / 2);
        let all = std::thread::scope(|scope| {
            let other = scope.spawn(|| compared(second));
            [compared(first), other.join().expect("it does not panic")].concat()
        });
        let mut widths: Vec<u32> = all.iter().map(|own| own.width).collect();
        widths.sort_unstable();
        let count = |is: fn(&&Compared) -> bool| all.iter().filter(is).count();
        Calibration {
            shifts: all.len(),
            within: count(|own| own.is_within),
            raw_within: count(|own| own.is_raw_within),
            median_width: widths.get(widths.len() / 2).copied().unwrap_or(0),
        }
    }
}

/// Shifts that no rule and no bot is tuned to.
fn held_out(kinds: &[&'static str], depths: &[u8], seeds: u64) -> Vec<Shift> {
    let shifts = depths.iter().flat_map(|&depth| {
        let seeds = 95_000..95_000 + seeds;
        seeds.flat_map(move |seed| kinds.iter().map(move |&kind| (kind, depth, seed)))
    });
    shifts.collect()
}

#[test]
fn forecasts_hold() {
    let kinds = ["vault", "warren", "crypt", "cavern"];
    let (mut within, mut shifts) = (0, 0);
    let upper = &[1, 4, 7][..];
    for (name, depths, seeds) in
        [("idle", upper, 1), ("order", upper, 1), ("look", upper, 1), ("planner", &[1], 3)]
    {
        let own = Calibration::of(&held_out(&kinds, depths, seeds), name);
        assert!(own.median_width <= 20, "{name}: {}", own.median_width);
        (within, shifts) = (within + own.within, shifts + own.shifts);
    }
    let percent = within * 100 / shifts;
    assert!(shifts >= 24 && (72..=88).contains(&percent), "{percent} of 100 of {shifts}");
}

#[test]
#[ignore = "takes minutes"]
fn forecasts_hold_on_many_shifts() {
    let kinds = ["vault", "warren", "crypt", "cavern", "keep", "bastion", "cloister", "delve"];
    for name in ["order", "idle", "look", "planner"] {
        let (mut within, mut raw_within, mut shifts) = (0, 0, 0);
        for depth in [1, 4, 7, 10] {
            let own = Calibration::of(&held_out(&kinds, &[depth], 3), name);
            println!(
                "{name} at {depth}: {} of {} shifts within, {} before the bed; width {}",
                own.within, own.shifts, own.raw_within, own.median_width
            );
            within += own.within;
            raw_within += own.raw_within;
            shifts += own.shifts;
        }
        let percent = [within, raw_within].map(|count| count * 100 / shifts.max(1));
        println!("{name}: {} of 100 within, {} before the bed", percent[0], percent[1]);
    }
}
