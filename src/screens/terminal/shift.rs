//! What moves from one screen to the next, where a terminal can move it in fewer bytes than it
//! takes to send it again: whole rows up or down, and a part of a row to the left or right.
//!
//! It is found in the two screens alone. Of each distance the gain is the bytes of the cells that
//! are right after the move, less those of the cells that were right before it and are not after.

use std::ops::Range;

use super::{screen::TerminalScreen, sgr::repaint};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shift {
    /// Rows move up by so many, or down if that is negative, within some rows.
    Rows { rows: Range<u16>, up: i32 },
    /// Cells of a row move to the left by so many, or to the right, within some columns.
    Cells { y: u16, columns: Range<u16>, left: i32 },
}

/// The number of changed cells from which it is looked whether they have only moved.
const MIN_CHANGED_CELLS: usize = 100;

/// The largest distances that are looked at, in rows and columns.
const MAX_ROWS: i32 = 20;
const MAX_COLUMNS: i32 = 30;

/// Bytes that it takes to move rows, and to move a part of one row.
const ROWS_COST: i32 = 30;
const CELLS_COST: i32 = 24;

/// One of so many columns, or rows, tells which distance is worth a closer look.
const SAMPLE: usize = 4;

/// Two screens, and about how many bytes each cell of the one that is wanted takes, row by row.
struct Shifts<'a> {
    shown: &'a TerminalScreen,
    wanted: &'a TerminalScreen,
    costs: Vec<i32>,
}

/// The moves from one screen to another that gain most: of rows, or else of cells; none if there is
/// nothing to gain.
pub(super) fn shifts(shown: &TerminalScreen, wanted: &TerminalScreen) -> Vec<Shift> {
    let changed = |y| shown.row(y).iter().zip(wanted.row(y)).filter(|(own, to)| own != to).count();
    if (0..wanted.height).map(changed).sum::<usize>() < MIN_CHANGED_CELLS {
        return Vec::new();
    }
    Shifts { shown, wanted, costs: costs(wanted) }.find()
}

fn costs(screen: &TerminalScreen) -> Vec<i32> {
    let (mut costs, mut scratch) = (Vec::new(), Vec::new());
    for y in 0..screen.height {
        let mut pen = None;
        for &cell in screen.row(y) {
            scratch.clear();
            pen = Some(repaint(pen, cell, &mut scratch));
            // Blanks alike are erased together.
            let own = if cell.is_bare() { 0 } else { cell.len() };
            costs.push((scratch.len() + own) as i32);
        }
    }
    costs
}

impl Shifts<'_> {
    fn find(&self) -> Vec<Shift> {
        let up = best(MAX_ROWS, |up| self.of_rows(up, SAMPLE).map_or(0, |(gain, _)| gain));
        if let Some((gain, rows)) = self.of_rows(up, 1)
            && gain > ROWS_COST
        {
            return vec![Shift::Rows { rows, up }];
        }
        let height = usize::from(self.wanted.height);
        let gain_of = |left| {
            let rows = (0..height).step_by(SAMPLE).filter_map(|y| self.of_cells(y, left));
            rows.map(|(gain, _)| (gain - CELLS_COST).max(0)).sum()
        };
        let left = best(MAX_COLUMNS, gain_of);
        let rows = (0..height).filter_map(|y| {
            let (gain, columns) = self.of_cells(y, left)?;
            (gain > CELLS_COST).then_some(Shift::Cells { y: y as u16, columns, left })
        });
        rows.collect()
    }

    /// What moving rows up gains at most, by one of so many columns, and the rows within which.
    fn of_rows(&self, up: i32, step: usize) -> Option<(i32, Range<u16>)> {
        let (width, height) = (usize::from(self.wanted.width), i32::from(self.wanted.height));
        let gain = |y: i32| -> i32 {
            let (shown, before) = (self.shown.row(y as u16), self.shown.row((y + up) as u16));
            let wanted = self.wanted.row(y as u16);
            let cells = (0..width).step_by(step);
            cells
                .map(|x| self.gain(y as usize, x, shown[x] == wanted[x], before[x] == wanted[x]))
                .sum()
        };
        let kept = |y: i32| -> i32 {
            let (shown, wanted) = (self.shown.row(y as u16), self.wanted.row(y as u16));
            let cells = (0..width).step_by(step).filter(|&x| shown[x] == wanted[x]);
            cells.map(|x| self.gain(y as usize, x, false, true)).sum()
        };
        let (gain, range, bare) = moved(up, height, gain)?;
        Some((gain - bare.map(kept).sum::<i32>(), range))
    }

    /// What moving cells of a row to the left gains at most, and the columns within which. None in
    /// a row with characters two columns wide, which would be parted.
    fn of_cells(&self, y: usize, left: i32) -> Option<(i32, Range<u16>)> {
        let (shown, wanted) = (self.shown.row(y as u16), self.wanted.row(y as u16));
        let is_right = |x: i32| shown[x as usize] == wanted[x as usize];
        let comes_right = |x: i32| shown[(x + left) as usize] == wanted[x as usize];
        let gain = |x: i32| self.gain(y, x as usize, is_right(x), comes_right(x));
        let (gain, range, bare) = moved(left, i32::from(self.wanted.width), gain)?;
        let lost = bare.map(|x| self.gain(y, x as usize, false, is_right(x))).sum::<i32>();
        let is_narrow = gain > CELLS_COST
            && ![shown, wanted].into_iter().flatten().any(|cell| cell.is_continuation());
        is_narrow.then_some((gain - lost, range))
    }

    /// What a cell gains that was right or not, and then is right or not.
    fn gain(&self, y: usize, x: usize, was_right: bool, is_right: bool) -> i32 {
        let cost = self.costs[y * usize::from(self.wanted.width) + x];
        cost * (i32::from(is_right) - i32::from(was_right))
    }
}

/// The distance that gains most, of those up to one in both directions; 1 if none gains anything.
fn best(max: i32, gain: impl Fn(i32) -> i32) -> i32 {
    let distances = (1..=max).flat_map(|by| [by, -by]);
    distances.rev().max_by_key(|&by| gain(by)).unwrap_or(1)
}

/// The run of places that gains most when each takes over from the one `by` places on. Returns the
/// gain, the places within which all moves, and those that nothing comes to.
fn moved(by: i32, count: i32, gain: impl Fn(i32) -> i32) -> Option<(i32, Range<u16>, Range<i32>)> {
    let places = (-by).max(0)..count - by.max(0);
    let (mut best, mut run) = ((0, 0..0), (0, places.start));
    for place in places {
        run.0 += gain(place);
        if run.0 <= 0 {
            run = (0, place + 1);
        } else if run.0 > best.0 {
            best = (run.0, run.1..place + 1);
        }
    }
    let (gain, run) = best;
    let all = run.start + by.min(0)..run.end + by.max(0);
    let bare = if by > 0 { run.end..all.end } else { all.start..run.start };
    (gain > 0).then_some((gain, all.start as u16..all.end as u16, bare))
}
