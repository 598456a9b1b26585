//! Separated rooms: what `detail` claims is worked out anew, in whole numbers.

use std::collections::BTreeSet;

use upkeeper::base::{Pos, Rect};
use upkeeper::r#gen::{BastionDetail, LinkKind, Role};

use crate::support::Case;

pub(crate) fn check(case: &Case<'_>, detail: &BastionDetail) {
    check_rooms(case, detail);
    check_graph(case, detail);
    check_links(case, detail);
    check_hallways(case);
    check_ends(case, detail);
}

/// Main rooms first, the larger ones; all of them apart.
fn check_rooms(case: &Case<'_>, detail: &BastionDetail) {
    let Case { level, context, .. } = case;
    let ids: Vec<usize> = detail.main.iter().chain(&detail.kept_minor).copied().collect();
    assert_eq!(ids, (0..level.rooms.len()).collect::<Vec<_>>(), "{context}");
    for room in &level.rooms {
        let is_main = detail.main.contains(&room.id);
        assert_eq!(room.rect().area() >= case.setting("main_area"), is_main, "{context}: {room:?}");
    }
    let gap = case.setting("gap");
    for (id, room) in level.rooms.iter().enumerate() {
        for other in &level.rooms[..id] {
            assert!(
                !room.rect().grown(gap).overlaps(other.rect()),
                "{context}: {room:?} {other:?}"
            );
        }
    }
    assert!((1..=10).contains(&detail.rounds), "{context}: {} rounds", detail.rounds);
}

/// The triangulation is Delaunay and complete, the tree spans it at the least length, and so many of the other
/// edges came back as were asked for.
fn check_graph(case: &Case<'_>, detail: &BastionDetail) {
    let Case { level, context, .. } = case;
    let centres: Vec<Pos> =
        detail.main.iter().map(|&room| level.rooms[room].rect().centre()).collect();
    let edges = &detail.delaunay;
    assert!(edges.windows(2).all(|pair| pair[0] < pair[1]), "{context}: not in order");
    for (place, &(a, b)) in edges.iter().enumerate() {
        assert!(a < b && b < centres.len(), "{context}: ({a}, {b})");
        assert!(has_empty_circle(&centres, a, b), "{context}: ({a}, {b}) is not Delaunay");
        for &(c, d) in &edges[..place] {
            let crossing = cross(centres[a], centres[b], centres[c], centres[d]);
            assert!(!crossing, "{context}: ({a}, {b}) crosses ({c}, {d})");
        }
    }
    let on_hull = points_on_hull(&centres);
    let most = if on_hull == 0 { centres.len() - 1 } else { 3 * centres.len() - 3 - on_hull };
    assert_eq!(edges.len(), most, "{context}: not all of the triangulation");

    let all: BTreeSet<(usize, usize)> = edges.iter().copied().collect();
    let tree: BTreeSet<(usize, usize)> = detail.mst.iter().copied().collect();
    assert!(tree.is_subset(&all) && tree.len() == detail.mst.len(), "{context}: {tree:?}");
    assert_eq!(tree.len(), centres.len() - 1, "{context}");
    assert_eq!(spanned(centres.len(), tree.iter().copied()), centres.len(), "{context}");
    let length: i64 = tree.iter().map(|&(a, b)| centres[a].squared(centres[b])).sum();
    assert_eq!(length, least_length(&centres), "{context}: the tree is not the shortest");

    let back: BTreeSet<(usize, usize)> = detail.added_back.iter().copied().collect();
    assert!(back.is_subset(&all) && back.is_disjoint(&tree), "{context}: {back:?}");
    assert_eq!(detail.share_percent, case.setting("share_percent"), "{context}");
    let others = all.len() - tree.len();
    assert_eq!(back.len(), others * detail.share_percent as usize / 100, "{context}");
    assert_eq!(back.len(), detail.added_back.len(), "{context}");
}

/// Every edge is there as a chain of links through minor rooms; no minor room is there for nothing.
fn check_links(case: &Case<'_>, detail: &BastionDetail) {
    let Case { level, context, .. } = case;
    let mut beside = vec![BTreeSet::new(); level.rooms.len()];
    for link in &level.links {
        assert!(beside[link.a].insert(link.b), "{context}: two links {} to {}", link.a, link.b);
        assert!(beside[link.b].insert(link.a), "{context}: a link from {} to itself", link.a);
        assert!(link.gate.is_none(), "{context}: {link:?}");
    }
    let mains = detail.main.len();
    for &(a, b) in detail.mst.iter().chain(&detail.added_back) {
        let mut seen = BTreeSet::from([a]);
        let mut open = vec![a];
        while let Some(room) = open.pop() {
            let through = room == a || room >= mains;
            let news = beside[room].iter().filter(|_| through).filter(|&&next| seen.insert(next));
            open.extend(news);
        }
        assert!(seen.contains(&b), "{context}: no hallway from {a} to {b}");
    }
    for &minor in &detail.kept_minor {
        assert!(beside[minor].len() >= 2, "{context}: no hallway crosses {minor}");
    }
    let tree = level.links.iter().filter(|link| link.kind == LinkKind::Tree);
    let tree: Vec<(usize, usize)> = tree.map(|link| (link.a, link.b)).collect();
    assert_eq!(tree.len(), level.rooms.len() - 1, "{context}");
    assert_eq!(spanned(level.rooms.len(), tree.into_iter()), level.rooms.len(), "{context}");
}

/// No hallway touches a room that is not its own, nor another hallway, not even at a corner; and nothing
/// else was dug.
fn check_hallways(case: &Case<'_>) {
    let Case { level, context, .. } = case;
    let mut room_at = level.tiles.map(|_| None);
    let mut link_at = level.tiles.map(|_| None);
    for room in &level.rooms {
        for pos in room.rect().positions() {
            room_at[pos] = Some(room.id);
        }
    }
    for (number, link) in level.links.iter().enumerate() {
        for &pos in &link.cells {
            assert!(room_at[pos].is_none(), "{context}: {link:?}");
            assert_eq!(link_at[pos].replace(number), None, "{context}: {link:?}");
        }
    }
    for (number, link) in level.links.iter().enumerate() {
        let last = link.cells.len() - 1;
        for (place, &pos) in link.cells.iter().enumerate() {
            let is_end = |room| (room == link.a && place == 0) || (room == link.b && place == last);
            for near in pos.neighbours() {
                let foreign = room_at[near].is_some_and(|room| !is_end(room));
                assert!(!foreign, "{context}: {link:?} touches {:?}", room_at[near]);
                let other = link_at[near].is_some_and(|link| link != number);
                assert!(!other, "{context}: {link:?} touches {:?}", link_at[near]);
            }
        }
        for (end, room) in [(link.cells[0], link.a), (link.cells[last], link.b)] {
            let opens = end.cardinals().any(|beside| room_at[beside] == Some(room));
            assert!(opens, "{context}: {link:?} ends at a corner");
        }
        for door in &link.doors {
            assert!([link.cells[0], link.cells[last]].contains(door), "{context}: {link:?}");
        }
    }
    for (pos, tile) in level.tiles.iter() {
        let is_dug = room_at[pos].is_some() || link_at[pos].is_some();
        assert!(!tile.is_passable() || is_dug, "{context}: {pos:?} belongs to nothing");
    }
}

/// Start and exit stand in two main rooms, far enough from each other.
fn check_ends(case: &Case<'_>, detail: &BastionDetail) {
    let Case { level, context, .. } = case;
    for (role, cell) in [(Role::Start, level.start), (Role::Exit, level.exit)] {
        let rooms: Vec<_> = level.rooms.iter().filter(|room| room.role == role).collect();
        assert_eq!(rooms.len(), 1, "{context}: {role:?}");
        assert!(rooms[0].rect().contains(cell) && detail.main.contains(&rooms[0].id), "{context}");
    }
    let distance = level.start.manhattan(level.exit);
    assert!(distance >= case.setting("min_distance"), "{context}: {distance} apart");
}

/// How many of the nodes the edges join to the first.
fn spanned(nodes: usize, edges: impl Iterator<Item = (usize, usize)>) -> usize {
    let mut beside = vec![Vec::new(); nodes];
    for (a, b) in edges {
        beside[a].push(b);
        beside[b].push(a);
    }
    let mut seen = vec![false; nodes];
    seen[0] = true;
    let mut open = vec![0];
    let mut count = 0;
    while let Some(node) = open.pop() {
        count += 1;
        for &next in &beside[node] {
            if !std::mem::replace(&mut seen[next], true) {
                open.push(next);
            }
        }
    }
    count
}

/// The length of the shortest tree over all pairs of points (Prim's algorithm).
fn least_length(points: &[Pos]) -> i64 {
    let mut nearest: Vec<i64> = points.iter().map(|&point| point.squared(points[0])).collect();
    let mut open: Vec<usize> = (1..points.len()).collect();
    let mut total = 0;
    while let Some(place) = (0..open.len()).min_by_key(|&place| nearest[open[place]]) {
        let next = open.swap_remove(place);
        total += nearest[next];
        for &point in &open {
            nearest[point] = nearest[point].min(points[point].squared(points[next]));
        }
    }
    total
}

/// Twice the area of the triangle, positive on one side of the line.
fn turn(a: Pos, b: Pos, c: Pos) -> i64 {
    let (ab, ac) = (b - a, c - a);
    i64::from(ab.x) * i64::from(ac.y) - i64::from(ab.y) * i64::from(ac.x)
}

fn cross(a: Pos, b: Pos, c: Pos, d: Pos) -> bool {
    turn(a, b, c).signum() * turn(a, b, d).signum() < 0
        && turn(c, d, a).signum() * turn(c, d, b).signum() < 0
}

/// Whether some circle through both points has no other inside. Each other point bounds where on the
/// bisector the centre of such a circle can lie, by the cotangent of the angle at which it sees the two.
fn has_empty_circle(points: &[Pos], a: usize, b: usize) -> bool {
    let less = |x: (i64, i64), y: (i64, i64)| x.0 * y.1 < y.0 * x.1;
    let (mut low, mut high): (Option<(i64, i64)>, Option<(i64, i64)>) = (None, None);
    for (id, &point) in points.iter().enumerate() {
        if id == a || id == b {
            continue;
        }
        let (to_a, to_b) = (points[a] - point, points[b] - point);
        let dot = i64::from(to_a.x) * i64::from(to_b.x) + i64::from(to_a.y) * i64::from(to_b.y);
        let side = turn(points[a], points[b], point);
        let bound = (dot * side.signum(), side.abs());
        match side.signum() {
            0 if dot < 0 => return false,
            1 if high.is_none_or(|known| less(bound, known)) => high = Some(bound),
            -1 if low.is_none_or(|known| less(known, bound)) => low = Some(bound),
            _ => {}
        }
    }
    !matches!((low, high), (Some(low), Some(high)) if less(high, low))
}

/// The number of points on the border of the convex hull, those between its corners included; 0 if all
/// lie in one line (Andrew's monotone chain).
fn points_on_hull(points: &[Pos]) -> usize {
    if points.iter().all(|&point| turn(points[0], points[1], point) == 0) {
        return 0;
    }
    let mut sorted = points.to_vec();
    sorted.sort_unstable();
    let half = |points: &mut dyn Iterator<Item = &Pos>| {
        let mut chain: Vec<Pos> = Vec::new();
        for &point in points {
            while let [.., a, b] = chain[..]
                && turn(a, b, point) < 0
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain
    };
    let mut border = half(&mut sorted.iter());
    border.extend(half(&mut sorted.iter().rev()));
    border.into_iter().collect::<BTreeSet<Pos>>().len()
}

#[test]
fn the_oracles_see_what_is_wrong() {
    let square = [(0, 0), (9, 0), (0, 9), (10, 10), (5, 4)].map(|(x, y)| Pos::new(x, y));
    assert_eq!(points_on_hull(&square), 4);
    assert!(!has_empty_circle(&square, 0, 3), "the fifth point is in the way");
    assert!(has_empty_circle(&square, 0, 4));
    assert!(cross(square[0], square[3], square[1], square[2]));
    assert_eq!(least_length(&square[..3]), 162);
    assert_eq!(points_on_hull(&[(0, 0), (1, 1), (3, 3)].map(|(x, y)| Pos::new(x, y))), 0);
    assert!(Rect::new(0, 0, 2, 2).grown(1).overlaps(Rect::new(2, 2, 2, 2)));
}
