//! The great cycle: a walk along the edge of a rectangle of the coarse grid.

use base::{Pos, Rect, Stream};

/// Maximum number of blocks of a small side of the grid: the great cycle takes nearly all of it.
const MAX_SMALL_GRID_BLOCKS: i32 = 7;
/// Minimum and maximum share of a larger side that it takes, in percent of the blocks.
const RING_PERCENT: (i32, i32) = (55, 80);
/// The largest court, in blocks.
const MAX_COURT_BLOCKS: (i32, i32) = (2, 2);

/// A random rectangle of blocks along whose edge the great cycle leads.
pub(crate) fn bounds(stream: &mut Stream, (cols, rows): (i32, i32)) -> Rect {
    let (w, h) = (extent(stream, cols), extent(stream, rows));
    Rect::new(stream.range(0, cols - w), stream.range(0, rows - h), w, h)
}

fn extent(stream: &mut Stream, blocks: i32) -> i32 {
    let (low, high) = if blocks <= MAX_SMALL_GRID_BLOCKS {
        ((blocks - 1).max(3), blocks)
    } else {
        (blocks * RING_PERCENT.0 / 100, blocks * RING_PERCENT.1 / 100)
    };
    stream.range(low, high)
}

/// The blocks along the edge of a rectangle, clockwise from the upper left.
pub(crate) fn walk(bounds: Rect) -> Vec<Pos> {
    let Rect { x, y, .. } = bounds;
    let (right, bottom) = (bounds.right() - 1, bounds.bottom() - 1);
    let top = (x..right).map(|x| Pos::new(x, y));
    let east = (y..bottom).map(|y| Pos::new(right, y));
    let low = (x + 1..=right).rev().map(|x| Pos::new(x, bottom));
    let west = (y + 1..=bottom).rev().map(move |y| Pos::new(x, y));
    top.chain(east).chain(low).chain(west).collect()
}

/// A random court inside the walk, at one of its sides.
pub(crate) fn court(stream: &mut Stream, bounds: Rect) -> Rect {
    let inside = bounds.grown(-1);
    let (max_w, max_h) = (inside.w.min(MAX_COURT_BLOCKS.0), inside.h.min(MAX_COURT_BLOCKS.1));
    let (w, h) = (stream.range((max_w).min(2), max_w), stream.range(1, max_h));
    let (far_x, far_y) = (inside.w - w, inside.h - h);
    let (mut x, mut y) = (stream.range(0, far_x), stream.range(0, far_y));
    // At a side, so that the court is adjacent to the walk.
    match stream.below(4) {
        0 => x = 0,
        1 => x = far_x,
        2 => y = 0,
        _ => y = far_y,
    }
    Rect::new(inside.x + x, inside.y + y, w, h)
}
