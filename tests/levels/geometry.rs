//! Geometry on whole numbers, done again: what a triangulation must be.

use std::collections::BTreeSet;

use base::{Pos, Rect};
use petgraph::algo::min_spanning_tree;
use petgraph::data::Element;
use petgraph::graph::UnGraph;

use crate::contract::{beside, steps};

/// The largest set of points whose edges are tried against each other.
const MAX_CROSSED_POINTS: usize = 128;

/// Every edge has a circle through its ends with no point inside, none crosses another, and there
/// are as many as a triangulation has; points in one line are joined one by one.
pub(crate) fn check_triangulation(points: &[Pos], edges: &[(usize, usize)], context: &str) {
    assert!(edges.windows(2).all(|pair| pair[0] < pair[1]), "{context}: not in order");
    for (place, &(a, b)) in edges.iter().enumerate() {
        assert!(a < b && b < points.len(), "{context}: ({a}, {b})");
        assert!(has_empty_circle(points, a, b), "{context}: ({a}, {b}) is not Delaunay");
        for &(c, d) in edges[..place].iter().filter(|_| points.len() <= MAX_CROSSED_POINTS) {
            let crossing = crosses(points[a], points[b], points[c], points[d]);
            assert!(!crossing, "{context}: ({a}, {b}) crosses ({c}, {d})");
        }
    }
    // Euler: 3n − 3 − h edges, with h points on the hull, those within its sides included.
    let on_hull = points_on_hull(points);
    let full = if on_hull == 0 { points.len() - 1 } else { 3 * points.len() - 3 - on_hull };
    assert_eq!(edges.len(), full, "{context}: not all of the triangulation");
}

/// The tree joins all points, and no tree of the triangulation is lighter; by the squares of the
/// lengths, which leave the tree over all pairs of points within the triangulation.
pub(crate) fn check_lightest_tree(
    points: &[Pos],
    triangulation: &[(usize, usize)],
    tree: &[(usize, usize)],
    context: &str,
) {
    assert!(tree.iter().all(|edge| triangulation.contains(edge)), "{context}: {tree:?}");
    let whole = beside(points.len(), tree);
    assert_eq!(tree.len(), points.len() - 1, "{context}");
    assert!(steps(&whole, 0).iter().all(|&steps| steps < u32::MAX), "{context}: in parts");
    let weight: i64 = tree.iter().map(|&(a, b)| points[a].squared(points[b])).sum();
    assert_eq!(weight, min_weight(points, triangulation), "{context}: there is a lighter tree");
}

/// The weight of the lightest tree over some edges.
fn min_weight(points: &[Pos], edges: &[(usize, usize)]) -> i64 {
    let weighed = |&(a, b): &(usize, usize)| (a as u32, b as u32, points[a].squared(points[b]));
    let graph = UnGraph::<(), i64>::from_edges(edges.iter().map(weighed));
    let weight = |element| match element {
        Element::Edge { weight, .. } => weight,
        Element::Node { .. } => 0,
    };
    min_spanning_tree(&graph).map(weight).sum()
}

/// Twice the area of the triangle, positive on one side of the line.
fn turn(a: Pos, b: Pos, c: Pos) -> i64 {
    let (ab, ac) = (b - a, c - a);
    i64::from(ab.x) * i64::from(ac.y) - i64::from(ab.y) * i64::from(ac.x)
}

fn crosses(a: Pos, b: Pos, c: Pos, d: Pos) -> bool {
    turn(a, b, c).signum() * turn(a, b, d).signum() < 0
        && turn(c, d, a).signum() * turn(c, d, b).signum() < 0
}

/// Whether some circle through both points has no other inside. Each other point bounds where on
/// the bisector the centre of such a circle can lie, by the cotangent of the angle at which it sees
/// the two.
fn has_empty_circle(points: &[Pos], a: usize, b: usize) -> bool {
    let less = |x: (i64, i64), y: (i64, i64)| x.0 * y.1 < y.0 * x.1;
    let mut low: Option<(i64, i64)> = None;
    let mut high: Option<(i64, i64)> = None;
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

/// The number of points on the border of the convex hull, those between its corners included; 0 if
/// all lie in one line (Andrew's monotone chain).
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
    assert_eq!(min_weight(&square[..3], &[(0, 1), (0, 2), (1, 2)]), 162);
    assert!(Rect::new(0, 0, 2, 2).grown(1).overlaps(Rect::new(2, 2, 2, 2)));
    assert!(crosses(square[0], square[3], square[1], square[2]));
    assert_eq!(points_on_hull(&[(0, 0), (1, 1), (3, 3)].map(|(x, y)| Pos::new(x, y))), 0);
}
