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
    #[inline]
    pub const fn new(x: i32, y: i32, w: i32, h: i32) -> Rect {
        Rect { x, y, w, h }
    }

    /// The square of the cells within a number of steps of a cell.
    #[inline]
    pub const fn around(pos: Pos, steps: i32) -> Rect {
        Rect::new(pos.x, pos.y, 1, 1).grown(steps)
    }

    /// One past the easternmost column.
    #[inline]
    pub const fn right(self) -> i32 {
        self.x + self.w
    }

    /// One past the southernmost row.
    #[inline]
    pub const fn bottom(self) -> i32 {
        self.y + self.h
    }

    #[inline]
    pub const fn area(self) -> i32 {
        self.w * self.h
    }

    /// The middle cell; of two, the north-western one.
    #[inline]
    pub const fn centre(self) -> Pos {
        Pos::new(self.x + (self.w - 1) / 2, self.y + (self.h - 1) / 2)
    }

    #[inline]
    pub const fn contains(self, pos: Pos) -> bool {
        pos.x >= self.x && pos.y >= self.y && pos.x < self.right() && pos.y < self.bottom()
    }

    /// Grown by `by` cells on each side; shrunk where `by` is negative.
    #[inline]
    pub const fn grown(self, by: i32) -> Rect {
        Rect::new(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)
    }

    /// The smallest rectangle that holds both.
    #[inline]
    pub const fn union(self, other: Rect) -> Rect {
        let (x, y) = (min(self.x, other.x), min(self.y, other.y));
        let right = max(self.right(), other.right());
        let bottom = max(self.bottom(), other.bottom());
        Rect::new(x, y, right - x, bottom - y)
    }

    /// The cells that both hold. Where they hold none in common, a side is zero or negative.
    #[inline]
    pub const fn intersection(self, other: Rect) -> Rect {
        let (x, y) = (max(self.x, other.x), max(self.y, other.y));
        let right = min(self.right(), other.right());
        let bottom = min(self.bottom(), other.bottom());
        Rect::new(x, y, right - x, bottom - y)
    }

    /// The columns between two rectangles and the rows between them; negative by as many as they share.
    #[inline]
    pub const fn gaps(self, other: Rect) -> (i32, i32) {
        let across = max(other.x - self.right(), self.x - other.right());
        let down = max(other.y - self.bottom(), self.y - other.bottom());
        (across, down)
    }

    /// They share at least one cell.
    #[inline]
    pub const fn overlaps(self, other: Rect) -> bool {
        self.x < other.right()
            && other.x < self.right()
            && self.y < other.bottom()
            && other.y < self.bottom()
    }

    /// Every cell, in reading order.
    #[inline]
    pub fn positions(self) -> impl Iterator<Item = Pos> {
        (self.y..self.bottom())
            .flat_map(move |y| (self.x..self.right()).map(move |x| Pos::new(x, y)))
    }
}

/// `Ord::min` of two numbers, as a constant function.
const fn min(a: i32, b: i32) -> i32 {
    if a < b { a } else { b }
}

/// `Ord::max` of two numbers, as a constant function.
const fn max(a: i32, b: i32) -> i32 {
    if a > b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::Rect;

    #[test]
    fn union_intersection_and_gaps() {
        let (a, b) = (Rect::new(0, 0, 4, 3), Rect::new(2, 1, 5, 6));
        assert_eq!(a.union(b), Rect::new(0, 0, 7, 7));
        assert_eq!(a.intersection(b), Rect::new(2, 1, 2, 2));
        assert_eq!((a.gaps(b), b.gaps(a)), ((-2, -2), (-2, -2)));
        let apart = Rect::new(6, -5, 1, 2);
        assert_eq!(a.intersection(apart).w, -2);
        assert_eq!((a.gaps(apart), apart.gaps(a)), ((2, 3), (2, 3)));
    }
}
