//! The screen that a terminal shows, or is to show.

use std::ops::Range;

use super::cell::{TerminalCell, TerminalColor};

/// Rows of cells.
#[derive(Clone, Debug)]
pub(super) struct TerminalScreen {
    pub(super) width: u16,
    pub(super) height: u16,
    cells: Vec<TerminalCell>,
    /// Rows that were written to since they were last compared.
    touched: Vec<bool>,
}

impl TerminalScreen {
    pub(super) fn blank(width: u16, height: u16, ground: TerminalColor) -> Self {
        let cells = vec![TerminalCell::blank(ground); usize::from(width) * usize::from(height)];
        Self { width, height, cells, touched: vec![true; usize::from(height)] }
    }

    pub(super) fn fill(&mut self, cell: TerminalCell) {
        self.cells.fill(cell);
        self.touch();
    }

    /// Has every row compared again: what it is compared with has changed.
    pub(super) fn touch(&mut self) {
        self.touched.fill(true);
    }

    pub(super) fn row(&self, y: u16) -> &[TerminalCell] {
        let start = usize::from(y) * usize::from(self.width);
        &self.cells[start..start + usize::from(self.width)]
    }

    pub(super) fn row_mut(&mut self, y: u16) -> &mut [TerminalCell] {
        self.touched[usize::from(y)] = true;
        let start = usize::from(y) * usize::from(self.width);
        &mut self.cells[start..start + usize::from(self.width)]
    }

    /// Takes the rows that were written to since the last time.
    pub(super) fn take_touched(&mut self, y: u16) -> bool {
        std::mem::take(&mut self.touched[usize::from(y)])
    }

    /// Moves rows up by so many, or down if that is negative, within some rows. What comes in is
    /// blank.
    pub(super) fn move_rows(&mut self, rows: Range<u16>, up: i32, blank: TerminalCell) {
        let width = usize::from(self.width);
        let cells = &mut self.cells[usize::from(rows.start) * width..usize::from(rows.end) * width];
        move_slice(cells, up * i32::from(self.width), blank);
    }

    /// Moves the cells of a row from a column on to the left by so many, or to the right if that is
    /// negative. What comes in is blank.
    pub(super) fn move_cells(&mut self, y: u16, from: u16, left: i32, blank: TerminalCell) {
        move_slice(&mut self.row_mut(y)[usize::from(from)..], left, blank);
    }
}

fn move_slice(cells: &mut [TerminalCell], back: i32, blank: TerminalCell) {
    let count = back.unsigned_abs() as usize;
    let rest = cells.len() - count;
    if back > 0 {
        cells.copy_within(count.., 0);
        cells[rest..].fill(blank);
    } else {
        cells.copy_within(..rest, count);
        cells[..count].fill(blank);
    }
}
