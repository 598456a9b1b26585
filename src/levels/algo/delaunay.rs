//! The Delaunay triangulation of points with whole coordinates.
//!
//! One of two places in `levels` that name a floating-point type, beside `bracket_map`: the library
//! takes points as `f64`, which holds such numbers exactly, and decides by exact predicates
//! (Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates",
//! 1997), so that no rounding ever decides anything.

use spade::{DelaunayTriangulation, HasPosition, Point2, Triangulation};

use base::Pos;

/// The edges of a Delaunay triangulation of the points, as pairs of their indices: lower first,
/// sorted, each once.
///
/// Points in one line give the path along it. A point that is in the list twice is joined to its
/// first occurrence, and only to that. Where four points or more lie on one empty circle there is
/// more than one such triangulation; which one it is depends on nothing but the set of points.
pub(crate) fn triangulate(points: &[Pos]) -> Vec<(usize, usize)> {
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_unstable_by_key(|&id| (points[id], id));
    let mut edges = Vec::with_capacity(3 * points.len());
    let mut triangulation = DelaunayTriangulation::<Vertex>::new();
    let mut last: Option<(Pos, usize, _)> = None;
    for id in order {
        let pos = points[id];
        match last {
            Some((known, first, _)) if known == pos => edges.push((first.min(id), first.max(id))),
            _ => {
                let hint = last.map(|(_, _, handle)| handle);
                let site = Vertex { pos, id };
                let handle = match hint {
                    Some(hint) => triangulation.insert_with_hint(site, hint),
                    None => triangulation.insert(site),
                };
                // Whole numbers of an `i32` are neither infinite nor too small for the library.
                last = handle.ok().map(|handle| (pos, id, handle));
            }
        }
    }
    edges.extend(triangulation.undirected_edges().map(|edge| {
        let [a, b] = edge.vertices().map(|vertex| vertex.data().id);
        (a.min(b), a.max(b))
    }));
    edges.sort_unstable();
    edges
}

struct Vertex {
    pos: Pos,
    id: usize,
}

impl HasPosition for Vertex {
    type Scalar = f64;

    fn position(&self) -> Point2<f64> {
        Point2::new(f64::from(self.pos.x), f64::from(self.pos.y))
    }
}

#[cfg(test)]
mod tests {
    use super::triangulate;
    use base::{Pos, Purpose, Seed, Stream};

    fn points(list: &[(i32, i32)]) -> Vec<Pos> {
        list.iter().map(|&(x, y)| Pos::new(x, y)).collect()
    }

    #[test]
    fn few_points_and_points_in_line_give_the_path() {
        assert_eq!(triangulate(&[]), []);
        assert_eq!(triangulate(&points(&[(5, 5)])), []);
        assert_eq!(triangulate(&points(&[(5, 5), (2, 9)])), [(0, 1)]);
        assert_eq!(
            triangulate(&points(&[(0, 0), (9, 9), (3, 3), (6, 6)])),
            [(0, 2), (1, 3), (2, 3)]
        );
        assert_eq!(triangulate(&points(&[(4, 0), (4, 9), (4, 3)])), [(0, 2), (1, 2)]);
        assert_eq!(triangulate(&points(&[(7, 4), (9, 4), (3, 4)])), [(0, 1), (0, 2)]);
    }

    #[test]
    fn a_point_that_stands_twice_hangs_on_its_first() {
        let edges = triangulate(&points(&[(0, 0), (9, 0), (0, 0), (0, 9), (0, 0)]));
        assert_eq!(edges, [(0, 1), (0, 2), (0, 3), (0, 4), (1, 3)]);
        assert_eq!(triangulate(&points(&[(3, 3), (3, 3)])), [(0, 1)]);
    }

    #[test]
    fn the_order_of_the_points_changes_only_their_names() {
        let mut stream = Stream::new(Seed(3), Purpose::new("triangulate"), ());
        for _ in 0..200 {
            // Few coordinates, so that many points lie on one circle or one line.
            let count = stream.range(1, 40);
            let mut points: Vec<Pos> =
                (0..count).map(|_| Pos::new(stream.range(0, 9), stream.range(0, 9))).collect();
            points.sort_unstable();
            points.dedup();
            let places = |points: &[Pos]| {
                let mut pairs: Vec<_> = triangulate(points)
                    .into_iter()
                    .map(|(a, b)| (points[a].min(points[b]), points[a].max(points[b])))
                    .collect();
                pairs.sort_unstable();
                pairs
            };
            let before = places(&points);
            stream.shuffle(&mut points);
            assert_eq!(places(&points), before);
        }
    }
}
