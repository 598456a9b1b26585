//! The first obstacle on the way that leads through the fewest obstacles.

use crate::sim::prelude::*;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The length of a way: cells of the kind of obstacle that is avoided most, then all obstacles,
/// then steps, in one number from the highest bits down.
const STEP: u64 = 1;
const OBSTACLE: u64 = 1 << 20;
const WORST_OBSTACLE: u64 = 1 << 40;

/// How a cell was reached: the length of the way, and the first obstacle on it.
#[derive(Clone, Copy)]
struct Reached {
    length: u64,
    first: Option<Pos>,
}

/// The first cell that is not `safe` on the shortest way to the nearest goal over `open` cells, of
/// which as few as possible are `worst`, and then as few as possible not safe; `None` where no way
/// leads to a goal.
///
/// Dijkstra's algorithm; ties go by reading order. A shortest way over all open cells would not do:
/// it leads over traps that one can walk round.
pub(super) fn first_obstacle(
    from: Pos,
    goals: &[Pos],
    safe: &Bits,
    open: &Bits,
    worst: &Bits,
) -> Option<Pos> {
    let mut reached: Grid<Option<Reached>> = Grid::filled(open.width(), open.height(), None);
    let mut queue = BinaryHeap::from([Reverse((0, from))]);
    reached[from] = Some(Reached { length: 0, first: None });
    while let Some(Reverse((length, pos))) = queue.pop() {
        let Some(own) = reached[pos].filter(|own| own.length == length) else { continue };
        if goals.contains(&pos) {
            return own.first;
        }
        for dir in Dir::ALL {
            let (to, Pos { x, y }) = (pos + dir, dir.offset());
            let squeezes =
                || !(open.contains(pos + Pos::new(x, 0)) && open.contains(pos + Pos::new(0, y)));
            if !open.contains(to) || (dir.is_diagonal() && squeezes()) {
                continue;
            }
            let obstacle = if safe.contains(to) { 0 } else { OBSTACLE };
            let worst = if worst.contains(to) { WORST_OBSTACLE } else { 0 };
            let length = length + STEP + obstacle + worst;
            if reached[to].is_none_or(|old| length < old.length) {
                let first = own.first.or((obstacle > 0).then_some(to));
                reached[to] = Some(Reached { length, first });
                queue.push(Reverse((length, to)));
            }
        }
    }
    None
}
