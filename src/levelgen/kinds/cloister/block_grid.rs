//! A coarse grid with uneven columns and rows, for what is laid out in blocks.

use crate::base::{Rect, Stream};

/// Where the columns and the rows of blocks begin and end, in cells.
pub(in crate::levelgen) struct BlockGrid {
    columns: Vec<i32>,
    rows: Vec<i32>,
}

/// The usual and the least size of a block, in cells across and down.
const USUAL_BLOCK_CELLS: (i32, i32) = (13, 8);
const MIN_BLOCK_CELLS: (i32, i32) = (10, 7);
/// The least number of blocks across, and down.
const MIN_BLOCKS: i32 = 3;
/// The cells by which a random column or row grows at a time, until all of the length is used.
const GROWTH_STEP_CELLS: i32 = 2;

impl BlockGrid {
    /// Divides a level of this size.
    pub(crate) fn draw(stream: &mut Stream, width: i32, height: i32) -> BlockGrid {
        // The last column and row belong to no block: they close the border.
        let columns = cuts(stream, width - 1, USUAL_BLOCK_CELLS.0, MIN_BLOCK_CELLS.0);
        let rows = cuts(stream, height - 1, USUAL_BLOCK_CELLS.1, MIN_BLOCK_CELLS.1);
        BlockGrid { columns, rows }
    }

    /// The number of blocks across and down.
    pub(crate) fn size(&self) -> (i32, i32) {
        (self.columns.len() as i32 - 1, self.rows.len() as i32 - 1)
    }

    /// Where a room may lie that takes up some blocks: rooms of blocks side by side are then always three
    /// cells apart or more, which leaves a hallway its two doors and a cell to turn in.
    pub(crate) fn room_area(&self, blocks: Rect) -> Rect {
        let (x, right) = (self.columns[blocks.x as usize], self.columns[blocks.right() as usize]);
        let (y, bottom) = (self.rows[blocks.y as usize], self.rows[blocks.bottom() as usize]);
        Rect::new(x + 2, y + 2, right - x - 3, bottom - y - 3)
    }
}

/// The ends of as many parts of a length as fit if they are of the usual size.
fn cuts(stream: &mut Stream, length: i32, usual: i32, min: i32) -> Vec<i32> {
    let parts = (length / usual).max(MIN_BLOCKS);
    let mut sizes = vec![min; parts as usize];
    let mut rest = length - parts * min;
    while rest > 0 {
        let part = stream.below(parts as u32) as usize;
        sizes[part] += GROWTH_STEP_CELLS.min(rest);
        rest -= GROWTH_STEP_CELLS;
    }
    let mut at = 0;
    let ends = sizes.into_iter().map(|size| {
        at += size;
        at
    });
    std::iter::once(0).chain(ends).collect()
}
