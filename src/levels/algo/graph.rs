//! Undirected graphs over numbered nodes, and searches on them that break every tie.

use std::cmp::Reverse;

use base::Pos;
use petgraph::algo::dijkstra;
use petgraph::graphmap::UnGraphMap;
use petgraph::unionfind::UnionFind;

/// The distance of a node that is not connected with the start of a search.
pub(crate) const UNREACHABLE: u32 = u32::MAX;

/// An undirected graph; most carry the lengths of their edges.
pub(crate) type Graph<E = u32> = UnGraphMap<usize, E>;

/// A graph over the nodes from 0 on, with the lengths of its edges.
pub(crate) fn graph(nodes: usize, edges: impl IntoIterator<Item = (usize, usize, u32)>) -> Graph {
    let mut graph = Graph::from_edges(edges);
    for node in 0..nodes {
        graph.add_node(node);
    }
    graph
}

/// A graph whose edges have the length 1.
pub(crate) fn unit_graph<'a>(
    nodes: usize,
    edges: impl IntoIterator<Item = &'a (usize, usize)>,
) -> Graph {
    graph(nodes, edges.into_iter().map(|&(a, b)| (a, b, 1)))
}

/// The length of a shortest path from a node to every other; [`UNREACHABLE`] where there is none.
pub(crate) fn distances(graph: &Graph, from: usize) -> Vec<u32> {
    let reached = dijkstra(graph, from, None, |(_, _, &length)| length);
    (0..graph.node_count()).map(|node| reached.get(&node).copied().unwrap_or(UNREACHABLE)).collect()
}

/// The longest path of a tree from end to end: from the node farthest from node 0 to the node
/// farthest from that. Of nodes at the same distance the one with the lowest number counts. Empty
/// without nodes; nodes that are not connected with node 0 are ignored.
pub(crate) fn diameter(tree: &Graph) -> Vec<usize> {
    let farthest = |distances: &[u32]| {
        let nodes = 0..distances.len();
        let reached = nodes.filter(|&node| distances[node] != UNREACHABLE);
        reached.max_by_key(|&node| (distances[node], Reverse(node))).unwrap_or(0)
    };
    if tree.node_count() == 0 {
        return Vec::new();
    }
    let start = farthest(&distances(tree, 0));
    let from_start = distances(tree, start);
    // In a tree exactly one neighbour is nearer.
    let nearer = |&node: &usize| tree.neighbors(node).find(|&it| from_start[it] < from_start[node]);
    let mut path: Vec<usize> = std::iter::successors(Some(farthest(&from_start)), nearer).collect();
    path.reverse();
    path
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
    use super::{diameter, distances, spanning_tree, unit_graph};
    use base::{Pos, Purpose, Seed, Stream};

    #[test]
    fn the_diameter_is_the_longest_way() {
        let mut stream = Stream::new(Seed(6), Purpose::new("tree"), ());
        for _ in 0..300 {
            let count = stream.range(1, 25) as usize;
            let edges: Vec<(usize, usize)> =
                (1..count).map(|node| (stream.below(node as u32) as usize, node)).collect();
            let tree = unit_graph(count, &edges);
            let path = diameter(&tree);
            let max = (0..count).flat_map(|node| distances(&tree, node)).max();
            assert_eq!(path.len() as u32 - 1, max.expect("a node"));
            assert!(path.windows(2).all(|pair| tree.contains_edge(pair[0], pair[1])));
        }
        let star = unit_graph(5, &[(2, 4), (2, 0), (2, 3), (1, 2)]);
        assert_eq!(diameter(&star), [1, 2, 0], "the farthest from 0 with the lowest id is 1");
        assert_eq!(diameter(&unit_graph(0, &[])), [0; 0]);
    }

    #[test]
    fn ties_go_to_the_lower_ends() {
        let square = [(0, 0), (4, 0), (0, 4), (4, 4)].map(|(x, y)| Pos::new(x, y));
        let edges = [(2, 3), (1, 3), (0, 2), (0, 1)];
        assert_eq!(spanning_tree(&square, &edges), [(0, 1), (0, 2), (1, 3)]);
    }
}
