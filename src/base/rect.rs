//! Rectangles.

use serde::{Deserialize, Serialize};

use super::Pos;

/// A rectangle of cells: its north-western cell and its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rect {
    pub x: i32,
    pub y: i32,
    pub w: i32,
    pub h: i32,
}

impl Rect {
    pub const fn new(x: i32, y: i32, w: i32, h: i32) -> Rect {
        Rect { x, y, w, h }
    }

    /// The cells within so many steps of one, however they may lie.
    pub const fn around(pos: Pos, steps: i32) -> Rect {
        Rect::new(pos.x, pos.y, 1, 1).grown(steps)
    }

    /// One past the easternmost column.
    pub const fn right(self) -> i32 {
        self.x + self.w
    }

    /// One past the southernmost row.
    pub const fn bottom(self) -> i32 {
        self.y + self.h
    }

    pub const fn area(self) -> i32 {
        self.w * self.h
    }

    /// The middle cell; of two, the north-western one.
    pub const fn centre(self) -> Pos {
        Pos::new(self.x + (self.w - 1) / 2, self.y + (self.h - 1) / 2)
    }

    pub const fn contains(self, pos: Pos) -> bool {
        pos.x >= self.x && pos.y >= self.y && pos.x < self.right() && pos.y < self.bottom()
    }

    /// Grown by `by` cells on each side; shrunk where `by` is negative.
    pub const fn grown(self, by: i32) -> Rect {
        Rect::new(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)
    }

    /// They share at least one cell.
    pub const fn overlaps(self, other: Rect) -> bool {
        self.x < other.right()
            && other.x < self.right()
            && self.y < other.bottom()
            && other.y < self.bottom()
    }

    /// Every cell, in reading order.
    pub fn positions(self) -> impl Iterator<Item = Pos> {
        (self.y..self.bottom())
            .flat_map(move |y| (self.x..self.right()).map(move |x| Pos::new(x, y)))
    }
}
