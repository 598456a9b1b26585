//! Depth-first search over open cells: cells that separate other cells, alone or in pairs.

use std::ops::Range;

use base::{Bits, Pos};

/// The tree of a depth-first search through all cells that are connected with a root by cardinal
/// steps.
///
/// After one search in time linear in the cells, it tells in constant time which cells are
/// articulation points (Hopcroft and Tarjan, 1973), and which pairs of passage cells separate
/// others together although neither does alone. A passage cell has open cells on two opposite sides
/// only, so such a pair is a 2-edge cut: both cells lie on the same cycles, which random labels of
/// the cycles tell with overwhelming probability (Pritchard and Thurimella, *Fast computation of
/// small cuts via cycle space sampling*, 2011).
pub(crate) struct DfsTree {
    /// The width of the searched grid with a ring of walls around it.
    width: i32,
    /// The number of each cell in the order of the search.
    order: Vec<u32>,
    nodes: Vec<Node>,
}

#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    /// Nodes in the subtree, this one included.
    size: u32,
    /// The lowest number that a back edge from the subtree leads to.
    low: u32,
    /// Whether some child's subtree has no back edge to above this node.
    separates: bool,
    /// The exclusive or of the labels of all back edges that close a cycle through the edge to the
    /// parent; 0 if there is no such cycle.
    cycle_hash: u64,
}

/// The cells between two others that separate them from the root: numbers in the order of the
/// search, without the subtree of the second cell.
pub(crate) struct Enclosed {
    first: u32,
    /// Number of cells.
    pub size: u32,
    beyond: Range<u32>,
}

/// The number of a cell that the search has not reached, and that of a wall: above all others.
const UNREACHED: u32 = u32::MAX - 1;
const WALL: u32 = u32::MAX;

impl DfsTree {
    pub(crate) fn of(open: &Bits, root: Pos) -> DfsTree {
        // A ring of walls around the grid saves bounds checks on every step.
        let width = open.width() + 2;
        let mut tree = DfsTree {
            width,
            order: vec![WALL; (width * (open.height() + 2)) as usize],
            nodes: Vec::with_capacity(open.count()),
        };
        for pos in open.iter() {
            let cell = tree.index(pos);
            tree.order[cell] = UNREACHED;
        }
        let steps = [-(width as isize), 1, width as isize, -1];
        // The path back to the root, with the number of steps that have been tried from each cell.
        let mut stack = Vec::with_capacity(tree.nodes.capacity());
        tree.add(tree.index(root), UNREACHED);
        let mut at = Some((tree.index(root), 0));
        while let Some((here, tried)) = at {
            let number = tree.order[here];
            let onward = (tried..steps.len()).find_map(|step| {
                let next = here.wrapping_add_signed(steps[step]);
                tree.is_unreached(number, next).then_some((step, next))
            });
            at = if let Some((step, next)) = onward {
                tree.add(next, number);
                stack.push((here, step + 1));
                Some((next, 0))
            } else {
                stack.pop()
            };
        }
        tree.sum_up();
        tree
    }

    /// Carries sizes, low numbers and hashes from every node to its parent; children have higher
    /// numbers.
    fn sum_up(&mut self) {
        for number in (1..self.nodes.len()).rev() {
            let Node { parent: parent_number, size, low, cycle_hash, .. } = self.nodes[number];
            let parent = &mut self.nodes[parent_number as usize];
            parent.size += size;
            parent.low = parent.low.min(low);
            parent.separates |= low >= parent_number;
            parent.cycle_hash ^= cycle_hash;
        }
        // The root separates others only if it has two children.
        if let Some(first) = self.nodes.get(1).map(|child| child.size) {
            self.nodes[0].separates = first + 1 < self.nodes[0].size;
        }
    }

    /// Whether the search has not yet reached a neighbour of a node; if it has, notes the back
    /// edge.
    fn is_unreached(&mut self, number: u32, neighbour: usize) -> bool {
        let other = self.order[neighbour];
        // A back edge is met from both its ends: from the lower one in the tree first.
        if other < number && other != self.nodes[number as usize].parent {
            let label = edge_label(other.into(), number.into());
            let node = &mut self.nodes[number as usize];
            node.low = node.low.min(other);
            node.cycle_hash ^= label;
            self.nodes[other as usize].cycle_hash ^= label;
        }
        other == UNREACHED
    }

    fn index(&self, pos: Pos) -> usize {
        ((pos.y + 1) * self.width + pos.x + 1) as usize
    }

    fn add(&mut self, cell: usize, parent: u32) {
        let number = self.nodes.len() as u32;
        self.order[cell] = number;
        self.nodes.push(Node { parent, size: 1, low: number, separates: false, cycle_hash: 0 });
    }

    /// Whether the cells that are connected with the root would be disconnected without this one.
    pub(crate) fn is_articulation(&self, pos: Pos) -> bool {
        self.number_of(pos).is_some_and(|number| self.nodes[number as usize].separates)
    }

    /// The cells that two passage cells separate from the root together; `None` if one of them does
    /// so alone, or they separate nothing.
    pub(crate) fn between(&self, one: Pos, other: Pos) -> Option<Enclosed> {
        let (one, other) = (self.number_of(one)?, self.number_of(other)?);
        let (first, last) = (one.min(other), one.max(other));
        let (from, to) = (self.nodes[first as usize], self.nodes[last as usize]);
        let are_ends = (first + 1..first + from.size).contains(&last)
            && from.cycle_hash != 0
            && from.cycle_hash == to.cycle_hash;
        are_ends.then(|| Enclosed {
            first: first + 1,
            size: from.size - 1 - to.size,
            beyond: last..last + to.size,
        })
    }

    /// Equal for two passage cells if they lie on the same cycles; 0 for a cell on none. A set of
    /// passage cells separates something together if and only if the hashes of some of them add up
    /// to 0 by exclusive or (with overwhelming probability).
    pub(crate) fn cycle_hash(&self, pos: Pos) -> u64 {
        self.number_of(pos).map_or(0, |number| self.nodes[number as usize].cycle_hash)
    }

    /// The number of a cell in the order of the search, from 0; `None` if it is not connected with
    /// the root.
    pub(crate) fn number_of(&self, pos: Pos) -> Option<u32> {
        self.order.get(self.index(pos)).copied().filter(|&number| number < UNREACHED)
    }
}

impl Enclosed {
    /// Whether the cell with this number is among them.
    pub(crate) fn contains(&self, number: u32) -> bool {
        self.numbers().iter().any(|range| range.contains(&number))
    }

    /// Their numbers.
    pub(crate) fn numbers(&self) -> [Range<u32>; 2] {
        let end = self.first + self.size + self.beyond.len() as u32;
        [self.first..self.beyond.start, self.beyond.end..end]
    }
}

/// A random label for a back edge, from the numbers of its ends.
fn edge_label(a: u64, b: u64) -> u64 {
    // SplitMix64's finaliser.
    let mut label = (a << 32 | b).wrapping_add(0x9e37_79b9_7f4a_7c15);
    label = (label ^ label >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    label = (label ^ label >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    label ^ label >> 31
}

#[cfg(test)]
mod tests {
    use super::DfsTree;
    use base::{Bits, Grid, Pos, flood};

    fn open(rows: &[&str]) -> Bits {
        let cells = rows.iter().flat_map(|row| row.chars()).collect();
        let grid = Grid::from_cells(rows[0].len() as i32, cells).expect("a rectangle");
        Bits::of(&grid, |&cell| cell == '.')
    }

    #[test]
    fn two_cells_enclose_exactly_what_a_flood_does_not_reach() {
        let open = open(&[
            "###############",
            "#.............#",
            "####.###.###.##",
            "#.....##.###.##",
            "####.....#...##",
            "####.####..#.##",
            "####......##.##",
            "####.####....##",
            "#######....####",
            "###############",
        ]);
        let start = Pos::new(1, 1);
        let tree = DfsTree::of(&open, start);
        let is_passage = |pos: &Pos| {
            let sides = [0, 1].map(|turn| {
                let (a, b) = if turn == 0 { ((0, -1), (0, 1)) } else { ((-1, 0), (1, 0)) };
                [a, b].map(|(x, y)| open.contains(*pos + Pos::new(x, y)))
            });
            matches!(sides, [[true, true], [false, false]] | [[false, false], [true, true]])
        };
        let cells = || open.iter().filter(is_passage);
        let without = |shut: &[Pos]| {
            let mut open = open.clone();
            for &pos in shut {
                open.remove(pos);
            }
            flood(&open, start)
        };
        let mut pairs = 0;
        for one in cells().filter(|&one| without(&[one]).count() + 1 == open.count()) {
            for other in cells().filter(|&other| other != one) {
                if without(&[other]).count() + 1 != open.count() {
                    assert!(tree.between(one, other).is_none());
                    continue;
                }
                let reached = without(&[one, other]);
                let lost: Vec<Pos> = open
                    .iter()
                    .filter(|&pos| ![one, other].contains(&pos) && !reached.contains(pos))
                    .collect();
                let parted: Vec<Pos> = match tree.between(one, other) {
                    Some(enclosed) => {
                        let is_in = |pos: &Pos| {
                            tree.number_of(*pos).is_some_and(|it| enclosed.contains(it))
                        };
                        open.iter().filter(is_in).collect()
                    }
                    None => Vec::new(),
                };
                assert_eq!(parted, lost, "{one:?} and {other:?}");
                pairs += usize::from(!lost.is_empty());
            }
        }
        assert!(pairs > 10, "{pairs} pairs part something");
    }

    #[test]
    fn articulation_points_are_the_cells_without_which_a_flood_falls_short() {
        let open = open(&[
            "##############",
            "#....#...#...#",
            "#.##...#...#.#",
            "#....#...#...#",
            "###.####.###.#",
            "#...#....#...#",
            "##############",
        ]);
        for root in [Pos::new(1, 1), Pos::new(3, 4), Pos::new(1, 5)] {
            let tree = DfsTree::of(&open, root);
            assert_eq!(tree.nodes.len(), open.count());
            for pos in open.iter() {
                let mut without = open.clone();
                without.remove(pos);
                let from = open.iter().find(|&other| other != pos).expect("more than one cell");
                let is_cut = flood(&without, from).count() != without.count();
                assert_eq!(tree.is_articulation(pos), is_cut, "{pos:?} from {root:?}");
            }
        }
    }
}
