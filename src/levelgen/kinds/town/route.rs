//! Ways over a grid of places that like to go straight on.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::base::{Bits, Dir, Grid, Pos, Stream};

/// What it costs to enter a place: a share for its column and one for its row. Ways keep to what is
/// cheap and so turn seldom, and none touches itself, as any place beside the way is cheaper to enter
/// than to go round.
pub(in crate::levelgen) struct Costs {
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

/// The cheapest way from a place to any that will do, over open places alone (Dijkstra, 1959).
pub(in crate::levelgen) fn route(
    from: Pos,
    open: &Bits,
    costs: &Costs,
    will_do: impl Fn(Pos) -> bool,
) -> Option<Vec<Pos>> {
    if !open.contains(from) {
        return None;
    }
    let mut came: Grid<Option<Pos>> = Grid::filled(open.width(), open.height(), None);
    let mut best = Grid::filled(open.width(), open.height(), u32::MAX);
    let mut heap = BinaryHeap::from([(Reverse(0), from)]);
    best[from] = 0;
    while let Some((Reverse(cost), pos)) = heap.pop() {
        if will_do(pos) {
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
