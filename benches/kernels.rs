//! The kernels of a turn, each beside a public crate's on the same 80×50 cave.

#[path = "../tests/support"]
mod support {
    pub(crate) mod cave;
}

use base::{
    Astar, Bits, Components, DistanceField, Grid, Moves, Ordinal, Pos, Purpose, Seed, Stream,
    shadowcast,
};
use bracket_pathfinding::prelude::{Algorithm2D, DijkstraMap, FieldOfViewAlg, Point};
use divan::{Bencher, black_box};
use support::cave::{Map, cave, complement, steps};

fn main() {
    divan::main();
}

const WIDTH: i32 = 80;
const HEIGHT: i32 = 50;

/// The largest connected part of the cave: what a level is made of.
fn floor() -> Bits {
    let parts = Components::of(&cave(WIDTH, HEIGHT, 1, 58));
    parts.cells(parts.largest().expect("a cave with floor"))
}

/// The same cells of the floor for every kernel: each call takes the next.
fn places(floor: &Bits) -> impl Iterator<Item = Pos> + use<> {
    let mut cells: Vec<Pos> = floor.iter().collect();
    Stream::new(Seed(1), Purpose::new("places"), ()).shuffle(&mut cells);
    cells.truncate(256);
    cells.into_iter().cycle()
}

/// Pairs from one end of the map to the other.
fn journeys(floor: &Bits) -> impl Iterator<Item = (Pos, Pos)> + use<> {
    let ends = |west: bool| -> Vec<Pos> {
        let edge = |pos: &Pos| if west { pos.x < WIDTH / 6 } else { pos.x >= WIDTH - WIDTH / 6 };
        let mut cells: Vec<Pos> = floor.iter().filter(edge).collect();
        Stream::new(Seed(1), Purpose::new("journeys"), Ordinal(west.into())).shuffle(&mut cells);
        cells.truncate(64);
        cells
    };
    ends(true).into_iter().cycle().zip(ends(false).into_iter().cycle())
}

#[divan::bench_group(sample_count = 200, sample_size = 256)]
mod field_of_view {
    use super::{
        Bencher, Bits, FieldOfViewAlg, HEIGHT, Map, Point, WIDTH, black_box, complement, floor,
        places, shadowcast,
    };

    #[divan::bench(args = [8, 20])]
    fn ours(bencher: Bencher, radius: i32) {
        let floor = floor();
        let opaque = complement(&floor);
        let mut places = places(&floor);
        let mut visible = Bits::new(WIDTH, HEIGHT);
        bencher.bench_local(|| {
            let origin = places.next().expect("an endless cycle");
            shadowcast(&opaque, origin, black_box(radius), &mut visible);
            black_box(&visible);
        });
    }

    #[divan::bench(args = [8, 20], sample_count = 20)]
    fn bracket_symmetric(bencher: Bencher, radius: i32) {
        let floor = floor();
        let map = Map::new(&floor);
        let mut places = places(&floor);
        bencher.bench_local(|| {
            let origin = places.next().expect("an endless cycle");
            let origin = Point::new(origin.x, origin.y);
            let algorithm = FieldOfViewAlg::SymmetricShadowcasting;
            algorithm.field_of_view_set(origin, black_box(radius), &map)
        });
    }
}

#[divan::bench_group(sample_count = 50, sample_size = 64)]
mod path_across_the_map {
    use super::{Astar, Bencher, Grid, Pos, black_box, floor, journeys, steps};

    #[divan::bench]
    fn ours(bencher: Bencher) {
        let floor = floor();
        let mut journeys = journeys(&floor);
        let (mut astar, mut path) = (Astar::new(), Vec::new());
        bencher.bench_local(|| {
            let (from, to) = journeys.next().expect("an endless cycle");
            let cost = astar.path(&floor, |_| 1, from, to, &mut path);
            black_box((cost, &path));
        });
    }

    #[divan::bench]
    fn pathfinding(bencher: Bencher) {
        let floor = floor();
        let grid = Grid::<bool>::from(floor.clone());
        // Looked up beforehand, so that only the search is measured.
        let exits: Vec<Vec<(Pos, u32)>> = grid
            .positions()
            .map(|pos| steps(&floor, pos).map(|there| (there, 1)).collect())
            .collect();
        let mut journeys = journeys(&floor);
        bencher.bench_local(|| {
            let (from, to) = journeys.next().expect("an endless cycle");
            ::pathfinding::prelude::astar(
                &from,
                |&pos| exits[grid.index_of(pos)].iter().copied(),
                |pos| pos.steps_to(to) as u32,
                |&pos| pos == to,
            )
        });
    }
}

#[divan::bench_group(sample_count = 50, sample_size = 64)]
mod distances_over_the_map {
    use super::{
        Algorithm2D, Bencher, DijkstraMap, DistanceField, HEIGHT, Map, Moves, Point, Pos, Purpose,
        Seed, Stream, WIDTH, black_box, floor, places,
    };

    #[divan::bench]
    fn ours(bencher: Bencher) {
        let floor = floor();
        let mut places = places(&floor);
        let mut field = DistanceField::new();
        bencher.bench_local(|| {
            field.spread(&floor, places.next(), Moves::Eight, DistanceField::MAX_DISTANCE);
            black_box(&field);
        });
    }

    #[divan::bench]
    fn ours_weighted(bencher: Bencher) {
        let floor = floor();
        let mut stream = Stream::new(Seed(1), Purpose::new("costs"), ());
        let costs: Vec<(Pos, u8)> =
            floor.iter().map(|pos| (pos, stream.range(1, 15) as u8)).collect();
        let mut places = places(&floor);
        let mut field = DistanceField::new();
        bencher.bench_local(|| {
            let dear = costs.iter().copied();
            let place = places.next().expect("they come again");
            field.spread_weighted(&floor, dear, place, Moves::Eight, DistanceField::MAX_DISTANCE);
            black_box(&field);
        });
    }

    #[divan::bench]
    fn bracket(bencher: Bencher) {
        let floor = floor();
        let map = Map::new(&floor);
        let mut places = places(&floor);
        bencher.bench_local(|| {
            let origin = places.next().expect("an endless cycle");
            let start = map.point2d_to_index(Point::new(origin.x, origin.y));
            DijkstraMap::new(WIDTH, HEIGHT, &[start], &map, f32::MAX)
        });
    }
}
