//! The router's guarantee, looked at from outside: a checker that knows nothing of how it works.

use crate::algo::delaunay::triangulate;
use crate::algo::graph::spanning_tree;
use crate::algo::router::{Router, gap};
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

/// Every way in which hallways can break the guarantee.
fn faults(size: (i32, i32), rooms: &[Rect], halls: &[(usize, usize, Vec<Pos>)]) -> Vec<String> {
    let mut faults = Vec::new();
    let (width, height) = size;
    let mut owner: Grid<Option<usize>> = Grid::filled(width, height, None);
    for (number, (a, b, cells)) in halls.iter().enumerate() {
        let mut fault =
            |what: &str, pos: Pos| faults.push(format!("{number} ({a}–{b}): {what} at {pos:?}"));
        let (Some(&first), Some(&last)) = (cells.first(), cells.last()) else {
            fault("no cells", Pos::default());
            continue;
        };
        for pair in cells.windows(2).filter(|pair| pair[0].manhattan(pair[1]) != 1) {
            fault("a gap", pair[1]);
        }
        for (end, room) in [(first, rooms[*a]), (last, rooms[*b])] {
            if !end.cardinals().any(|beside| room.contains(beside)) {
                fault("no way into the room", end);
            }
        }
        for (index, &pos) in cells.iter().enumerate() {
            if pos.x <= 0 || pos.y <= 0 || pos.x >= width - 1 || pos.y >= height - 1 {
                fault("on the border", pos);
                continue;
            }
            for (id, room) in
                rooms.iter().enumerate().filter(|(_, room)| room.grown(1).contains(pos))
            {
                let is_own_end = (id == *a && index == 0) || (id == *b && index + 1 == cells.len());
                if room.contains(pos) || !is_own_end {
                    fault(&format!("touches room {id}"), pos);
                }
            }
            if owner[pos].replace(number).is_some() {
                fault("dug twice", pos);
            }
        }
    }
    for (pos, here) in owner.iter().filter(|(_, owner)| owner.is_some()) {
        for beside in
            pos.neighbours().filter(|&beside| owner.get(beside).is_some_and(Option::is_some))
        {
            if owner[beside] != *here {
                faults.push(format!("hallways {here:?} and {:?} touch at {pos:?}", owner[beside]));
            }
        }
    }
    faults
}

/// The hallways that stand, as the checker wants them.
fn standing(router: &Router, halls: &[Option<usize>]) -> Vec<(usize, usize, Vec<Pos>)> {
    let hallways = halls.iter().flatten().map(|&hall| router.hallway(hall).expect("it stands"));
    hallways.map(|hallway| (hallway.a, hallway.b, hallway.cells.clone())).collect()
}

#[test]
fn no_hallway_touches_another_nor_a_room_that_is_not_its_own() {
    for seed in 0..2_400 {
        let mut stream = Stream::new(Seed(seed), Purpose::new("router"), ());
        let size = (stream.range(24, 90), stream.range(20, 50));
        let padding = stream.range(1, 3);
        let rooms = partition(&mut stream, size, padding);
        if rooms.is_empty() {
            continue;
        }
        let mut router = Router::new(size.0, size.1, &rooms);
        // Some alone, some taken away again, the rest together and by rip-up.
        let edges = edges(&mut stream, &rooms, 60);
        let (alone, together) = edges.split_at(edges.len() / 3);
        let mut halls: Vec<Option<usize>> =
            alone.iter().map(|&(a, b)| router.route(a, b)).collect();
        for hall in &mut halls {
            if stream.one_in(4) {
                hall.take().map(|hall| router.unroute(hall).expect("it stood"));
            }
        }
        halls.extend(router.route_all(together));
        let faults = faults(size, &rooms, &standing(&router, &halls));
        assert!(faults.is_empty(), "seed {seed}: {faults:#?}");
    }
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
fn rooms_that_face_each_other_are_joined_straight_between_their_middles() {
    let before = "....................
                  .00000..............
                  .00000......11111...
                  .00000......11111...
                  ............11111...
                  ....................";
    let after = "....................
                 .00000..............
                 .00000++++++11111...
                 .00000......11111...
                 ............11111...
                 ....................";
    assert_eq!(routed(before, &[(0, 1)]), picture(after));
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

#[test]
fn the_checker_sees_what_is_wrong() {
    let rooms = [Rect::new(2, 2, 3, 3), Rect::new(10, 2, 3, 3), Rect::new(6, 7, 3, 3)];
    let row = |from: i32, to: i32, y: i32| (from..=to).map(|x| Pos::new(x, y)).collect::<Vec<_>>();
    let of = |halls: &[(usize, usize, Vec<Pos>)]| faults((16, 14), &rooms, halls);
    assert!(of(&[(0, 1, row(5, 9, 3))]).is_empty());
    assert!(!of(&[(0, 1, row(6, 9, 3))]).is_empty(), "does not reach the room");
    assert!(!of(&[(0, 1, row(5, 9, 5))]).is_empty(), "starts at a corner");
    assert!(!of(&[(0, 1, row(5, 9, 3)), (0, 1, row(5, 9, 4))]).is_empty(), "side by side");
    assert!(!of(&[(0, 1, row(5, 9, 2)), (0, 1, row(5, 9, 2))]).is_empty(), "on each other");
    let mut round = row(5, 9, 4);
    round.splice(1..4, [Pos::new(6, 4), Pos::new(6, 5), Pos::new(6, 6), Pos::new(7, 6)]);
    assert!(!of(&[(0, 1, round)]).is_empty(), "touches the third room");
    assert!(gap(rooms[0], rooms[1]) == 5 && gap(rooms[0], rooms[2]) == 3);
}
