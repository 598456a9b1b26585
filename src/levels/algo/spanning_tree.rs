//! Minimum spanning trees, and the disjoint sets that they are computed with.

use base::Pos;

/// The edges of the minimum spanning tree, or forest, on the squared length between the points, in the
/// order in which they were taken: shortest first, ties by lower and then by higher end.
///
/// Kruskal, "On the shortest spanning subtree of a graph" (1956). The order of `edges` does not matter.
pub(crate) fn spanning_tree(points: &[Pos], edges: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut order: Vec<(i64, usize, usize)> =
        edges.iter().map(|&(a, b)| (points[a].squared(points[b]), a.min(b), a.max(b))).collect();
    order.sort_unstable();
    let mut sets = DisjointSets::new(points.len());
    order.into_iter().filter(|&(_, a, b)| sets.join(a, b)).map(|(_, a, b)| (a, b)).collect()
}

/// Disjoint sets of numbered elements: union by size, with path halving (Tarjan and van Leeuwen, "Worst-case
/// analysis of set union algorithms", 1984).
pub(crate) struct DisjointSets {
    parent: Vec<u32>,
    size: Vec<u32>,
}

impl DisjointSets {
    /// Every element in a set of its own.
    pub(crate) fn new(count: usize) -> DisjointSets {
        DisjointSets { parent: (0..count as u32).collect(), size: vec![1; count] }
    }

    /// The representative of the set of an element.
    pub(crate) fn find(&mut self, mut thing: usize) -> usize {
        while self.parent[thing] as usize != thing {
            let above = self.parent[thing] as usize;
            self.parent[thing] = self.parent[above];
            thing = above;
        }
        thing
    }

    /// Unites the sets of two elements; false if they were in one set already.
    pub(crate) fn join(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return false;
        }
        let (small, large) = if self.size[a] < self.size[b] { (a, b) } else { (b, a) };
        self.parent[small] = large as u32;
        self.size[large] += self.size[small];
        true
    }
}

#[cfg(test)]
mod tests {
    use super::{DisjointSets, spanning_tree};
    use base::{Pos, Purpose, Seed, Stream};

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
                let mut shorter = DisjointSets::new(count);
                for &(c, d) in tree.iter().filter(|&&(c, d)| points[c].squared(points[d]) <= length)
                {
                    shorter.join(c, d);
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
