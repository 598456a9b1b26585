//! A coarse grid of blocks with uneven columns and rows.

use base::{Rect, Stream};

/// The borders of the columns and rows of blocks, in cells.
pub(crate) struct BlockGrid {
    columns: Vec<i32>,
    rows: Vec<i32>,
}

/// The usual size of a block, in cells across and down.
const USUAL_BLOCK_CELLS: (i32, i32) = (13, 8);
/// The minimum size of a block, in cells across and down.
const MIN_BLOCK_CELLS: (i32, i32) = (10, 7);
/// The minimum number of blocks across, and down.
const MIN_BLOCKS: i32 = 3;
/// Number of cells by which a random column or row grows at a time, until the whole length is used.
const GROWTH_STEP_CELLS: i32 = 2;

impl BlockGrid {
    /// A random grid for a level of this size.
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

    /// The area for a room that occupies some blocks. Rooms of adjacent blocks are then at least three cells apart, which
    /// leaves a hallway its two doors and a cell to turn in.
    pub(crate) fn room_area(&self, blocks: Rect) -> Rect {
        let (x, right) = (self.columns[blocks.x as usize], self.columns[blocks.right() as usize]);
        let (y, bottom) = (self.rows[blocks.y as usize], self.rows[blocks.bottom() as usize]);
        Rect::new(x + 2, y + 2, right - x - 3, bottom - y - 3)
    }
}

/// The borders of parts of a length; the number of parts is what fits with the usual size.
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
