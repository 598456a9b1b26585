//! The kernels of a turn against plain reference implementations and against bracket-pathfinding.

mod seeking;

use std::collections::BTreeSet;

use crate::support::cave::{Map, cave, complement, steps};
use base::{
    Astar, Bits, Components, Dir, DistanceField, Grid, Line, MAX_RADIUS, Moves, Pos, Purpose, Rect,
    Seed, Stream, Tie, clear_line, flood, sees, shadowcast, shadowcast_onto,
};
use bracket_pathfinding::prelude::{Algorithm2D, DijkstraMap, FieldOfViewAlg, Point};

/// Floors of many kinds and sizes: caves from tight to open, scattered pillars, rooms in rock,
/// nothing at all.
fn floors(count: u64) -> impl Iterator<Item = Bits> {
    (0..count).map(|seed| {
        let mut stream = Stream::new(Seed(seed), Purpose::new("floors"), ());
        let (width, height) = (stream.range(1, 150), stream.range(1, 50));
        match seed % 4 {
            0 => cave(width, height, seed, stream.range(50, 70) as u32),
            1 => {
                let open = stream.range(40, 98) as u32;
                let cells = Grid::filled(width, height, ()).map(|()| stream.percent(open));
                Bits::of(&cells, |&open| open)
            }
            2 => {
                let mut floor = Bits::new(width, height);
                for _ in 0..stream.range(1, 12) {
                    let (w, h) = (stream.range(1, width), stream.range(1, height.min(12)));
                    let (x, y) = (stream.range(0, width - w), stream.range(0, height - h));
                    Rect::new(x, y, w, h).positions().for_each(|pos| {
                        floor.insert(pos);
                    });
                }
                floor
            }
            _ => Bits::of(&Grid::filled(width, height, true), |&open| open),
        }
    })
}

/// Some of the cells of a grid, whatever stands on them.
fn some_cells(grid: &Bits, stream: &mut Stream, count: usize) -> Vec<Pos> {
    (0..count)
        .map(|_| Pos::new(stream.range(0, grid.width() - 1), stream.range(0, grid.height() - 1)))
        .collect()
}

/// Its radius is ours: depth up to `radius`, squared distance up to `(radius + ½)²`.
#[test]
fn field_of_view_is_brackets_symmetric_one_cell_for_cell() {
    for (seed, floor) in floors(80).enumerate() {
        let (opaque, map) = (complement(&floor), Map::new(&floor));
        let mut stream = Stream::new(Seed(seed as u64), Purpose::new("origins"), ());
        for origin in some_cells(&floor, &mut stream, 6) {
            for radius in [1, 8, 15, 16, 20, 31, 32, 50, 63, stream.range(2, 63)] {
                let mut expected = Bits::new(opaque.width(), opaque.height());
                let centre = Point::new(origin.x, origin.y);
                let algorithm = FieldOfViewAlg::SymmetricShadowcasting;
                for point in algorithm.field_of_view_set(centre, radius, &map) {
                    expected.insert(Pos::new(point.x, point.y));
                }
                let mut visible = Bits::new(opaque.width(), opaque.height());
                shadowcast(&opaque, origin, radius, &mut visible);
                assert_eq!(visible, expected, "floor {seed}, radius {radius} from {origin:?}");
            }
        }
    }
}

#[test]
fn field_of_view_is_symmetric_and_agrees_with_sees() {
    for (seed, floor) in floors(24).enumerate() {
        let opaque = complement(&floor);
        let radius = [6, 14, 25, 40][seed % 4];
        let cells: Vec<Pos> = floor.iter().take(700).collect();
        let seen: Vec<Bits> = cells
            .iter()
            .map(|&origin| {
                let mut visible = Bits::new(opaque.width(), opaque.height());
                shadowcast(&opaque, origin, radius, &mut visible);
                visible
            })
            .collect();
        for (i, &a) in cells.iter().enumerate() {
            for (j, &b) in cells.iter().enumerate() {
                assert_eq!(seen[i].contains(b), seen[j].contains(a), "floor {seed}, {a:?} {b:?}");
                let near = a.squared(b) <= i64::from(radius * radius + radius);
                assert_eq!(
                    seen[i].contains(b),
                    near && sees(&opaque, a, b),
                    "floor {seed}, {a:?} {b:?}"
                );
            }
        }
    }
}

#[test]
fn a_larger_radius_than_the_largest_and_places_outside_are_harmless() {
    let opaque = Bits::new(200, 3);
    let (mut far, mut farthest) = (opaque.clone(), opaque.clone());
    shadowcast(&opaque, Pos::new(0, 1), MAX_RADIUS, &mut farthest);
    shadowcast(&opaque, Pos::new(0, 1), i32::MAX, &mut far);
    assert_eq!(far, farthest);
    assert!(far.contains(Pos::new(63, 1)) && !far.contains(Pos::new(64, 1)));
    shadowcast_onto(&opaque, Pos::new(199, 1), 2, &mut far);
    assert!(far.contains(Pos::new(197, 1)) && far.contains(Pos::new(63, 1)));
    for outside in [Pos::new(-1, 1), Pos::new(200, 1), Pos::new(5, 3)] {
        shadowcast(&opaque, outside, 9, &mut far);
        assert!(far.is_empty());
    }
}

#[test]
fn a_clear_line_is_clear_and_one_of_the_two() {
    for (seed, floor) in floors(80).enumerate() {
        let opaque = complement(&floor);
        let mut stream = Stream::new(Seed(seed as u64), Purpose::new("pairs"), ());
        let cells = some_cells(&floor, &mut stream, 40);
        for pair in cells.chunks(2) {
            let (a, b) = (pair[0], pair[1]);
            let blocked = |tie| Line::new(a, b, tie).any(|pos| pos != b && opaque.contains(pos));
            match clear_line(&opaque, a, b) {
                Some(line) => {
                    let cells: Vec<Pos> = line.collect();
                    assert!(cells.iter().all(|&pos| pos == b || !opaque.contains(pos)));
                    assert_eq!(*cells.last().unwrap_or(&a), b);
                }
                None => assert!(blocked(Tie::NorthWest) && blocked(Tie::SouthEast)),
            }
        }
    }
}

/// Bellman and Ford's: relax every step until nothing changes. `cost` is what entering a cell
/// costs.
fn cheapest_to(
    sources: &[Pos],
    passable: &Bits,
    moves: Moves,
    cost: impl Fn(Pos) -> u32,
) -> Grid<u32> {
    let mut best = Grid::filled(passable.width(), passable.height(), u32::MAX);
    let mut changed: BTreeSet<Pos> = BTreeSet::new();
    for &source in sources.iter().filter(|&&source| passable.contains(source)) {
        best[source] = 0;
        changed.insert(source);
    }
    while let Some(pos) = changed.pop_first() {
        let next = best[pos] + cost(pos);
        let legal = |there: &Pos| moves == Moves::Eight || there.manhattan(pos) == 1;
        for there in steps(passable, pos).filter(legal) {
            if next < best[there] {
                best[there] = next;
                changed.insert(there);
            }
        }
    }
    best
}

fn assert_field(field: &DistanceField, expected: &Grid<u32>, limit: u32, what: &str) {
    for (pos, &distance) in expected.iter() {
        let distance = if distance > limit { u16::MAX } else { distance as u16 };
        assert_eq!(field.get(pos), distance, "{what} at {pos:?}");
    }
}

#[test]
fn distances_are_the_reference_ones() {
    let mut field = DistanceField::new();
    for (seed, floor) in floors(120).enumerate() {
        let mut stream = Stream::new(Seed(seed as u64), Purpose::new("sources"), ());
        let sources = some_cells(&floor, &mut stream, seed % 5);
        let limit = stream.range(0, 60) as u16;
        for moves in [Moves::Four, Moves::Eight] {
            let expected = cheapest_to(&sources, &floor, moves, |_| 1);
            field.spread(&floor, sources.iter().copied(), moves, DistanceField::MAX_DISTANCE);
            assert_field(&field, &expected, u32::from(DistanceField::MAX_DISTANCE), "full");
            field.spread(&floor, sources.iter().copied(), moves, limit);
            assert_field(&field, &expected, limit.into(), "limited");
            for target in some_cells(&floor, &mut stream, 5) {
                let distance = field.spread_until(&floor, sources.iter().copied(), moves, target);
                let known = expected[target];
                assert_eq!(distance, (known != u32::MAX).then_some(known as u16));
                for (pos, &distance) in expected.iter().filter(|&(_, &distance)| distance < known) {
                    assert_eq!(field.get(pos), distance as u16);
                }
            }
        }
        assert_eq!(field.get(Pos::new(-1, 0)), DistanceField::UNREACHABLE);
        assert_eq!(field.get(Pos::new(0, floor.height())), DistanceField::UNREACHABLE);
    }
}

/// Spreads up to the cheapest of some targets, with every third column at another cost but for one
/// cell, and checks what is known then. Whether cells farther off were left out.
fn stops_at_the_nearest(
    field: &mut DistanceField,
    floor: &Bits,
    source: Pos,
    targets: &[Pos],
) -> bool {
    let mut set = Bits::new(floor.width(), floor.height());
    floor.iter().filter(|pos| pos.x % 3 == 0).for_each(|pos| _ = set.insert(pos));
    let cost = |pos: Pos| match pos {
        _ if pos == targets[0] => 20,
        Pos { x, .. } if x % 3 == 0 => 7,
        _ => 1,
    };
    let expected = cheapest_to(&[source], floor, Moves::Eight, cost);
    let met = targets.iter().map(|&pos| expected[pos]).min().unwrap_or(u32::MAX);
    field.spread_weighted_until(floor, (&set, 7), &[(targets[0], 20)], source, targets);
    for (pos, &cost) in expected.iter() {
        let found = field.reached(pos).map_or(u32::MAX, u32::from);
        assert!(found == cost || found.min(cost) > met, "{found} for {cost} at {pos:?}");
    }
    floor.iter().any(|pos| field.reached(pos).is_none() && expected[pos] != u32::MAX)
}

#[test]
fn weighted_distances_are_the_reference_ones() {
    let mut field = DistanceField::new();
    let mut stopped = 0;
    for (seed, floor) in floors(80).enumerate() {
        let mut stream = Stream::new(Seed(seed as u64), Purpose::new("weights"), ());
        let costs = Grid::<bool>::from(floor.clone())
            .map(|&open| if open { stream.range(1, 15) as u8 } else { 0 });
        let sources = some_cells(&floor, &mut stream, 1);
        let limit = stream.range(0, 200) as u16;
        for moves in [Moves::Four, Moves::Eight] {
            let expected = cheapest_to(&sources, &floor, moves, |pos| costs[pos].into());
            let dear = || floor.iter().map(|pos| (pos, costs[pos]));
            field.spread_weighted(&floor, dear(), sources[0], moves, DistanceField::MAX_DISTANCE);
            assert_field(&field, &expected, u32::from(DistanceField::MAX_DISTANCE), "full");
            for (pos, &distance) in expected.iter().filter(|&(_, &cost)| cost != u32::MAX) {
                match field.step_down(pos) {
                    None => assert_eq!(distance, 0),
                    Some(dir) => {
                        let there = pos + dir;
                        assert!(steps(&floor, pos).any(|step| step == there));
                        assert_eq!(distance, expected[there] + u32::from(costs[there]));
                    }
                }
            }
            field.spread_weighted(&floor, dear(), sources[0], moves, limit);
            assert_field(&field, &expected, limit.into(), "limited");
        }
        let targets = some_cells(&floor, &mut stream, 3);
        stopped += usize::from(stops_at_the_nearest(&mut field, &floor, sources[0], &targets));
    }
    assert!(stopped > 40, "only {stopped} searches stopped at a target");
}

/// In a DijkstraMap the start itself reads 2: nobody gives it 0, its neighbours lead back to it.
#[test]
fn distances_are_brackets() {
    let mut field = DistanceField::new();
    for (seed, floor) in floors(60).enumerate() {
        let map = Map::new(&floor);
        let mut stream = Stream::new(Seed(seed as u64), Purpose::new("starts"), ());
        for start in
            some_cells(&floor, &mut stream, 4).into_iter().filter(|&pos| floor.contains(pos))
        {
            field.spread(&floor, [start], Moves::Eight, DistanceField::MAX_DISTANCE);
            let index = map.point2d_to_index(Point::new(start.x, start.y));
            let theirs =
                DijkstraMap::new(floor.width(), floor.height(), &[index], &map, f32::MAX).map;
            let grid = Grid::from_cells(floor.width(), theirs).expect("a value for every cell");
            for (pos, &value) in grid.iter().filter(|&(pos, _)| pos != start) {
                // What it does not reach reads f32::MAX, and the cast stops at u16::MAX.
                let expected = value as u16;
                assert_eq!(field.get(pos), expected, "floor {seed}, {pos:?} from {start:?}");
            }
        }
    }
}

#[test]
fn steps_along_a_field_prefer_the_cardinal_ones() {
    let floor = Bits::of(&Grid::filled(9, 9, true), |&open| open);
    let mut field = DistanceField::new();
    field.spread(&floor, [Pos::new(4, 4)], Moves::Eight, DistanceField::MAX_DISTANCE);
    let down = |x, y| field.step_down(Pos::new(x, y)).map(Dir::offset);
    // From the east of the source, level or not: west, then the diagonals.
    assert_eq!(down(7, 4), Some(Pos::new(-1, 0)));
    assert_eq!(down(7, 5), Some(Pos::new(-1, 0)));
    assert_eq!(down(7, 7), Some(Pos::new(-1, -1)));
    assert_eq!(down(4, 0), Some(Pos::new(0, 1)));
    assert_eq!(down(4, 4), None);
}

#[test]
fn paths_are_legal_and_the_cheapest() {
    let (mut astar, mut path, mut again) = (Astar::new(), Vec::new(), Vec::new());
    let (mut found, mut missing) = (0, 0);
    for (seed, floor) in floors(240).enumerate() {
        let mut stream = Stream::new(Seed(seed as u64), Purpose::new("journeys"), ());
        let dearest = [1, 3, 15][seed % 3];
        let costs = Grid::<bool>::from(floor.clone())
            .map(|&open| if open { stream.range(1, dearest) as u8 } else { 0 });
        let cells: Vec<Pos> = floor.iter().collect();
        for _ in 0..3 {
            let Some(&to) = stream.pick(&cells) else { continue };
            let expected = cheapest_to(&[to], &floor, Moves::Eight, |pos| costs[pos].into());
            for _ in 0..12 {
                let Some(&from) = stream.pick(&cells) else { continue };
                let cost = astar.path(&floor, |pos| costs[pos], from, to, &mut path);
                assert_eq!(cost, (expected[from] != u32::MAX).then_some(expected[from]));
                if cost.is_none() {
                    missing += 1;
                    assert!(path.is_empty());
                    continue;
                }
                found += 1;
                let mut at = from;
                for &next in &path {
                    assert!(steps(&floor, at).any(|step| step == next), "{at:?} to {next:?}");
                    at = next;
                }
                assert_eq!(at, to);
                let paid: u32 = path.iter().map(|&pos| u32::from(costs[pos])).sum();
                assert_eq!(Some(paid), cost);
                // What was searched before leaves no trace.
                Astar::new().path(&floor, |pos| costs[pos], from, to, &mut again);
                assert_eq!(path, again);
            }
        }
    }
    assert!(found > 3_000 && missing > 200, "{found} found, {missing} missing");
}

#[test]
fn no_path_leads_into_a_wall_or_outside() {
    let floor = cave(40, 30, 3, 60);
    let (mut astar, mut path) = (Astar::new(), Vec::new());
    let start = floor.iter().next().expect("a cave with floor");
    for to in [Pos::new(0, 0), Pos::new(-1, 5), Pos::new(5, 30), Pos::new(40, 5)] {
        assert_eq!(astar.path(&floor, |_| 1, start, to, &mut path), None);
        assert!(path.is_empty());
    }
    assert_eq!(astar.path(&floor, |_| 1, start, start, &mut path), Some(0));
    // Out of a wall there is a way: whoever stands there may step down.
    let beside = start + Dir::North;
    assert!(!floor.contains(beside));
    assert_eq!(astar.path(&floor, |_| 1, beside, start, &mut path), Some(1));
}

#[test]
fn a_distance_field_reaches_the_connected_component() {
    let mut field = DistanceField::new();
    for floor in floors(80) {
        let parts = Components::of(&floor);
        assert_eq!(parts.sizes().iter().sum::<usize>(), floor.count());
        for part in 0..parts.count().min(6) {
            let cells = parts.cells(part);
            let first = cells.iter().next().expect("no part is empty");
            field.spread(&floor, [first], Moves::Eight, DistanceField::MAX_DISTANCE);
            assert!(floor.iter().all(|pos| {
                (field.get(pos) != DistanceField::UNREACHABLE) == cells.contains(pos)
                    && (parts.at(pos) == Some(part)) == cells.contains(pos)
            }));
            assert_eq!(flood(&floor, first), cells);
            assert_eq!(parts.sizes()[part], cells.count());
        }
    }
}
