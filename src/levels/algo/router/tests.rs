//! That hallways touch nothing is checked of every bastion, crypt and cloister in `tests/levels`.

use crate::algo::delaunay::triangulate;
use crate::algo::graph::spanning_tree;
use crate::algo::router::Router;
use base::{Grid, Pos, Purpose, Rect, Seed, Stream};

/// Rooms as a partition leaves them: the area split at random, a room of random size in each leaf,
/// at least `padding` cells from its sides.
fn partition(stream: &mut Stream, (width, height): (i32, i32), padding: i32) -> Vec<Rect> {
    let mut rooms = Vec::new();
    let mut open = vec![Rect::new(0, 0, width, height)];
    let min_side = 2 * padding + 3;
    while let Some(leaf) = open.pop() {
        let across = leaf.w >= 2 * min_side && (leaf.h < 2 * min_side || stream.percent(50));
        if (leaf.w > 22 || leaf.h > 16 || stream.percent(60)) && (across || leaf.h >= 2 * min_side)
        {
            let length = if across { leaf.w } else { leaf.h };
            let at = stream.range(min_side, length - min_side);
            let Rect { x, y, w, h } = leaf;
            if across {
                open.extend([Rect::new(x, y, at, h), Rect::new(x + at, y, w - at, h)]);
            } else {
                open.extend([Rect::new(x, y, w, at), Rect::new(x, y + at, w, h - at)]);
            }
            continue;
        }
        // The walls of rooms keep to the level in any case.
        let free = leaf.grown(-padding.max(1));
        let (w, h) = (stream.range(3.min(free.w), free.w), stream.range(3.min(free.h), free.h));
        let (x, y) = (stream.range(0, free.w - w), stream.range(0, free.h - h));
        rooms.push(Rect::new(free.x + x, free.y + y, w, h));
    }
    rooms.retain(|room| room.x > 1 && room.y > 1);
    rooms.retain(|room| room.right() < width - 1 && room.bottom() < height - 1);
    rooms
}

/// The tree and a share of the other edges of the triangulation.
fn edges(stream: &mut Stream, rooms: &[Rect], percent: u32) -> Vec<(usize, usize)> {
    let centres: Vec<Pos> = rooms.iter().map(|room| room.centre()).collect();
    let all = triangulate(&centres);
    let mut edges = spanning_tree(&centres, &all);
    let tree = edges.clone();
    edges.extend(all.into_iter().filter(|edge| !tree.contains(edge) && stream.percent(percent)));
    edges
}

#[test]
fn padding_2_routes_the_whole_tree() {
    for seed in 0..1_500 {
        let mut stream = Stream::new(Seed(seed), Purpose::new("router"), ());
        let rooms = partition(&mut stream, (80, 40), 2);
        let tree = edges(&mut stream, &rooms, 0);
        let mut router = Router::new(80, 40, &rooms);
        let halls = router.route_all(&tree);
        assert!(halls.iter().all(Option::is_some), "seed {seed}: {halls:?}");
        for (&hall, &(a, b)) in halls.iter().flatten().zip(&tree) {
            let hallway = router.hallway(hall).expect("it stands");
            assert_eq!((hallway.a, hallway.b), (a, b));
        }
    }
}

#[test]
fn what_is_taken_away_leaves_no_trace() {
    for seed in 0..50 {
        let mut stream = Stream::new(Seed(seed), Purpose::new("router"), ());
        let rooms = partition(&mut stream, (60, 40), 2);
        let mut router = Router::new(60, 40, &rooms);
        let before = (router.ground.clone(), router.owners.clone());
        let halls = router.route_all(&edges(&mut stream, &rooms, 30));
        for hall in halls.into_iter().flatten() {
            assert!(router.unroute(hall).is_some());
            assert!(router.unroute(hall).is_none(), "it stands no more");
        }
        assert_eq!((router.ground, router.owners), before, "seed {seed}");
    }
}

/// Digs one hallway after another between rooms that are drawn as digits, and draws it.
fn routed(map: &str, edges: &[(usize, usize)]) -> String {
    let rows: Vec<&[u8]> = map.lines().map(|line| line.trim().as_bytes()).collect();
    let mut drawn =
        Grid::from_cells(rows[0].len() as i32, rows.concat()).expect("lines of one length");
    let rooms: Vec<Rect> = (b'0'..=b'9')
        .map_while(|digit| {
            let cells: Vec<Pos> =
                drawn.iter().filter(|&(_, &cell)| cell == digit).map(|(pos, _)| pos).collect();
            let (first, last) = (*cells.first()?, *cells.last()?);
            Some(Rect::new(first.x, first.y, last.x - first.x + 1, last.y - first.y + 1))
        })
        .collect();
    let mut router = Router::new(drawn.width(), drawn.height(), &rooms);
    for hall in router.route_all(edges).into_iter().flatten() {
        for &pos in &router.hallway(hall).expect("it stands").cells {
            drawn[pos] = b'+';
        }
    }
    let lines = drawn.rows().map(|row| String::from_utf8(row.to_vec()).expect("ASCII"));
    lines.collect::<Vec<_>>().join("\n")
}

fn picture(map: &str) -> String {
    map.lines().map(str::trim).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_wall_between_two_rooms_gets_one_door() {
    let before = ".........
                  .000.111.
                  .000.111.
                  .........";
    let after = ".........
                 .000+111.
                 .000.111.
                 .........";
    assert_eq!(routed(before, &[(0, 1)]), picture(after));
}

#[test]
fn hallways_give_way_to_those_that_find_none_else() {
    let (mut in_order, mut giving_way) = (0, 0);
    for seed in 0..300 {
        let mut stream = Stream::new(Seed(seed), Purpose::new("router"), ());
        let rooms = partition(&mut stream, (50, 30), 1);
        let edges = edges(&mut stream, &rooms, 30);
        let whole = |halls: &[Option<usize>]| usize::from(halls.iter().all(Option::is_some));
        let mut router = Router::new(50, 30, &rooms);
        let halls: Vec<_> = edges.iter().map(|&(a, b)| router.route(a, b)).collect();
        in_order += whole(&halls);
        giving_way += whole(&Router::new(50, 30, &rooms).route_all(&edges));
    }
    assert!(giving_way > in_order + 30, "{giving_way} levels are whole, without it {in_order}");
}
