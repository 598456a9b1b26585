//! Levels: of each kind at its usual size, whole and as a plan alone, beside a bare cave; then the
//! time against the area. One iteration is one level, each of another seed.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use upkeeper::base::{Bits, Pos, Seed, Stream};
use upkeeper::content::{Catalog, Pass};
use upkeeper::r#gen::{Level, Request, generate, mess};

fn main() {
    divan::main();
}

const KINDS: [&str; 3] = ["vault", "cavern", "town"];

/// From a little under a screen to the largest there is.
const SIZES: [(i32, i32); 6] =
    [(40, 25), (80, 50), (160, 100), (320, 200), (640, 400), (1024, 1024)];

/// A size that prints as one.
#[derive(Clone, Copy)]
struct Area((i32, i32));

impl std::fmt::Display for Area {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}×{}", self.0.0, self.0.1)
    }
}

fn catalog() -> Catalog {
    Catalog::embedded().expect("the built-in content is valid")
}

/// The catalog with recipes that put nothing on the level.
fn plans_alone() -> Catalog {
    let mut catalog = catalog();
    let furnishing = [
        Pass::Doors,
        Pass::Services,
        Pass::Traps,
        Pass::Chests,
        Pass::Lights,
        Pass::Actors,
        Pass::Items,
    ];
    for kind in &mut catalog.levels {
        kind.passes.retain(|pass| !furnishing.contains(pass));
    }
    catalog
}

fn make(kind: &str, seed: u64, size: Option<(i32, i32)>, catalog: &Catalog) -> Level {
    let mut request = Request::new(kind, Seed(seed), 3);
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
        let mut stream = Stream::new(seed, "bare", &[]);
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

#[divan::bench(args = KINDS)]
fn plan(bencher: Bencher, kind: &str) {
    let catalog = plans_alone();
    let mut seed = 0;
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        seed += 1;
        make(kind, seed, None, &catalog)
    });
}

#[divan::bench(args = KINDS)]
fn furnished(bencher: Bencher, kind: &str) {
    let catalog = catalog();
    let mut seed = 0;
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        seed += 1;
        make(kind, seed, None, &catalog)
    });
}

#[divan::bench(args = KINDS)]
fn furnished_with_mess(bencher: Bencher, kind: &str) {
    let catalog = catalog();
    let mut seed = 0;
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        seed += 1;
        let level = make(kind, seed, None, &catalog);
        mess(&level, &catalog, Seed(seed)).expect("the kind is known")
    });
}

#[divan::bench(args = SIZES.map(Area), sample_count = 10, sample_size = 1)]
fn vault_by_area(bencher: Bencher, size: Area) {
    by_area(bencher, "vault", size);
}

#[divan::bench(args = SIZES.map(Area), sample_count = 10, sample_size = 1)]
fn cavern_by_area(bencher: Bencher, size: Area) {
    by_area(bencher, "cavern", size);
}

/// The cells a second stay the same where the time grows in proportion to the area.
fn by_area(bencher: Bencher, kind: &str, Area(size): Area) {
    let catalog = catalog();
    let mut seed = 0;
    bencher.counter(ItemsCount::new((size.0 * size.1) as u32)).bench_local(|| {
        seed += 1;
        make(kind, seed, Some(size), &catalog)
    });
}
