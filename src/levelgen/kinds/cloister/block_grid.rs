//! A coarse grid with uneven columns and rows, for what is laid out in blocks.

use crate::base::{Rect, Stream};

/// Where the columns and the rows of blocks begin and end, in cells.
pub(in crate::levelgen) struct Lattice {
    columns: Vec<i32>,
    rows: Vec<i32>,
}

/// What a block is like in cells, across and down: the usual size, and the least.
const USUAL: (i32, i32) = (13, 8);
const LEAST: (i32, i32) = (10, 7);
/// There are at least so many blocks each way.
const FEWEST: i32 = 3;
/// What is handed out at a time when the columns and rows are made uneven, in cells.
const HANDFUL: i32 = 2;

impl Lattice {
    /// Divides a level of this size.
    pub fn draw(stream: &mut Stream, width: i32, height: i32) -> Lattice {
        // The last column is nobody's: it closes the border.
        let columns = cuts(stream, width - 1, USUAL.0, LEAST.0);
        let rows = cuts(stream, height - 1, USUAL.1, LEAST.1);
        Lattice { columns, rows }
    }

    /// The number of blocks across and down.
    pub fn size(&self) -> (i32, i32) {
        (self.columns.len() as i32 - 1, self.rows.len() as i32 - 1)
    }

    /// Where a room may lie that takes up some blocks: rooms of blocks side by side are then always three
    /// cells apart or more, which leaves a hallway its two doors and a cell to turn in.
    pub fn room_area(&self, blocks: Rect) -> Rect {
        let (x, right) = (self.columns[blocks.x as usize], self.columns[blocks.right() as usize]);
        let (y, bottom) = (self.rows[blocks.y as usize], self.rows[blocks.bottom() as usize]);
        Rect::new(x + 2, y + 2, right - x - 3, bottom - y - 3)
    }
}

/// The ends of as many parts of a length as fit if they are of the usual size.
fn cuts(stream: &mut Stream, length: i32, usual: i32, least: i32) -> Vec<i32> {
    let parts = (length / usual).max(FEWEST);
    let mut sizes = vec![least; parts as usize];
    let mut rest = length - parts * least;
    while rest > 0 {
        let part = stream.below(parts as u32) as usize;
        sizes[part] += HANDFUL.min(rest);
        rest -= HANDFUL;
    }
    let mut at = 0;
    let ends = sizes.into_iter().map(|size| {
        at += size;
        at
    });
    std::iter::once(0).chain(ends).collect()
}
