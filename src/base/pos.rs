//! Cells and offsets.

use std::ops::{Add, Sub};

use serde::{Deserialize, Serialize};

/// A cell of a grid, or the offset between two. `x` grows to the east, `y` to the south.
///
/// Ordered by row, then by column: the reading order that ties are broken by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(from = "(i32, i32)", into = "(i32, i32)")]
pub struct Pos {
    pub x: i32,
    pub y: i32,
}

impl Pos {
    #[inline]
    pub const fn new(x: i32, y: i32) -> Pos {
        Pos { x, y }
    }

    /// The number of king's moves between two cells (Chebyshev distance).
    #[inline]
    pub fn steps_to(self, other: Pos) -> i32 {
        (self.x - other.x).abs().max((self.y - other.y).abs())
    }

    /// Whether the number of king's moves to another cell is at most `steps`, which is not negative.
    #[inline]
    pub fn is_within(self, steps: i32, other: Pos) -> bool {
        let is_near = |way: i32| (way + steps) as u32 <= 2 * steps as u32;
        is_near(self.x - other.x) && is_near(self.y - other.y)
    }

    /// Manhattan distance.
    #[inline]
    pub fn manhattan(self, other: Pos) -> i32 {
        (self.x - other.x).abs() + (self.y - other.y).abs()
    }

    /// Squared Euclidean distance.
    #[inline]
    pub fn squared(self, other: Pos) -> i64 {
        let (dx, dy) = (i64::from(self.x - other.x), i64::from(self.y - other.y));
        dx * dx + dy * dy
    }

    /// Beside each other in one of eight directions.
    #[inline]
    pub fn is_beside(self, other: Pos) -> bool {
        self.steps_to(other) == 1
    }
}

impl std::fmt::Debug for Pos {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

impl Ord for Pos {
    fn cmp(&self, other: &Pos) -> std::cmp::Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl PartialOrd for Pos {
    fn partial_cmp(&self, other: &Pos) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl From<(i32, i32)> for Pos {
    fn from((x, y): (i32, i32)) -> Pos {
        Pos { x, y }
    }
}

impl From<Pos> for (i32, i32) {
    fn from(pos: Pos) -> (i32, i32) {
        (pos.x, pos.y)
    }
}

impl Add for Pos {
    type Output = Pos;
    fn add(self, other: Pos) -> Pos {
        Pos::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Pos {
    type Output = Pos;
    fn sub(self, other: Pos) -> Pos {
        Pos::new(self.x - other.x, self.y - other.y)
    }
}
