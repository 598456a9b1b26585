//! Cheapest paths between two cells by A*.
//!
//! Hart, Nilsson and Raphael (1968), with integer costs and a bucket queue. The caller gives the
//! cost of each cell.

use super::{Bits, Dir, Pos};

/// The memory of searches, kept so that repeated searches neither clear nor allocate it.
#[derive(Clone, Debug, Default)]
pub struct Astar {
    nodes: Vec<Node>,
    /// The number of the present search. Nodes with another number are stale and count as not
    /// visited.
    search: u32,
    /// The open cells, by their estimate modulo the number of buckets; the last in is visited
    /// first.
    buckets: [Vec<Open>; BUCKET_COUNT],
}

#[derive(Clone, Copy, Debug, Default)]
struct Node {
    search: u32,
    /// The cost of the cheapest known path.
    spent: u32,
    /// The last step of that path, as an index into [`STEP_OFFSETS`].
    by: u8,
}

#[derive(Clone, Copy, Debug)]
struct Open {
    pos: Pos,
    spent: u32,
}

/// The number of buckets: more than an estimate can grow by in a step, which is the greatest cost,
/// and 1 for a step in the wrong direction.
const BUCKET_COUNT: usize = 32;

/// The steps in the order in which they are tried: that of [`Dir::SIDEWAYS_FIRST`].
const STEP_OFFSETS: [Pos; 8] = {
    let mut order = [Pos::new(0, 0); 8];
    let mut by = 0;
    while by < 8 {
        order[by] = Dir::SIDEWAYS_FIRST[by].offset();
        by += 1;
    }
    order
};

/// The legal steps from a cell as bits in the order of [`STEP_OFFSETS`], by which of its square of
/// nine cells are open; see [`Bits::around`].
const LEGAL_STEPS: [u8; 512] = {
    let mut table = [0; 512];
    let mut square = 0;
    while square < 512 {
        let mut by = 0;
        while by < 8 {
            let Pos { x, y } = STEP_OFFSETS[by];
            let is_open = square >> (4 + 3 * y + x) & 1 == 1;
            let squeezes =
                by >= 4 && !(is_in(table[square], by - 4) && is_in(table[square], (by - 3) % 4));
            if is_open && !squeezes {
                table[square] |= 1 << by;
            }
            by += 1;
        }
        square += 1;
    }
    table
};

const fn is_in(steps: u8, by: usize) -> bool {
    steps >> by & 1 == 1
}

impl Astar {
    /// The greatest cost of entering a cell.
    pub const MAX_COST: u8 = 15;

    pub fn new() -> Astar {
        Astar::default()
    }

    /// Finds the cheapest path in eight directions over passable cells; its cost, or `None` if
    /// there is no path.
    ///
    /// `cost` is the cost of entering a passable cell, 1 to [`Astar::MAX_COST`]. A diagonal step
    /// needs both cells that it squeezes between to be passable. The cells of the path replace the
    /// contents of `path`, from the cell after `from` to `to`; `from` need not be passable, and its
    /// own cost never counts. Of equally cheap paths the same one is always found.
    pub fn path(
        &mut self,
        passable: &Bits,
        cost: impl Fn(Pos) -> u8,
        from: Pos,
        to: Pos,
        path: &mut Vec<Pos>,
    ) -> Option<u32> {
        path.clear();
        let (width, height) = (passable.width(), passable.height());
        let is_inside = (0..width).contains(&from.x) && (0..height).contains(&from.y);
        if !is_inside || !(passable.contains(to) || from == to) {
            return None;
        }
        let index = |pos: Pos| (pos.y * width + pos.x) as usize;
        self.begin((width * height) as usize);
        self.nodes[index(from)] = Node { search: self.search, spent: 0, by: 0 };
        let mut estimate = from.steps_to(to) as u32;
        self.buckets[estimate as usize % BUCKET_COUNT].push(Open { pos: from, spent: 0 });
        let mut waiting = 1;
        while waiting > 0 {
            let Some(Open { pos, spent }) = self.buckets[estimate as usize % BUCKET_COUNT].pop()
            else {
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
            let mut left = LEGAL_STEPS[passable.around(pos) as usize];
            while left != 0 {
                let by = left.trailing_zeros() as u8;
                left &= left - 1;
                let there = pos + STEP_OFFSETS[usize::from(by)];
                let spent = spent + u32::from(cost(there).min(Astar::MAX_COST));
                let node = &mut self.nodes[index(there)];
                if node.search != self.search || spent < node.spent {
                    *node = Node { search: self.search, spent, by };
                    let estimate = spent + there.steps_to(to) as u32;
                    self.buckets[estimate as usize % BUCKET_COUNT].push(Open { pos: there, spent });
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
            pos = pos - STEP_OFFSETS[by as usize];
        }
        path.reverse();
    }
}
