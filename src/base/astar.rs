//! Cheapest ways between two cells by A*.
//!
//! Hart, Nilsson and Raphael (1968), with integer costs and a bucket queue. Who walks, and what makes a
//! cell dear, is not known here.

use super::{Dir, Grid, Pos};

/// The memory of the search, to be used again: no search clears or allocates what an earlier one left.
#[derive(Clone, Debug, Default)]
pub struct Astar {
    nodes: Vec<Node>,
    /// Nodes of other searches are as good as never seen.
    search: u32,
    /// Cells to look at, by their estimate modulo the number of buckets; the last in is looked at first.
    buckets: [Vec<Open>; BUCKETS],
}

#[derive(Clone, Copy, Debug, Default)]
struct Node {
    search: u32,
    /// The cost of the cheapest way known.
    spent: u32,
    /// The step that this way came by, as a place in [`ORDER`].
    by: u8,
}

#[derive(Clone, Copy, Debug)]
struct Open {
    pos: Pos,
    spent: u32,
}

/// More than an estimate can grow by in a step: the greatest cost and 1 for a step in the wrong direction.
const BUCKETS: usize = 32;

/// The order in which steps are tried. Sideways steps stand before the diagonal ones they permit.
const ORDER: [Dir; 8] = [
    Dir::North,
    Dir::East,
    Dir::South,
    Dir::West,
    Dir::NorthEast,
    Dir::SouthEast,
    Dir::SouthWest,
    Dir::NorthWest,
];

impl Astar {
    /// The greatest cost of entering a cell.
    pub const MAX_COST: u8 = 15;

    pub fn new() -> Astar {
        Astar::default()
    }

    /// The cheapest way in eight directions over a grid of costs: see [`Astar::path_by`].
    pub fn path(
        &mut self,
        costs: &Grid<u8>,
        from: Pos,
        to: Pos,
        path: &mut Vec<Pos>,
    ) -> Option<u32> {
        let cost = |pos: Pos| costs.cells()[costs.index_of(pos)];
        self.path_by(costs.width(), costs.height(), cost, from, to, path)
    }

    /// The cheapest way in eight directions over a grid of this size; its cost, or `None` if there is none.
    ///
    /// `cost` tells what entering a cell of the grid costs: 1 to [`Astar::MAX_COST`], or 0 where it is not
    /// passable. A diagonal step needs both cells that it squeezes between to be passable. The cells of
    /// the way replace the contents of `path`: without `from`, whose own cost never counts, up to and with
    /// `to`. Of equally cheap ways it is always the same one that is found.
    pub fn path_by(
        &mut self,
        width: i32,
        height: i32,
        cost: impl Fn(Pos) -> u8,
        from: Pos,
        to: Pos,
        path: &mut Vec<Pos>,
    ) -> Option<u32> {
        path.clear();
        let contains = |pos: Pos| (pos.x as u32) < width as u32 && (pos.y as u32) < height as u32;
        let index = |pos: Pos| (pos.y * width + pos.x) as usize;
        let cost = |pos: Pos| if contains(pos) { cost(pos).min(Astar::MAX_COST) } else { 0 };
        if !contains(from) || !contains(to) || (cost(to) == 0 && from != to) {
            return None;
        }
        self.begin((width * height) as usize);
        self.nodes[index(from)] = Node { search: self.search, spent: 0, by: 0 };
        let mut estimate = from.steps_to(to) as u32;
        self.buckets[estimate as usize % BUCKETS].push(Open { pos: from, spent: 0 });
        let mut waiting = 1;
        while waiting > 0 {
            let Some(Open { pos, spent }) = self.buckets[estimate as usize % BUCKETS].pop() else {
                estimate += 1;
                continue;
            };
            waiting -= 1;
            if self.nodes[index(pos)].spent != spent {
                continue;
            }
            if pos == to {
                self.trace(width, from, to, path);
                return Some(spent);
            }
            let mut open = [false; 4];
            for (by, dir) in ORDER.into_iter().enumerate() {
                if by >= 4 && !(open[by - 4] && open[(by - 3) % 4]) {
                    continue;
                }
                let there = pos + dir;
                let step = cost(there);
                if by < 4 {
                    open[by] = step > 0;
                }
                if step == 0 {
                    continue;
                }
                let spent = spent + u32::from(step);
                let node = &mut self.nodes[index(there)];
                if node.search != self.search || spent < node.spent {
                    *node = Node { search: self.search, spent, by: by as u8 };
                    let estimate = spent + there.steps_to(to) as u32;
                    self.buckets[estimate as usize % BUCKETS].push(Open { pos: there, spent });
                    waiting += 1;
                }
            }
        }
        None
    }

    fn begin(&mut self, area: usize) {
        for bucket in &mut self.buckets {
            bucket.clear();
        }
        if self.nodes.len() < area {
            self.nodes.resize(area, Node::default());
        }
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            // The count has come round: what is left from then must not be taken for news.
            self.nodes.fill(Node::default());
            self.search = 1;
        }
    }

    /// Follows the steps back from the end.
    fn trace(&self, width: i32, from: Pos, to: Pos, path: &mut Vec<Pos>) {
        let mut pos = to;
        while pos != from {
            path.push(pos);
            let by = self.nodes[(pos.y * width + pos.x) as usize].by;
            pos = pos - ORDER[by as usize].offset();
        }
        path.reverse();
    }
}
