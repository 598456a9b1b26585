//! Directions, the order in which they are tried, and the cells that lie in them.

use std::ops::Add;

use serde::{Deserialize, Serialize};

use super::pos::Pos;

/// One of the eight directions, clockwise from north.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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

impl Dir {
    /// Clockwise from north.
    pub const ALL: [Dir; 8] = [
        Dir::North,
        Dir::NorthEast,
        Dir::East,
        Dir::SouthEast,
        Dir::South,
        Dir::SouthWest,
        Dir::West,
        Dir::NorthWest,
    ];

    /// North, east, south, west.
    pub const CARDINAL: [Dir; 4] = [Dir::North, Dir::East, Dir::South, Dir::West];

    /// North, east, south, west, north-east, south-east, south-west, north-west: the order in which searches try
    /// steps, and so which of equally good ways they find. The diagonal step at place `n` squeezes between the
    /// sideways ones at `n - 4` and `(n - 3) % 4`.
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

    /// The name of the direction: "north-east".
    pub const fn name(self) -> &'static str {
        match self {
            Dir::North => "north",
            Dir::NorthEast => "north-east",
            Dir::East => "east",
            Dir::SouthEast => "south-east",
            Dir::South => "south",
            Dir::SouthWest => "south-west",
            Dir::West => "west",
            Dir::NorthWest => "north-west",
        }
    }

    /// The direction of a name.
    pub fn of_name(name: &str) -> Option<Dir> {
        Dir::ALL.into_iter().find(|dir| dir.name() == name)
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
    /// The one of the eight directions that is nearest to the line to another cell; [`Dir::South`] to itself.
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
