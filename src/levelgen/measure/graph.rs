//! The graph of a level's parts, for measures.

use crate::base::Pos;
use crate::levelgen::measure::Level;

/// The parts of a level and which touch which.
pub(in crate::levelgen) struct Graph {
    /// The neighbours of each node, in ascending order.
    beside: Vec<Vec<usize>>,
    start: usize,
    exit: usize,
    /// Loops of the graph that are none of the level: four cells of open floor.
    filled: usize,
}

impl Graph {
    pub fn of(level: &Level) -> Graph {
        // Rooms that no link joins hang together by caves.
        if level.rooms.len() == 1 || !level.links.is_empty() {
            let room = |pos: Pos| {
                let holds = |room: &&super::super::Room| {
                    crate::base::Rect::new(room.x, room.y, room.w, room.h).contains(pos)
                };
                level.rooms.iter().find(holds).map_or(0, |room| room.id)
            };
            let pairs = level.links.iter().map(|link| (link.a, link.b));
            return Graph::new(level.rooms.len(), pairs, room(level.start), room(level.exit));
        }
        match &level.detail.vault {
            Some(vault) => {
                Graph::new(vault.features.len(), vault.connections.iter().copied(), 0, 1)
            }
            None => Graph::of_cells(level),
        }
    }

    pub fn new(
        nodes: usize,
        pairs: impl Iterator<Item = (usize, usize)>,
        start: usize,
        exit: usize,
    ) -> Graph {
        let mut beside = vec![Vec::new(); nodes];
        for (a, b) in pairs {
            beside[a].push(b);
            beside[b].push(a);
        }
        for nodes in &mut beside {
            nodes.sort_unstable();
            nodes.dedup();
        }
        Graph { beside, start, exit, filled: 0 }
    }

    fn of_cells(level: &Level) -> Graph {
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
        Graph { filled, ..Graph::new(nodes, pairs.into_iter(), start, exit) }
    }

    pub fn len(&self) -> usize {
        self.beside.len()
    }

    /// Edges − nodes + components, open floor apart.
    pub fn loops(&self) -> usize {
        let edges = self.beside.iter().map(Vec::len).sum::<usize>() / 2;
        (edges + self.components()).saturating_sub(self.len() + self.filled)
    }

    pub fn dead_ends(&self) -> usize {
        self.beside.iter().filter(|nodes| nodes.len() == 1).count()
    }

    /// The number of nodes on a shortest way from start to exit, both included.
    pub fn shortest_way(&self) -> usize {
        let mut steps = vec![usize::MAX; self.len()];
        let mut queue = std::collections::VecDeque::from([self.start]);
        steps[self.start] = 1;
        while let Some(node) = queue.pop_front() {
            for &next in &self.beside[node] {
                if steps[next] == usize::MAX {
                    steps[next] = steps[node] + 1;
                    queue.push_back(next);
                }
            }
        }
        if steps[self.exit] == usize::MAX { 0 } else { steps[self.exit] }
    }

    fn components(&self) -> usize {
        let mut seen = vec![false; self.len()];
        let mut components = 0;
        for node in 0..self.len() {
            if !seen[node] {
                components += 1;
                seen[node] = true;
                let mut stack = vec![node];
                while let Some(node) = stack.pop() {
                    for &next in &self.beside[node] {
                        if !seen[next] {
                            seen[next] = true;
                            stack.push(next);
                        }
                    }
                }
            }
        }
        components
    }

    /// The number of nodes without which the graph falls into more parts.
    ///
    /// Hopcroft and Tarjan, "Algorithm 447" (1973), with a stack of our own: a node is one if the
    /// subtree of one of its children reaches nothing above the node; the root, if it has two children.
    pub fn articulation_points(&self) -> usize {
        let mut order = vec![0; self.len()];
        let mut lowest = vec![0; self.len()];
        let mut cuts = vec![false; self.len()];
        let mut visited = 0;
        for root in 0..self.len() {
            if order[root] != 0 {
                continue;
            }
            let mut children_of_root = 0;
            visited += 1;
            (order[root], lowest[root]) = (visited, visited);
            // A node, the node it was reached from, and the place of its next neighbour.
            let mut stack = vec![(root, root, 0)];
            while let Some((node, parent, place)) = stack.pop() {
                if let Some(&next) = self.beside[node].get(place) {
                    stack.push((node, parent, place + 1));
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
                        cuts[parent] = true;
                    }
                }
            }
            cuts[root] = children_of_root > 1;
        }
        cuts.into_iter().filter(|&cuts| cuts).count()
    }
}

#[cfg(test)]
mod tests {
    use super::Graph;

    #[test]
    fn two_rings_that_share_a_node() {
        // 0-1-2-0 and 2-3-4-2, with 5 hanging on 4.
        let pairs = [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (2, 4), (4, 5)];
        let graph = Graph::new(6, pairs.into_iter(), 0, 5);
        assert_eq!(graph.loops(), 2);
        assert_eq!(graph.dead_ends(), 1);
        assert_eq!(graph.articulation_points(), 2);
        assert_eq!(graph.shortest_way(), 4);
    }

    #[test]
    fn a_line_is_all_chokepoints_but_its_ends() {
        let graph = Graph::new(5, (0..4).map(|node| (node, node + 1)), 0, 4);
        assert_eq!((graph.loops(), graph.dead_ends()), (0, 2));
        assert_eq!(graph.articulation_points(), 3);
        assert_eq!(graph.shortest_way(), 5);
    }
}
