//! Undirected graphs over numbered nodes, and searches on them.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use base::Pos;
use petgraph::unionfind::UnionFind;

/// The distance of a node that is not connected with the start of a search.
pub(crate) const UNREACHABLE: u32 = u32::MAX;

/// An undirected graph as adjacency lists. Every edge carries a value: nothing, a length, or an
/// index.
#[derive(Clone, Debug)]
pub(crate) struct Graph<E = ()> {
    adjacency: Vec<Vec<(usize, E)>>,
}

impl Graph {
    /// A graph whose edges carry nothing; the neighbours of a node are in ascending order.
    pub(crate) fn of(nodes: usize, edges: &[(usize, usize)]) -> Graph {
        let mut graph = Graph::new(nodes, edges.iter().map(|&(a, b)| (a, b, ())));
        graph.adjacency.iter_mut().for_each(|list| list.sort_unstable());
        graph
    }

    /// Drops all but one of the edges between the same two nodes.
    pub(crate) fn dedup(&mut self) {
        for list in &mut self.adjacency {
            list.sort_unstable();
            list.dedup();
        }
    }
}

impl<E: Copy> Graph<E> {
    pub(crate) fn new(
        nodes: usize,
        edges: impl IntoIterator<Item = (usize, usize, E)>,
    ) -> Graph<E> {
        let mut graph = Graph { adjacency: vec![Vec::new(); nodes] };
        for (a, b, edge) in edges {
            graph.add_edge(a, b, edge);
        }
        graph
    }

    pub(crate) fn add_edge(&mut self, a: usize, b: usize, edge: E) {
        self.adjacency[a].push((b, edge));
        self.adjacency[b].push((a, edge));
    }

    pub(crate) fn len(&self) -> usize {
        self.adjacency.len()
    }

    pub(crate) fn edge_count(&self) -> usize {
        self.adjacency.iter().map(Vec::len).sum::<usize>() / 2
    }

    pub(crate) fn degree(&self, node: usize) -> usize {
        self.adjacency[node].len()
    }

    pub(crate) fn neighbours(&self, node: usize) -> impl Iterator<Item = usize> {
        self.adjacency[node].iter().map(|&(next, _)| next)
    }

    /// The neighbours of a node, each with the value of the edge to it.
    pub(crate) fn edges(&self, node: usize) -> impl Iterator<Item = (usize, E)> {
        self.adjacency[node].iter().copied()
    }

    pub(crate) fn has_edge(&self, a: usize, b: usize) -> bool {
        self.neighbours(a).any(|node| node == b)
    }

    /// The number of edges on a shortest path from a node to every other, by breadth-first search;
    /// [`UNREACHABLE`] where there is none.
    pub(crate) fn distances(&self, from: usize) -> Vec<u32> {
        let mut distance = vec![UNREACHABLE; self.len()];
        distance[from] = 0;
        let mut open = VecDeque::from([from]);
        while let Some(node) = open.pop_front() {
            for next in self.neighbours(node) {
                if distance[next] == UNREACHABLE {
                    distance[next] = distance[node] + 1;
                    open.push_back(next);
                }
            }
        }
        distance
    }

    pub(crate) fn component_count(&self) -> usize {
        let mut parts = UnionFind::new(self.len());
        let edges = (0..self.len()).flat_map(|a| self.neighbours(a).map(move |b| (a, b)));
        self.len() - edges.filter(|&(a, b)| parts.union(a, b)).count()
    }

    /// The longest path of a tree from end to end: from the node farthest from node 0 to the node
    /// farthest from that. Of nodes at the same distance the one with the lowest number counts.
    /// Empty without nodes; nodes that are not connected with node 0 are ignored.
    pub(crate) fn diameter(&self) -> Vec<usize> {
        if self.adjacency.is_empty() {
            return Vec::new();
        }
        let start = farthest(&self.distances(0));
        let distance = self.distances(start);
        let mut node = farthest(&distance);
        let mut path = vec![node];
        while distance[node] > 0 {
            // In a tree exactly one neighbour is nearer.
            let nearer = self.neighbours(node).find(|&next| distance[next] < distance[node]);
            let Some(next) = nearer else { break };
            path.push(next);
            node = next;
        }
        path.reverse();
        path
    }

    /// The number of articulation points: nodes without which the graph has more components.
    ///
    /// Hopcroft and Tarjan, "Algorithm 447: efficient algorithms for graph manipulation" (1973),
    /// with an explicit stack: a node is one if the subtree of one of its children reaches nothing
    /// above the node; the root, if it has two children.
    pub(crate) fn articulation_count(&self) -> usize {
        let mut order = vec![0; self.len()];
        let mut lowest = vec![0; self.len()];
        let mut separates = vec![false; self.len()];
        let mut visited = 0;
        for root in 0..self.len() {
            if order[root] != 0 {
                continue;
            }
            let mut children_of_root = 0;
            visited += 1;
            (order[root], lowest[root]) = (visited, visited);
            // A node, the node it was reached from, and the index of its next edge.
            let mut stack = vec![(root, root, 0)];
            while let Some((node, parent, index)) = stack.pop() {
                if let Some(&(next, _)) = self.adjacency[node].get(index) {
                    stack.push((node, parent, index + 1));
                    if order[next] == 0 {
                        visited += 1;
                        (order[next], lowest[next]) = (visited, visited);
                        stack.push((next, node, 0));
                    } else if next != parent {
                        lowest[node] = lowest[node].min(order[next]);
                    }
                } else if node != root {
                    lowest[parent] = lowest[parent].min(lowest[node]);
                    if parent == root {
                        children_of_root += 1;
                    } else if lowest[node] >= order[parent] {
                        separates[parent] = true;
                    }
                }
            }
            separates[root] = children_of_root > 1;
        }
        separates.into_iter().filter(|&separates| separates).count()
    }
}

impl Graph<u32> {
    /// The length of the shortest path from a node to every other, by the lengths of the edges;
    /// [`UNREACHABLE`] where there is none. Dijkstra, "A note on two problems in connexion with
    /// graphs" (1959).
    pub(crate) fn shortest_lengths(&self, from: usize) -> Vec<u32> {
        let mut lengths = vec![UNREACHABLE; self.len()];
        lengths[from] = 0;
        let mut open = BinaryHeap::from([Reverse((0, from))]);
        while let Some(Reverse((length, node))) = open.pop() {
            if length > lengths[node] {
                continue;
            }
            for (next, edge) in self.edges(node) {
                if length + edge < lengths[next] {
                    lengths[next] = length + edge;
                    open.push(Reverse((length + edge, next)));
                }
            }
        }
        lengths
    }
}

/// The reached node with the greatest distance; of several the one with the lowest number.
fn farthest(distances: &[u32]) -> usize {
    let reached = distances.iter().enumerate().filter(|&(_, &distance)| distance != UNREACHABLE);
    reached.max_by_key(|&(node, &distance)| (distance, Reverse(node))).map_or(0, |(node, _)| node)
}

/// The edges of the minimum spanning tree, or forest, on the squared length between the points, in
/// the order in which they were taken: shortest first, ties by lower and then by higher end.
///
/// Kruskal, "On the shortest spanning subtree of a graph" (1956). The order of `edges` does not
/// matter.
pub(crate) fn spanning_tree(points: &[Pos], edges: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut order: Vec<(i64, usize, usize)> =
        edges.iter().map(|&(a, b)| (points[a].squared(points[b]), a.min(b), a.max(b))).collect();
    order.sort_unstable();
    let mut sets = UnionFind::new(points.len());
    order.into_iter().filter(|&(_, a, b)| sets.union(a, b)).map(|(_, a, b)| (a, b)).collect()
}

#[cfg(test)]
mod tests {
    use super::{Graph, UNREACHABLE, spanning_tree};
    use base::{Pos, Purpose, Seed, Stream};
    use petgraph::unionfind::UnionFind;

    #[test]
    fn what_is_not_connected_is_unreachable() {
        let graph = Graph::of(4, &[(0, 1), (2, 3)]);
        assert_eq!(graph.distances(1), [1, 0, UNREACHABLE, UNREACHABLE]);
        assert_eq!(graph.component_count(), 2);
    }

    #[test]
    fn a_detour_of_short_edges_beats_a_long_one() {
        let graph = Graph::new(4, [(0, 1, 9), (0, 2, 2), (2, 1, 3)]);
        assert_eq!(graph.shortest_lengths(0), [0, 5, 2, UNREACHABLE]);
    }

    #[test]
    fn two_rings_that_share_a_node_have_two_articulation_points() {
        // 0-1-2-0 and 2-3-4-2, with 5 hanging on 4.
        let graph = Graph::of(6, &[(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (2, 4), (4, 5)]);
        assert_eq!(graph.articulation_count(), 2);
        assert_eq!(Graph::of(5, &[(0, 1), (1, 2), (2, 3), (3, 4)]).articulation_count(), 3);
    }

    #[test]
    fn the_diameter_is_the_longest_way() {
        let mut stream = Stream::new(Seed(6), Purpose::new("tree"), ());
        for _ in 0..300 {
            let count = stream.range(1, 25) as usize;
            let edges: Vec<(usize, usize)> =
                (1..count).map(|node| (stream.below(node as u32) as usize, node)).collect();
            let tree = Graph::of(count, &edges);
            let path = tree.diameter();
            let max = (0..count).flat_map(|node| tree.distances(node)).max();
            assert_eq!(path.len() as u32 - 1, max.expect("a node"));
            assert!(path.windows(2).all(|pair| tree.has_edge(pair[0], pair[1])));
        }
        let star = Graph::of(5, &[(2, 4), (2, 0), (2, 3), (1, 2)]);
        assert_eq!(star.diameter(), [1, 2, 0], "the farthest from 0 with the lowest id is 1");
        assert_eq!(Graph::of(0, &[]).diameter(), [0; 0]);
    }

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
