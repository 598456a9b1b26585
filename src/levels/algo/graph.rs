//! Undirected graphs over numbered nodes, and searches on them that break every tie.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

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

/// Whether every path between two nodes is longer than a limit. Dijkstra's search, which goes no
/// farther than that.
pub(crate) fn are_farther_apart(graph: &Graph, from: usize, to: usize, limit: u32) -> bool {
    let mut reached = BTreeMap::from([(from, 0)]);
    let mut open = BinaryHeap::from([(Reverse(0), from)]);
    while let Some((Reverse(distance), node)) = open.pop() {
        if node == to {
            return false;
        }
        if reached.get(&node) != Some(&distance) {
            continue;
        }
        for (_, next, &length) in graph.edges(node) {
            let there = distance + length;
            if there <= limit && reached.get(&next).is_none_or(|&known| there < known) {
                reached.insert(next, there);
                open.push((Reverse(there), next));
            }
        }
    }
    true
}

/// The minimum way round from one end of a loop to the other, in lengths of the loop.
const MIN_DETOUR: u32 = 3;

/// Adds loops to a graph of places: edges between places that are near each other and far apart by
/// the edges so far, so that every loop is long. Lengths are Manhattan distances.
///
/// Candidates are tried in their order until `max_count` are added; `dig` is asked for each that is
/// long enough, and may refuse it.
///
/// The test is that of greedy spanners: Althöfer, Das, Dobkin, Joseph and Soares, "On sparse
/// spanners of weighted graphs" (1993).
pub(crate) fn add_long_loops(
    places: &[Pos],
    edges: impl IntoIterator<Item = (usize, usize)>,
    candidates: impl IntoIterator<Item = (usize, usize)>,
    max_count: usize,
    mut dig: impl FnMut(usize, usize) -> bool,
) {
    let length = |a: usize, b: usize| places[a].manhattan(places[b]) as u32;
    let edges = edges.into_iter().map(|(a, b)| (a, b, length(a, b)));
    let mut graph = graph(places.len(), edges);
    let mut count = 0;
    for (a, b) in candidates {
        if count == max_count {
            break;
        }
        let min_way = MIN_DETOUR * length(a, b);
        if are_farther_apart(&graph, a, b, min_way.saturating_sub(1)) && dig(a, b) {
            graph.add_edge(a, b, length(a, b));
            count += 1;
        }
    }
}

/// The longest path of a tree from end to end: from the node farthest from node 0 to the node
/// farthest from that. Of nodes at the same distance the one with the lowest number counts. Empty
/// without nodes; nodes that are not connected with node 0 are ignored.
///
/// In a graph with loops it is a shortest path between these two nodes, which may be shorter than
/// the longest of all.
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
    // In a tree exactly one neighbour is nearer; else the path goes to any, as edges have length 1.
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
    use super::{
        add_long_loops, are_farther_apart, diameter, distances, graph, spanning_tree, unit_graph,
    };
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

    #[test]
    fn no_way_within_a_limit_is_as_good_as_none() {
        let graph = graph(5, [(0, 1, 3), (1, 2, 4), (0, 2, 9), (3, 4, 1)]);
        assert!(are_farther_apart(&graph, 0, 2, 6) && !are_farther_apart(&graph, 0, 2, 7));
        assert!(are_farther_apart(&graph, 0, 4, 1_000) && !are_farther_apart(&graph, 3, 3, 0));
    }

    #[test]
    fn loops_lead_between_places_that_are_far_apart_by_the_edges_so_far() {
        // A comb: two rows of places, joined at one end.
        let places = [(0, 0), (4, 0), (8, 0), (12, 0), (0, 8), (4, 8), (8, 8), (12, 8)];
        let places = places.map(|(x, y)| Pos::new(x, y));
        let edges = [(0, 1), (1, 2), (2, 3), (4, 5), (5, 6), (6, 7), (0, 4)];
        let loops = |candidates: &[(usize, usize)], max_count, refused| {
            let mut added = Vec::new();
            add_long_loops(&places, edges, candidates.iter().copied(), max_count, |a, b| {
                added.extend(((a, b) != refused).then_some((a, b)));
                (a, b) != refused
            });
            added
        };
        // The way round from 3 to 7 is 32 long and that from 2 to 6 is 24; each leaves the others
        // ways round of 16.
        assert_eq!(loops(&[(3, 7), (2, 6)], 9, (9, 9)), [(3, 7)]);
        assert_eq!(loops(&[(3, 7), (2, 6), (1, 5)], 9, (3, 7)), [(2, 6)]);
        assert_eq!(loops(&[(1, 5), (3, 7), (2, 6)], 0, (9, 9)), []);
    }
}
