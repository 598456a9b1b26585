//! The graph of a level's parts, for measures.

use crate::algo::graph::{Graph, UNREACHABLE};
use base::{Bits, Grid, Pos};

/// The graph of a level's parts: rooms, features or cells, see [`super::Measures`].
pub(crate) struct LevelGraph {
    graph: Graph,
    start: usize,
    exit: usize,
    /// Number of blocks of four open cells: loops of the graph that do not count.
    filled: usize,
}

impl LevelGraph {
    pub(crate) fn new(
        nodes: usize,
        pairs: impl Iterator<Item = (usize, usize)>,
        [start, exit]: [usize; 2],
    ) -> LevelGraph {
        let mut graph = Graph::new(nodes, pairs.map(|(a, b)| (a, b, ())));
        graph.dedup();
        LevelGraph { graph, start, exit, filled: 0 }
    }

    /// The graph of passable cells.
    pub(super) fn of_cells(passable: &Bits, ends: [Pos; 2]) -> LevelGraph {
        let mut node = Grid::filled(passable.width(), passable.height(), None);
        for (number, pos) in passable.iter().enumerate() {
            node[pos] = Some(number);
        }
        let at = |pos: Pos| node.get(pos).copied().flatten();
        let (east, south) = (Pos::new(1, 0), Pos::new(0, 1));
        let mut pairs = Vec::new();
        let mut filled = 0;
        for (here, pos) in passable.iter().enumerate() {
            let (beside, below) = (at(pos + east), at(pos + south));
            pairs.extend([beside, below].into_iter().flatten().map(|other| (here, other)));
            let is_filled = beside.is_some() && below.is_some() && at(pos + east + south).is_some();
            filled += usize::from(is_filled);
        }
        let ends = ends.map(|end| at(end).unwrap_or(0));
        LevelGraph { filled, ..LevelGraph::new(passable.count(), pairs.into_iter(), ends) }
    }

    pub(crate) fn len(&self) -> usize {
        self.graph.len()
    }

    /// Edges − nodes + components, without the loops round blocks of open floor.
    pub(crate) fn loops(&self) -> usize {
        let (edges, components) = (self.graph.edge_count(), self.graph.component_count());
        (edges + components).saturating_sub(self.len() + self.filled)
    }

    pub(crate) fn dead_ends(&self) -> usize {
        (0..self.len()).filter(|&node| self.graph.degree(node) == 1).count()
    }

    /// The number of nodes on a shortest path from start to exit, both included; 0 if there is none.
    pub(crate) fn shortest_path(&self) -> usize {
        match self.graph.distances(self.start)[self.exit] {
            UNREACHABLE => 0,
            edges => edges as usize + 1,
        }
    }

    /// The number of nodes without which the graph falls into more parts.
    pub(crate) fn articulation_points(&self) -> usize {
        self.graph.articulation_count()
    }
}

#[cfg(test)]
mod tests {
    use super::LevelGraph;

    #[test]
    fn two_rings_that_share_a_node() {
        // 0-1-2-0 and 2-3-4-2, with 5 hanging on 4.
        let pairs = [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (2, 4), (4, 5)];
        let graph = LevelGraph::new(6, pairs.into_iter(), [0, 5]);
        assert_eq!(graph.loops(), 2);
        assert_eq!(graph.dead_ends(), 1);
        assert_eq!(graph.articulation_points(), 2);
        assert_eq!(graph.shortest_path(), 4);
    }

    #[test]
    fn a_line_is_all_chokepoints_but_its_ends() {
        let graph = LevelGraph::new(5, (0..4).map(|node| (node, node + 1)), [0, 4]);
        assert_eq!((graph.loops(), graph.dead_ends()), (0, 2));
        assert_eq!(graph.articulation_points(), 3);
        assert_eq!(graph.shortest_path(), 5);
    }
}
