//! Minimum spanning trees.

use base::Pos;
use petgraph::unionfind::UnionFind;

/// The edges of the minimum spanning tree, or forest, on the squared length between the points, in the
/// order in which they were taken: shortest first, ties by lower and then by higher end.
///
/// Kruskal, "On the shortest spanning subtree of a graph" (1956). The order of `edges` does not matter.
pub(crate) fn spanning_tree(points: &[Pos], edges: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut order: Vec<(i64, usize, usize)> =
        edges.iter().map(|&(a, b)| (points[a].squared(points[b]), a.min(b), a.max(b))).collect();
    order.sort_unstable();
    let mut sets = UnionFind::new(points.len());
    order.into_iter().filter(|&(_, a, b)| sets.union(a, b)).map(|(_, a, b)| (a, b)).collect()
}

#[cfg(test)]
mod tests {
    use super::spanning_tree;
    use base::{Pos, Purpose, Seed, Stream};
    use petgraph::unionfind::UnionFind;

    #[test]
    fn ties_go_to_the_lower_ends() {
        let square = [(0, 0), (4, 0), (0, 4), (4, 4)].map(|(x, y)| Pos::new(x, y));
        let edges = [(2, 3), (1, 3), (0, 2), (0, 1)];
        assert_eq!(spanning_tree(&square, &edges), [(0, 1), (0, 2), (1, 3)]);
    }

    #[test]
    fn what_does_not_hang_together_gives_a_forest() {
        let points = [(0, 0), (1, 0), (9, 9), (8, 9)].map(|(x, y)| Pos::new(x, y));
        assert_eq!(spanning_tree(&points, &[(0, 1), (2, 3)]), [(0, 1), (2, 3)]);
    }

    /// No edge left out is shorter than any on the way round it in the tree.
    #[test]
    fn the_tree_is_of_least_length() {
        let mut stream = Stream::new(Seed(5), Purpose::new("tree"), ());
        for _ in 0..200 {
            let count = stream.range(2, 20) as usize;
            let points: Vec<Pos> =
                (0..count).map(|_| Pos::new(stream.range(0, 9), stream.range(0, 9))).collect();
            let edges: Vec<(usize, usize)> =
                (0..count).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
            let tree = spanning_tree(&points, &edges);
            assert_eq!(tree.len(), count - 1);
            for &(a, b) in &edges {
                let length = points[a].squared(points[b]);
                let mut shorter = UnionFind::new(count);
                for &(c, d) in tree.iter().filter(|&&(c, d)| points[c].squared(points[d]) <= length)
                {
                    shorter.union(c, d);
                }
                assert_eq!(
                    shorter.find(a),
                    shorter.find(b),
                    "{a} and {b} are nearer than the tree"
                );
            }
        }
    }
}
