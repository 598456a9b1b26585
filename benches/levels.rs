#![expect(
    clippy::disallowed_types,
    clippy::float_arithmetic,
    clippy::ptr_arg,
    reason = "times are taken and compared; divan hands out references to its arguments"
)]
//! Levels: of each kind at its usual size, whole and as a plan alone, beside a bare cave; then the
//! time against the area. One iteration is one level, each of another seed.

use std::time::Instant;

use base::{Bits, Pos, Purpose, Seed, Stream};
use content::{Catalog, Depth, LevelKind, PartyKind, PartyKindId};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use engine::sim::{Game, Setup};
use levels::{Level, Request, generate, generate_marches, generate_plan};

fn main() {
    divan::main();
}

/// Every kind of level.
fn kinds() -> Vec<String> {
    catalog().levels.iter().map(|kind| kind.name.clone()).collect()
}

/// Levels that are raided in turn.
const RAIDED: u64 = 24;

/// From a little under a screen to the largest there is.
const SIZES: [(i32, i32); 6] =
    [(40, 25), (80, 50), (160, 100), (320, 200), (640, 400), (1024, 1024)];

fn catalog() -> Catalog {
    Catalog::embedded().expect("the built-in content is valid")
}

fn make(kind: &str, seed: u64, size: Option<(i32, i32)>, catalog: &Catalog) -> Level {
    let mut request = Request::new(kind, Seed(seed), Depth(3));
    (request.width, request.height) = size.unzip();
    generate(&request, catalog).expect("every seed gives a level")
}

/// The cheapest thing that looks like a cave: noise and five passes of the 4-5 rule on 80×50 bytes.
#[divan::bench]
fn bare_cave_80x50(bencher: Bencher) {
    const WIDTH: usize = 80;
    const HEIGHT: usize = 50;
    let mut seed = 0;
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        seed += 1;
        let mut stream = Stream::new(Seed(seed), Purpose::new("bare"), ());
        let mut wall = [[1u8; WIDTH]; HEIGHT];
        for row in &mut wall[1..HEIGHT - 1] {
            for cell in &mut row[1..WIDTH - 1] {
                *cell = u8::from(stream.percent(45));
            }
        }
        for _ in 0..5 {
            let before = wall;
            for y in 1..HEIGHT - 1 {
                for x in 1..WIDTH - 1 {
                    let walls: u8 = before[y - 1..=y + 1]
                        .iter()
                        .map(|row| row[x - 1] + row[x] + row[x + 1])
                        .sum();
                    wall[y][x] = u8::from(walls >= 5);
                }
            }
        }
        let mut floor = Bits::new(WIDTH as i32, HEIGHT as i32);
        for (y, row) in wall.iter().enumerate() {
            for (x, _) in row.iter().enumerate().filter(|&(_, &wall)| wall == 0) {
                floor.insert(Pos::new(x as i32, y as i32));
            }
        }
        black_box(floor)
    });
}

/// As `seeds find` does it where the plan alone is asked for.
#[divan::bench(args = kinds())]
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the method is of one lifetime of the plan, and what is asked for of any"
)]
fn plan(bencher: Bencher, kind: &String) {
    let catalog = catalog();
    let mut seed = 0;
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        seed += 1;
        let request = Request::new(kind, Seed(seed), Depth(3));
        generate_plan(&request, &catalog, |plan| plan.density()).expect("every seed gives a level")
    });
}

#[divan::bench(args = kinds())]
fn furnished(bencher: Bencher, kind: &String) {
    let catalog = catalog();
    let mut seed = 0;
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        seed += 1;
        make(kind, seed, None, &catalog)
    });
}

/// One party through a level, without making the level or certifying what is left of it.
#[divan::bench(args = kinds())]
fn raid(bencher: Bencher, kind: &String) {
    let catalog = std::sync::Arc::new(catalog());
    let dares = |party: &PartyKind| party.depths.contains(Depth(3));
    let parties: Vec<_> =
        (0..catalog.parties.len()).filter(|&it| dares(&catalog.parties[it])).collect();
    let levels: Vec<Level> = (1..=RAIDED).map(|seed| make(kind, seed, None, &catalog)).collect();
    let mut round = 0;
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        round += 1;
        let party = PartyKindId(parties[round % parties.len()] as u16);
        let level = &levels[round % levels.len()];
        engine::sim::raid(level, party, Seed(round as u64), &catalog)
    });
}

#[divan::bench(args = kinds())]
fn in_full(bencher: Bencher, kind: &String) {
    let catalog = std::sync::Arc::new(catalog());
    let mut seed = 0;
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        seed += 1;
        Game::new(Setup::shift(kind, Depth(3), Seed(seed)), &catalog).expect("a level")
    });
}

/// A kind at a size.
struct Task {
    kind: String,
    size: (i32, i32),
}

impl std::fmt::Display for Task {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}×{}", self.kind, self.size.0, self.size.1)
    }
}

/// Every kind at every size that it can have.
fn tasks() -> Vec<Task> {
    let catalog = catalog();
    let of_kind = |kind: &LevelKind| {
        let fits = |size: &(i32, i32)| size.0 >= kind.min.0 && size.1 >= kind.min.1;
        let task = |size| Task { kind: kind.name.clone(), size };
        SIZES.into_iter().filter(fits).map(task).collect::<Vec<_>>()
    };
    catalog.levels.iter().flat_map(of_kind).collect()
}

/// The overworld at its usual size.
#[divan::bench]
fn marches(bencher: Bencher) {
    let catalog = catalog();
    let mut seed = 0;
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        seed += 1;
        generate_marches(&Request::new("marches", Seed(seed), Depth(1)), &catalog)
            .expect("no seed fails")
    });
}

/// The cells a second stay the same where the time grows in proportion to the area.
#[divan::bench(args = tasks(), sample_count = 10, sample_size = 1)]
fn by_area(bencher: Bencher, task: &Task) {
    let catalog = catalog();
    let mut seed = 0;
    bencher.counter(ItemsCount::new((task.size.0 * task.size.1) as u32)).bench_local(|| {
        seed += 1;
        make(&task.kind, seed, Some(task.size), &catalog)
    });
}

/// By how much the time grows with the area: the slope of a straight line through the logarithms of
/// both, over all sizes. One is linear.
#[divan::bench(args = kinds(), sample_count = 1, sample_size = 1)]
fn exponent(bencher: Bencher, kind: &String) {
    let catalog = catalog();
    bencher.bench_local(|| {
        let mut points = Vec::new();
        for task in tasks().iter().filter(|task| task.kind == *kind) {
            let area = f64::from(task.size.0 * task.size.1);
            // The quickest of some, so that what else the machine does matters less.
            let seconds = (1..=7).map(|seed| {
                let begun = Instant::now();
                black_box(make(&task.kind, seed, Some(task.size), &catalog));
                begun.elapsed().as_secs_f64()
            });
            points.push((area.ln(), seconds.fold(f64::MAX, f64::min).ln()));
        }
        let count = points.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
        let (x, y) = (mean(|point| point.0), mean(|point| point.1));
        let rise: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
        let run: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
        println!("  {kind}: time grows with area^{:.2}", rise / run);
    });
}
