//! Cheapest ways over a grid of places that prefer to go straight.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use base::{Bits, Dir, Grid, Pos, Stream};

/// The cost to enter a place: a random cost of its column plus one of its row. Ways follow cheap columns and rows, so they
/// seldom turn; no way touches itself, because entering the adjacent place would be cheaper than the detour.
pub(crate) struct Costs {
    columns: Vec<u32>,
    rows: Vec<u32>,
}

impl Costs {
    pub(crate) fn draw(cols: i32, rows: i32, stream: &mut Stream) -> Costs {
        let mut draw = |count: i32| (0..count).map(|_| 2 + stream.below(7)).collect();
        Costs { columns: draw(cols), rows: draw(rows) }
    }

    fn of(&self, pos: Pos) -> u32 {
        self.columns[pos.x as usize] + self.rows[pos.y as usize]
    }
}

/// The cheapest way over open places from a place to any that is a goal, by Dijkstra's algorithm (1959). Costs are on
/// places and goals are given by a predicate, so the searches of `algo::graph` do not apply.
pub(crate) fn route(
    from: Pos,
    open: &Bits,
    costs: &Costs,
    is_goal: impl Fn(Pos) -> bool,
) -> Option<Vec<Pos>> {
    if !open.contains(from) {
        return None;
    }
    let mut came: Grid<Option<Pos>> = Grid::filled(open.width(), open.height(), None);
    let mut best = Grid::filled(open.width(), open.height(), u32::MAX);
    let mut heap = BinaryHeap::from([(Reverse(0), from)]);
    best[from] = 0;
    while let Some((Reverse(cost), pos)) = heap.pop() {
        if is_goal(pos) {
            let mut way: Vec<Pos> = std::iter::successors(Some(pos), |&pos| came[pos]).collect();
            way.reverse();
            return Some(way);
        }
        if cost > best[pos] {
            continue;
        }
        for next in Dir::CARDINAL.map(|dir| pos + dir) {
            if !open.contains(next) {
                continue;
            }
            let through = cost + costs.of(next);
            if through < best[next] {
                best[next] = through;
                came[next] = Some(pos);
                heap.push((Reverse(through), next));
            }
        }
    }
    None
}
