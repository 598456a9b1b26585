//! Field of view by symmetric shadowcasting.
//!
//! Albert Ford, "Symmetric Shadowcasting" (2020, albertford.com/shadowcasting): a transparent cell
//! is seen exactly if the line between the two centres is clear, so that sight is symmetric; an
//! opaque cell is seen when any part of it is. Rational slopes, integers only.
//!
//! A whole row of cells is tested at once: the surroundings of the origin are copied into a square
//! of bits, one word a row, and once more with rows and columns exchanged, for the quadrants east
//! and west. What light, memory or an actor's eyes make of the result is not known here.

use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

use super::{Bits, Pos};

/// The farthest that [`shadowcast`] sees; a larger radius counts as this one.
pub const MAX_RADIUS: i32 = 63;

/// What is seen from `origin`: replaces the contents of `visible`.
///
/// The origin is always seen. A cell lies within the radius when its squared distance is at most
/// `radius * radius + radius`: the circle through the middle between two cells, rounder than one
/// through their centres. What lies outside the grid is opaque. `opaque` and `visible` are of the
/// same size.
pub fn shadowcast(opaque: &Bits, origin: Pos, radius: i32, visible: &mut Bits) {
    visible.clear();
    shadowcast_onto(opaque, origin, radius, visible);
}

/// Adds what is seen from `origin` to `visible`, as [`shadowcast`] would find it: for the light of
/// many lamps.
pub fn shadowcast_onto(opaque: &Bits, origin: Pos, radius: i32, visible: &mut Bits) {
    debug_assert_eq!((opaque.width(), opaque.height()), (visible.width(), visible.height()));
    let inside =
        origin.x >= 0 && origin.y >= 0 && origin.x < opaque.width() && origin.y < opaque.height();
    if !inside || radius < 0 {
        return;
    }
    match radius {
        0..=7 => cast::<u16, 16>(opaque, origin, radius, visible),
        8..=15 => cast::<u32, 32>(opaque, origin, radius, visible),
        16..=31 => cast::<u64, 64>(opaque, origin, radius, visible),
        _ => cast::<u128, 128>(opaque, origin, radius.min(MAX_RADIUS), visible),
    }
}

/// A row of a square of cells around the origin. The origin's column is bit `radius`.
trait Row:
    Copy
    + Eq
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitOrAssign
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const ZERO: Self;
    const BITS: u32;
    fn trailing_zeros(self) -> u32;
    /// The set without its westernmost run of cells.
    fn without_first_run(self) -> Self;
    fn from_u128(bits: u128) -> Self;
    fn to_u128(self) -> u128;
    /// The columns `from..to`; none where `from` is not below `to`.
    fn columns(from: u32, to: u32) -> Self {
        if from >= to {
            return Self::ZERO;
        }
        (!Self::ZERO >> (Self::BITS - (to - from))) << from
    }
}

macro_rules! row {
    ($($word:ty),*) => {$(
        impl Row for $word {
            const ZERO: Self = 0;
            const BITS: u32 = <$word>::BITS;
            fn trailing_zeros(self) -> u32 {
                <$word>::trailing_zeros(self)
            }
            fn without_first_run(self) -> Self {
                self & self.wrapping_add(self & self.wrapping_neg())
            }
            fn from_u128(bits: u128) -> Self {
                bits as $word
            }
            fn to_u128(self) -> u128 {
                self.into()
            }
        }
    )*};
}
row!(u16, u32, u64, u128);

fn cast<R: Row, const N: usize>(opaque: &Bits, origin: Pos, radius: i32, visible: &mut Bits) {
    let corner = Pos::new(origin.x - radius, origin.y - radius);
    let size = 2 * radius as usize + 1;
    let mut walls = [!R::ZERO; N];
    for (y, row) in walls.iter_mut().enumerate().take(size) {
        *row = read(opaque, corner.x, corner.y + y as i32);
    }
    // Half the width of the circle, by the distance of a row from the middle one.
    let mut halves = [0; N];
    let mut half = 0;
    let within = radius * radius + radius;
    // From the top row to the middle one the circle only widens.
    for depth in (0..=radius).rev() {
        while half < radius && (half + 1) * (half + 1) + depth * depth <= within {
            half += 1;
        }
        halves[depth as usize] = half;
    }
    let mut seen = [R::ZERO; N];
    let mut sectors = [[Sector::WHOLE; N]; 2];
    let mut turned = walls;
    transpose(&mut turned);
    scan(&turned, radius, &halves, &mut seen, &mut sectors);
    transpose(&mut seen);
    scan(&walls, radius, &halves, &mut seen, &mut sectors);
    seen[radius as usize] |= R::columns(radius as u32, radius as u32 + 1);
    for (y, &row) in (corner.y..).zip(&seen[..size]) {
        write(visible, corner.x, y, row);
    }
}

/// Both quadrants that lie across the rows: what they see is added to `seen`.
///
/// Rows are cut off at the circle, `halves` columns from the middle: a ray that has left it never
/// comes back, so nothing out there, wall or floor, matters to what lies within.
fn scan<R: Row, const N: usize>(
    walls: &[R; N],
    radius: i32,
    halves: &[i32; N],
    seen: &mut [R; N],
    sectors: &mut [[Sector; N]; 2],
) {
    for sign in [-1, 1] {
        let [mut now, mut next] = sectors.each_mut();
        now[0] = Sector::WHOLE;
        let mut count = 1;
        for depth in 1..=radius {
            let y = (radius + sign * depth) as usize;
            let half = halves[depth as usize];
            let circle = R::columns((radius - half) as u32, (radius + half + 1) as u32);
            let (walls, mut seen_here) = (walls[y], R::ZERO);
            let mut children = 0;
            for sector in &now[..count] {
                let (first, first_symmetric) = sector.start.first(radius);
                let (end, end_symmetric) = sector.end.end(radius);
                let range = R::columns(first, end) & circle;
                let floor = range & !walls;
                seen_here |= range & walls | floor & R::columns(first_symmetric, end_symmetric);
                // A run of floor that is cut off by the circle goes on to the edge of the sector.
                let first = first.max((radius - half) as u32);
                let end = end.min((radius + half + 1) as u32);
                let mut rest = floor;
                while rest != R::ZERO {
                    let from = rest.trailing_zeros();
                    let to = from + (!(rest >> from)).trailing_zeros();
                    rest = rest.without_first_run();
                    let start = if from == first {
                        sector.start
                    } else {
                        Edge::west_of(from, radius, depth)
                    };
                    let stop =
                        if to == end { sector.end } else { Edge::west_of(to, radius, depth) };
                    next[children] = Sector { start: start.deeper(), end: stop.deeper() };
                    children += 1;
                }
            }
            seen[y] |= seen_here;
            if children == 0 {
                break;
            }
            std::mem::swap(&mut now, &mut next);
            count = children;
        }
    }
}

/// What is still open between two edges, at some depth.
#[derive(Clone, Copy)]
struct Sector {
    start: Edge,
    end: Edge,
}

impl Sector {
    /// A quadrant at depth 1: from one diagonal to the other.
    const WHOLE: Sector = Sector {
        start: Edge { column: -1, rest: 0, rise: -1, run: 1 },
        end: Edge { column: 1, rest: 0, rise: 1, run: 1 },
    };
}

/// A ray of slope `rise / run` from the origin, where it crosses the current depth: at `column +
/// rest / run` with `0 <= rest < run`. Walked down step by step, so that nothing is divided.
#[derive(Clone, Copy)]
struct Edge {
    column: i16,
    rest: i16,
    rise: i16,
    run: i16,
}

impl Edge {
    /// The ray through the western side of the cell in column bit `bit` at `depth`.
    fn west_of(bit: u32, radius: i32, depth: i32) -> Edge {
        let (column, depth) = ((bit as i32 - radius) as i16, depth as i16);
        Edge { column: column - 1, rest: depth, rise: 2 * column - 1, run: 2 * depth }
    }

    /// One depth farther out. No ray is flatter than a diagonal, so the column moves by one at
    /// most.
    fn deeper(self) -> Edge {
        let rest = self.rest + self.rise;
        let over = i16::from(rest >= self.run) - i16::from(rest < 0);
        Edge { column: self.column + over, rest: rest - over * self.run, ..self }
    }

    /// As the start of a sector: the first column of which a part is inside (a half counts), and
    /// the first whose centre is.
    fn first(self, radius: i32) -> (u32, u32) {
        let bit = i32::from(self.column) + radius;
        let part = bit + i32::from(2 * self.rest >= self.run);
        let centre = bit + i32::from(self.rest > 0);
        (part as u32, centre as u32)
    }

    /// As the end of a sector: one past the last column of which a part is inside (a half does not
    /// count), and one past the last whose centre is.
    fn end(self, radius: i32) -> (u32, u32) {
        let bit = i32::from(self.column) + radius + 1;
        ((bit + i32::from(2 * self.rest > self.run)) as u32, bit as u32)
    }
}

/// Exchanges rows and columns (Hacker's Delight, 7-3: ever smaller blocks change places).
fn transpose<R: Row, const N: usize>(rows: &mut [R; N]) {
    let mut half = N / 2;
    let mut mask = R::columns(0, half as u32);
    while half > 0 {
        for block in (0..N).step_by(2 * half) {
            for upper in block..block + half {
                let (a, b) = (rows[upper], rows[upper + half]);
                rows[upper] = a & mask | (b & mask) << half as u32;
                rows[upper + half] = (a >> half as u32) & mask | b & !mask;
            }
        }
        half /= 2;
        // The low half of every block.
        mask = mask ^ mask << half as u32;
    }
}

/// The opaque cells of a row from column `x` on; outside the grid all are.
fn read<R: Row>(opaque: &Bits, x: i32, y: i32) -> R {
    if y < 0 || y >= opaque.height() {
        return !R::ZERO;
    }
    let stride = opaque.stride();
    let row = &opaque.words()[y as usize * stride..][..stride];
    let word = |column: i32| -> u128 {
        let Some(&word) = usize::try_from(column).ok().and_then(|column| row.get(column)) else {
            return u128::from(u64::MAX);
        };
        // The unused bits of the last word are outside.
        let used = opaque.width() - 64 * column;
        u128::from(if used < 64 { word | u64::MAX << used } else { word })
    };
    let (column, shift) = (x >> 6, x & 63);
    let low = word(column) | word(column + 1) << 64;
    if shift == 0 || R::BITS as i32 + shift <= 128 {
        return R::from_u128(low >> shift);
    }
    R::from_u128(low >> shift | word(column + 2) << (128 - shift))
}

/// Adds the cells of a row from column `x` on; those outside the grid are left out.
fn write<R: Row>(visible: &mut Bits, x: i32, y: i32, cells: R) {
    if y < 0 || y >= visible.height() {
        return;
    }
    let (width, stride) = (visible.width(), visible.stride());
    let row = &mut visible.words_mut()[y as usize * stride..][..stride];
    let (column, shift) = (x >> 6, x & 63);
    let cells = cells.to_u128();
    let words = [
        (cells << shift) as u64,
        ((cells << shift) >> 64) as u64,
        if shift == 0 { 0 } else { (cells >> (128 - shift)) as u64 },
    ];
    for (column, cells) in (column..).zip(words) {
        let Some(word) = usize::try_from(column).ok().and_then(|column| row.get_mut(column)) else {
            continue;
        };
        let used = width - 64 * column;
        *word |= if used < 64 { cells & !(u64::MAX << used) } else { cells };
    }
}
