//! Measures whether dawn decides: `cargo run --release -p examples --bin dawn_table [--seeds FROM]
//! [--count N] [--kinds KIND,…]`.
//!
//! Bots play the same shifts at depths 1, 4, 7 and 10: one that does nothing, one that does the
//! order, and others that set levers besides, by chance, by where the forecast says that somebody
//! comes by, and by what it says that they bring. Each row tells a figure and what it must be.

#![expect(
    clippy::disallowed_types,
    clippy::float_arithmetic,
    reason = "it measures time, and tells shares"
)]

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use base::{Pos, Seed};
use content::{Catalog, Depth, JobKind};
use engine::sim::{Game, Letter, Lever, RunStatus, Setup};
use engine::view::View;
use runs::record::bot;

const DEPTHS: [u8; 4] = [1, 4, 7, 10];
const KINDS: &str = "vault,keep,warren,cavern,crypt,bastion,cloister,town,house,delve";
const BOTS: [&str; 6] = ["idle", "order", "scatter", "look", "planner", "planner-cordless"];
const MAX_COMMANDS: u32 = 20_000;

/// Raids of the forecast that is compared with what comes, and of which a cell's visitors are
/// counted.
const RAIDS: u32 = 24;

/// Raids by which the best of some levers of a kind is found, and places that are tried: what it is
/// worth other raids tell.
const SEARCH_RAIDS: u32 = 8;
const SEARCH_PLACES: usize = 10;

/// The seed of the first shift: rules are not tuned to these.
const FIRST_SEED: u64 = 81_000;

/// What a bot made of a shift.
#[derive(Clone, Debug)]
struct Shift {
    points: u32,
    dawn: u32,
    letter: Letter,
    survived: bool,
    killed_by: String,
    turns: u32,
    pulls_hurt: u16,
    /// Of a shift in which the upkeeper clocked out.
    forecast: Option<Compared>,
}

/// The forecast at the end of the night, and what came, in hundredths of points.
#[derive(Clone, Debug)]
struct Compared {
    low: u32,
    high: u32,
    came: u32,
    /// The standard deviation of the forecast's raids.
    deviation: f64,
    took: Duration,
    /// What the best lever of each kind adds, by kind: points.
    levers: BTreeMap<&'static str, f64>,
    /// Percent of the steps that fall on cells that nine raids in ten tread.
    trunk: f64,
}

fn main() {
    let (mut first, mut count, mut kinds) = (FIRST_SEED, 3, KINDS.to_owned());
    let mut args = std::env::args().skip(1);
    while let (Some(name), Some(value)) = (args.next(), args.next()) {
        match name.as_str() {
            "--seeds" => first = value.parse().expect("--seeds takes a number"),
            "--count" => count = value.parse().expect("--count takes a number"),
            "--kinds" => kinds = value,
            _ => panic!("there is no option {name}"),
        }
    }
    let catalog = Arc::new(Catalog::embedded().expect("the data is valid"));
    let mut jobs = Vec::new();
    for kind in kinds.split(',') {
        for depth in DEPTHS {
            for seed in first..first + count {
                jobs.extend(BOTS.map(|bot| (bot, kind, depth, seed)));
            }
        }
    }
    let (next, played) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    let work = || {
        while let Some(&(bot, kind, depth, seed)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Some(shift) = play(bot, kind, Depth(depth), Seed(seed), &catalog) {
                let mut played = played.lock().expect("no thread panics");
                played.entry((bot, depth)).or_insert_with(Vec::new).push(shift);
            }
        }
    };
    std::thread::scope(|scope| {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        (0..cores).for_each(|_| _ = scope.spawn(work));
    });
    print_table(&Table(played.into_inner().expect("no thread panics")));
}

/// Plays a shift; `None` if no level comes of the seed.
fn play(name: &str, kind: &str, depth: Depth, seed: Seed, catalog: &Arc<Catalog>) -> Option<Shift> {
    let mut game = Game::new(Setup::shift(kind, depth, seed), catalog).ok()?;
    let mut player = bot::find(name, seed)?;
    let mut forecast = None;
    for _ in 0..MAX_COMMANDS {
        if matches!(game.status(), RunStatus::Over(_)) {
            break;
        }
        let was_away = game.view().is_away();
        let command = player.decide(&game.view());
        let _ = game.step(command);
        if game.view().is_away() && !was_away {
            forecast = Some(compare(&game));
            if name == "order"
                && let Some(own) = &mut forecast
            {
                own.levers = worth_of_levers(&game.view());
            }
        }
    }
    let grade = game.view().grade();
    if let Some(own) = &mut forecast {
        own.came = 100 * (grade.harm + grade.kept);
    }
    let tally = game.view().tally();
    let report = game.world().report_so_far().unwrap_or_default();
    Some(Shift {
        points: grade.points,
        dawn: grade.dawn,
        letter: grade.letter,
        survived: tally.killed_by.is_none(),
        killed_by: format!("{:?}", tally.killed_by),
        turns: report.turns,
        pulls_hurt: report.pulls_hurt,
        forecast,
    })
}

/// The forecast of the floor as the bot leaves it.
fn compare(game: &Game) -> Compared {
    let begun = Instant::now();
    let forecast = game.view().forecast(&[], 0..RAIDS);
    let took = begun.elapsed();
    let raw: Vec<f64> = forecast.raw.iter().map(|&raw| f64::from(raw)).collect();
    let average = mean(&raw);
    let squares: Vec<f64> = raw.iter().map(|raw| (raw - average).powi(2)).collect();
    let steps: u32 = forecast.visits.cells().iter().map(|&raids| u32::from(raids)).sum();
    let on_trunk = |raids: &&u16| u32::from(**raids) * 10 >= RAIDS * 9;
    let trunk: u32 = forecast.visits.cells().iter().filter(on_trunk).map(|&it| u32::from(it)).sum();
    let mut sorted = forecast.raw.clone();
    sorted.sort_unstable();
    let tenth = sorted.len() / 10;
    Compared {
        low: sorted[tenth],
        high: sorted[sorted.len() - 1 - tenth],
        came: 0,
        levers: BTreeMap::new(),
        deviation: mean(&squares).sqrt(),
        took,
        trunk: f64::from(trunk) * 100.0 / f64::from(steps.max(1)),
    }
}

/// What the best lever of each kind adds to the forecast of a floor, for which it is searched where
/// somebody comes by; kinds of which the floor has none are left out.
fn worth_of_levers(view: &View<'_>) -> BTreeMap<&'static str, f64> {
    let mean = |levers: &[Lever]| f64::from(view.forecast(levers, SEARCH_RAIDS..RAIDS).raw_mean());
    let visits = view.forecast(&[], 0..RAIDS).visits;
    let mut heat: Vec<(u16, Pos)> = visits.iter().map(|(pos, &raids)| (raids, pos)).collect();
    heat.retain(|&(raids, pos)| raids * 3 >= RAIDS as u16 && view.can_set_kit_at(pos));
    let places = || heat.iter().step_by(heat.len().div_ceil(SEARCH_PLACES).max(1)).map(|it| it.1);
    let traps = view.trap_kinds();
    let kits = traps.iter().flat_map(|&trap| places().map(move |at| vec![Lever::Kit { at, trap }]));
    let kits: Vec<Vec<Lever>> = kits.collect();
    let corded = |kit: &Vec<Lever>| match kit[0] {
        Lever::Kit { at, .. } => vec![kit[0], Lever::Cord { at }],
        _ => kit.clone(),
    };
    let jobs = |of: JobKind| {
        let known = view.known_jobs().into_iter().filter(move |known| known.job == of);
        known.map(|known| Lever::Job { at: known.at, job: known.job })
    };
    let apart = view.catalog().rules.prepare.post_cells;
    let posts = view.residents_to_lead().into_iter().flat_map(|(who, home)| {
        let far = places().filter(move |at| home.steps_to(*at) >= apart);
        far.map(move |at| vec![Lever::Post { who, at }])
    });
    let bodies: Vec<Lever> = jobs(JobKind::Body).collect();
    let kinds: [(&str, Vec<Vec<Lever>>); 4] = [
        ("a kit with a cord", kits.iter().map(corded).collect()),
        ("a kit", kits),
        ("a chest", jobs(JobKind::Chest).map(|job| vec![job]).collect()),
        ("a resident led", posts.collect()),
    ];
    let none = mean(&[]);
    let searched = kinds.into_iter().filter_map(|(kind, levers)| {
        let by_search = |own: &Vec<Lever>| view.forecast(own, 0..SEARCH_RAIDS).raw_mean();
        let best = levers.into_iter().max_by_key(by_search)?;
        Some((kind, (mean(&best) - none) / 100.0))
    });
    let mut worth: BTreeMap<_, _> = searched.collect();
    if !bodies.is_empty() {
        let each = (none - mean(&bodies)) / 100.0 / bodies.len() as f64;
        worth.insert("a body that is left", each);
    }
    worth
}

/// All shifts by bot and depth.
struct Table(BTreeMap<(&'static str, u8), Vec<Shift>>);

impl Table {
    fn of(&self, bot: &'static str, depth: u8) -> &[Shift] {
        self.0.get(&(bot, depth)).map_or(&[], Vec::as_slice)
    }

    fn median(&self, bot: &'static str, depth: u8, figure: impl Fn(&Shift) -> f64) -> f64 {
        median(self.of(bot, depth).iter().map(figure).collect())
    }

    fn share(&self, bot: &'static str, depth: u8, is: impl Fn(&Shift) -> bool) -> f64 {
        let shifts = self.of(bot, depth);
        100.0 * shifts.iter().filter(|shift| is(shift)).count() as f64 / shifts.len().max(1) as f64
    }

    /// Points of dawn, on average, that a bot has more than another.
    fn gain(&self, bot: &'static str, other: &'static str, depth: u8) -> f64 {
        let dawn =
            |bot| mean(&self.of(bot, depth).iter().map(|it| it.dawn.into()).collect::<Vec<_>>());
        dawn(bot) - dawn(other)
    }

    fn compared(&self, bot: &'static str, figure: impl Fn(&Compared) -> f64) -> Vec<f64> {
        let all = DEPTHS.iter().flat_map(|&depth| self.of(bot, depth));
        all.filter_map(|shift| shift.forecast.as_ref()).map(figure).collect()
    }
}

fn print_table(table: &Table) {
    let by_depth =
        |figure: &dyn Fn(u8) -> f64| DEPTHS.map(|depth| format!("{:.0}", figure(depth))).join(" ");
    let row = |what: &str, is: String, must: &str| println!("{what:<58} {is:<24} {must}");
    row("", "by depth 1 4 7 10".to_owned(), "must be");
    for (bot, must) in
        [("idle", "≤ 10"), ("order", "40–55"), ("look", "55–68"), ("planner", "≥ 72")]
    {
        let points = |depth| table.median(bot, depth, |shift| shift.points.into());
        row(&format!("points of {bot}, median"), by_depth(&points), &format!("{must} at 1"));
    }
    let gain = |bot, other| move |depth| table.gain(bot, other, depth);
    row(
        "points of dawn, planner less order",
        by_depth(&gain("planner", "order")),
        "≥ 16, at 10 ≥ 12",
    );
    row("points of dawn, planner less scatter", by_depth(&gain("planner", "scatter")), "≥ 12");
    let share = |depth| {
        100.0 * table.gain("look", "order", depth) / table.gain("planner", "order", depth).max(0.1)
    };
    row("of what planner gains over order, look gains, percent", by_depth(&share), "≤ 70");
    row(
        "points of dawn, planner with cords less without",
        by_depth(&gain("planner", "planner-cordless")),
        "≥ 6",
    );
    for lever in ["a kit", "a kit with a cord", "a chest", "a resident led", "a body that is left"]
    {
        let worth = |depth| {
            let own = table.of("order", depth).iter().filter_map(|own| own.forecast.as_ref());
            mean(&own.filter_map(|own| own.levers.get(lever).copied()).collect::<Vec<_>>())
        };
        row(&format!("points of a forecast: {lever}, the best less none"), by_depth(&worth), "≥ 2");
    }
    let turns = |depth| table.median("planner", depth, |shift| shift.turns.into());
    row("turns of dawn, median", by_depth(&turns), "≥ 160");
    let pulls = |depth| table.median("planner", depth, |shift| shift.pulls_hurt.into());
    row("pulls that hurt, median", by_depth(&pulls), "≥ 2.5");
    let trunk = median(table.compared("order", |own| own.trunk));
    row("steps on cells that nine raids in ten tread, percent", format!("{trunk:.0}"), "≤ 60");
    let is_within = |own: &Compared| f64::from(u8::from((own.low..=own.high).contains(&own.came)));
    let within = 100.0 * mean(&table.compared("planner", is_within));
    row("what came is within the forecast's p10 to p90, percent", format!("{within:.0}"), "80 ± 8");
    let width = median(table.compared("planner", |own| f64::from(own.high - own.low) / 100.0));
    row("width of the forecast, points, median", format!("{width:.1}"), "≤ 20");
    let took = |depth| {
        let own = table.of("planner", depth).iter().filter_map(|shift| shift.forecast.as_ref());
        median(own.map(|own| own.took.as_secs_f64() * 1e3).collect())
    };
    row("milliseconds of a forecast, median", by_depth(&took), "≤ 60 at 1, ≤ 150 at 10");
    let deviation = median(table.compared("planner", |own| own.deviation / 100.0));
    row("standard deviation of the same plan", format!("{deviation:.1}"), "≤ 10");
    let good = |depth| table.share("planner", depth, |own| own.letter.is_at_least('A'));
    row("S or A of the planner, percent", by_depth(&good), "falls by 35 or more");
    let alive = |depth| table.share("planner", depth, |own| own.survived);
    row("survival of the planner, percent", by_depth(&alive), "≥ 97, 92, 85, 65–85");
    let dead =
        DEPTHS.iter().flat_map(|&depth| table.of("planner", depth)).filter(|it| !it.survived);
    let mut causes: BTreeMap<&str, u32> = BTreeMap::new();
    dead.for_each(|shift| *causes.entry(shift.killed_by.as_str()).or_default() += 1);
    let all: u32 = causes.values().sum();
    let most = 100 * causes.values().max().unwrap_or(&0) / all.max(1);
    row("deaths of the most deadly cause, percent", most.to_string(), "≤ 33");
}

fn mean(figures: &[f64]) -> f64 {
    figures.iter().sum::<f64>() / figures.len().max(1) as f64
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or(0.0)
}
