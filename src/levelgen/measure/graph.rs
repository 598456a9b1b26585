//! The graph of a level's parts, for measures.

use crate::base::Pos;
use crate::levelgen::algo::graph::{Graph, UNREACHABLE};
use crate::levelgen::level::{Level, Room};

/// The graph of a level's parts: rooms, features or cells, see [`super::Measures`].
pub(in crate::levelgen) struct LevelGraph {
    graph: Graph,
    start: usize,
    exit: usize,
    /// Number of blocks of four open cells: loops of the graph that do not count.
    filled: usize,
}

impl LevelGraph {
    pub(crate) fn of(level: &Level) -> LevelGraph {
        // Rooms without links are connected by caves.
        if level.rooms.len() == 1 || !level.links.is_empty() {
            let room = |pos: Pos| {
                let holds = |room: &&Room| room.rect.contains(pos);
                level.rooms.iter().find(holds).map_or(0, |room| room.id)
            };
            let pairs = level.links.iter().map(|link| (link.a, link.b));
            return LevelGraph::new(level.rooms.len(), pairs, room(level.start), room(level.exit));
        }
        match &level.detail.vault {
            Some(vault) => {
                LevelGraph::new(vault.features.len(), vault.connections.iter().copied(), 0, 1)
            }
            None => LevelGraph::of_cells(level),
        }
    }

    pub(crate) fn new(
        nodes: usize,
        pairs: impl Iterator<Item = (usize, usize)>,
        start: usize,
        exit: usize,
    ) -> LevelGraph {
        let mut graph = Graph::new(nodes, pairs.map(|(a, b)| (a, b, ())));
        graph.dedup();
        LevelGraph { graph, start, exit, filled: 0 }
    }

    fn of_cells(level: &Level) -> LevelGraph {
        let mut node = level.tiles.map(|_| None);
        let mut nodes = 0;
        for (pos, tile) in level.tiles.iter() {
            if tile.is_passable() {
                node[pos] = Some(nodes);
                nodes += 1;
            }
        }
        let at = |pos: Pos| node.get(pos).copied().flatten();
        let (east, south) = (Pos::new(1, 0), Pos::new(0, 1));
        let mut pairs = Vec::new();
        let mut filled = 0;
        for pos in level.tiles.positions() {
            let Some(here) = at(pos) else {
                continue;
            };
            let (beside, below) = (at(pos + east), at(pos + south));
            pairs.extend([beside, below].into_iter().flatten().map(|other| (here, other)));
            let is_filled = beside.is_some() && below.is_some() && at(pos + east + south).is_some();
            filled += usize::from(is_filled);
        }
        let (start, exit) = (at(level.start).unwrap_or(0), at(level.exit).unwrap_or(0));
        LevelGraph { filled, ..LevelGraph::new(nodes, pairs.into_iter(), start, exit) }
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
        let graph = LevelGraph::new(6, pairs.into_iter(), 0, 5);
        assert_eq!(graph.loops(), 2);
        assert_eq!(graph.dead_ends(), 1);
        assert_eq!(graph.articulation_points(), 2);
        assert_eq!(graph.shortest_path(), 4);
    }

    #[test]
    fn a_line_is_all_chokepoints_but_its_ends() {
        let graph = LevelGraph::new(5, (0..4).map(|node| (node, node + 1)), 0, 4);
        assert_eq!((graph.loops(), graph.dead_ends()), (0, 2));
        assert_eq!(graph.articulation_points(), 3);
        assert_eq!(graph.shortest_path(), 5);
    }
}
