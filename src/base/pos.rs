//! Cells and offsets, directions with the order in which they are tried, and rectangles.

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

    /// Whether the number of king's moves to another cell is at most `steps`, which is not
    /// negative.
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

crate::word_enum! {
    /// One of the eight directions, clockwise from north.
    #[derive(Hash, strum::EnumString)]
    #[strum(serialize_all = "kebab-case")]
    pub enum Dir {
        North,
        NorthEast,
        East,
        SouthEast,
        South,
        SouthWest,
        West,
        NorthWest,
    }
}

impl Dir {
    /// North, east, south, west.
    pub const CARDINAL: [Dir; 4] = [Dir::North, Dir::East, Dir::South, Dir::West];

    /// North, east, south, west, north-east, south-east, south-west, north-west: the order in which
    /// searches try steps, and so which of equally good ways they find. The diagonal step at place
    /// `n` squeezes between the sideways ones at `n - 4` and `(n - 3) % 4`.
    pub const SIDEWAYS_FIRST: [Dir; 8] = [
        Dir::North,
        Dir::East,
        Dir::South,
        Dir::West,
        Dir::NorthEast,
        Dir::SouthEast,
        Dir::SouthWest,
        Dir::NorthWest,
    ];

    /// The step of one cell in this direction.
    pub const fn offset(self) -> Pos {
        match self {
            Dir::North => Pos::new(0, -1),
            Dir::NorthEast => Pos::new(1, -1),
            Dir::East => Pos::new(1, 0),
            Dir::SouthEast => Pos::new(1, 1),
            Dir::South => Pos::new(0, 1),
            Dir::SouthWest => Pos::new(-1, 1),
            Dir::West => Pos::new(-1, 0),
            Dir::NorthWest => Pos::new(-1, -1),
        }
    }

    pub fn of_name(name: &str) -> Option<Dir> {
        name.parse().ok()
    }

    pub const fn is_diagonal(self) -> bool {
        let Pos { x, y } = self.offset();
        x != 0 && y != 0
    }

    /// The direction that leads back.
    #[inline]
    pub fn opposite(self) -> Dir {
        Dir::ALL[(self as usize + 4) % 8]
    }

    /// The direction of a step between two cells beside each other; `None` for any other pair.
    #[inline]
    pub fn between(from: Pos, to: Pos) -> Option<Dir> {
        Dir::ALL.into_iter().find(|&dir| from + dir == to)
    }
}

impl Pos {
    /// The one of the eight directions that is nearest to the line to another cell; [`Dir::South`]
    /// to itself.
    pub fn bearing(self, other: Pos) -> Dir {
        let way = other - self;
        let flat = way.x.abs() >= 2 * way.y.abs();
        let steep = way.y.abs() >= 2 * way.x.abs();
        match (way.x.signum(), way.y.signum()) {
            (0, -1) => Dir::North,
            (0, _) => Dir::South,
            (1, _) if flat => Dir::East,
            (-1, _) if flat => Dir::West,
            (_, -1) if steep => Dir::North,
            (_, 1) if steep => Dir::South,
            (1, -1) => Dir::NorthEast,
            (1, _) => Dir::SouthEast,
            (_, -1) => Dir::NorthWest,
            _ => Dir::SouthWest,
        }
    }

    /// The four neighbours, in the order of [`Dir::CARDINAL`].
    pub fn cardinals(self) -> impl Iterator<Item = Pos> + Clone {
        Dir::CARDINAL.into_iter().map(move |dir| self + dir)
    }

    /// The cell itself, and then its neighbours.
    pub fn with_neighbours(self) -> impl Iterator<Item = Pos> + Clone {
        std::iter::once(self).chain(self.neighbours())
    }

    /// The eight neighbours, in the order of [`Dir::ALL`].
    pub fn neighbours(self) -> impl Iterator<Item = Pos> + Clone {
        Dir::ALL.into_iter().map(move |dir| self + dir)
    }
}

impl Add<Dir> for Pos {
    type Output = Pos;
    fn add(self, dir: Dir) -> Pos {
        self + dir.offset()
    }
}

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
    pub fn union(self, other: Rect) -> Rect {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let right = self.right().max(other.right());
        let bottom = self.bottom().max(other.bottom());
        Rect::new(x, y, right - x, bottom - y)
    }

    /// The cells that both hold. Where they hold none in common, a side is zero or negative.
    #[inline]
    pub fn intersection(self, other: Rect) -> Rect {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let right = self.right().min(other.right());
        let bottom = self.bottom().min(other.bottom());
        Rect::new(x, y, right - x, bottom - y)
    }

    /// The columns between two rectangles and the rows between them; negative by as many as they
    /// share.
    #[inline]
    pub fn gaps(self, other: Rect) -> (i32, i32) {
        let across = (other.x - self.right()).max(self.x - other.right());
        let down = (other.y - self.bottom()).max(self.y - other.bottom());
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
