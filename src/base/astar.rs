//! Cheapest ways between two cells by A*.
//!
//! Hart, Nilsson and Raphael (1968), with integer costs and a bucket queue. Who walks, and what makes a
//! cell dear, is not known here.

use super::{Bits, Dir, Pos};

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

/// The steps in the order in which they are tried: that of [`Dir::SIDEWAYS_FIRST`].
const ORDER: [Pos; 8] = {
    let mut order = [Pos::new(0, 0); 8];
    let mut by = 0;
    while by < 8 {
        order[by] = Dir::SIDEWAYS_FIRST[by].offset();
        by += 1;
    }
    order
};

/// The steps, as bits in that order, from the middle of a square of nine cells, by those that are open: see
/// [`Bits::around`].
const STEPS: [u8; 512] = {
    let mut table = [0; 512];
    let mut square = 0;
    while square < 512 {
        let mut by = 0;
        while by < 8 {
            let Pos { x, y } = ORDER[by];
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

    /// The cheapest way in eight directions over passable cells; its cost, or `None` if there is none.
    ///
    /// `cost` tells what entering a passable cell costs: 1 to [`Astar::MAX_COST`]. A diagonal step needs both
    /// cells that it squeezes between to be passable. The cells of the way replace the contents of `path`:
    /// without `from`, which need not be passable and whose own cost never counts, up to and with `to`. Of
    /// equally cheap ways it is always the same one that is found.
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
            let mut left = STEPS[passable.around(pos) as usize];
            while left != 0 {
                let by = left.trailing_zeros() as u8;
                left &= left - 1;
                let there = pos + ORDER[usize::from(by)];
                let spent = spent + u32::from(cost(there).min(Astar::MAX_COST));
                let node = &mut self.nodes[index(there)];
                if node.search != self.search || spent < node.spent {
                    *node = Node { search: self.search, spent, by };
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
            pos = pos - ORDER[by as usize];
        }
        path.reverse();
    }
}
