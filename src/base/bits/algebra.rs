//! Sets from sets, 64 cells at a time: union, intersection, difference, complement, shifts and
//! dilation; and the cells of a set in reading order.

use crate::bits::Bits;
use crate::{Dir, Pos, Rect};

impl Bits {
    /// Adds every cell of a set over a grid of the same size.
    #[inline]
    pub fn union(&mut self, other: &Bits) {
        debug_assert_eq!((self.width, self.height), (other.width, other.height));
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// Keeps only the cells that a set over a grid of the same size holds as well.
    #[inline]
    pub fn intersect(&mut self, other: &Bits) {
        debug_assert_eq!((self.width, self.height), (other.width, other.height));
        for (word, mask) in self.words.iter_mut().zip(&other.words) {
            *word &= mask;
        }
    }

    /// Takes out every cell of a set over a grid of the same size.
    #[inline]
    pub fn subtract(&mut self, other: &Bits) {
        debug_assert_eq!((self.width, self.height), (other.width, other.height));
        for (word, mask) in self.words.iter_mut().zip(&other.words) {
            *word &= !mask;
        }
    }

    /// The cells of the grid that are not in the set.
    pub fn complement(&self) -> Bits {
        let mut complement = Bits::new(self.width, self.height);
        for (word, own) in complement.words.iter_mut().zip(&self.words) {
            *word = !own;
        }
        complement.trim();
        complement
    }

    /// The cells of the grid whose neighbour in a direction is in the set.
    pub fn beside(&self, dir: Dir) -> Bits {
        let Pos { x, y } = dir.offset();
        let mut beside = Bits::new(self.width, self.height);
        for (row, words) in beside.words.chunks_exact_mut(self.stride.max(1)).enumerate() {
            let from = row as i32 + y;
            if !(0..self.height).contains(&from) {
                continue;
            }
            let own = &self.words[from as usize * self.stride..][..self.stride];
            let mut carried = 0;
            match x {
                0 => words.copy_from_slice(own),
                1 => {
                    for (word, own) in words.iter_mut().zip(own).rev() {
                        *word = own >> 1 | carried;
                        carried = own << 63;
                    }
                }
                _ => {
                    for (word, own) in words.iter_mut().zip(own) {
                        *word = own << 1 | carried;
                        carried = own >> 63;
                    }
                }
            }
        }
        beside.trim();
        beside
    }

    /// The set with all eight neighbours of each of its cells.
    pub fn dilated(&self) -> Bits {
        let mut wide = self.clone();
        for row in 0..self.height as usize {
            let words = &self.words[row * self.stride..][..self.stride];
            for column in 0..self.stride {
                let west = if column > 0 { words[column - 1] >> 63 } else { 0 };
                let east = words.get(column + 1).map_or(0, |word| word << 63);
                let word = words[column];
                wide.words[row * self.stride + column] = word | word << 1 | west | word >> 1 | east;
            }
        }
        let flat = wide.words.clone();
        for (index, word) in wide.words.iter_mut().enumerate() {
            let north = index.checked_sub(self.stride).map_or(0, |above| flat[above]);
            let south = flat.get(index + self.stride).copied().unwrap_or(0);
            *word |= north | south;
        }
        wide.trim();
        wide
    }

    /// Takes out what lies east of the grid.
    pub(crate) fn trim(&mut self) {
        let spare = self.stride * 64 - self.width as usize;
        for row in self.words.chunks_exact_mut(self.stride.max(1)) {
            row[self.stride - 1] &= u64::MAX >> spare;
        }
    }
}

impl Bits {
    /// The places of the words that a rectangle has cells in, each with those of its bits that it
    /// has.
    pub fn words_in(&self, rect: Rect) -> impl Iterator<Item = (usize, u64)> + use<> {
        let (west, east) = (rect.x.max(0), rect.right().min(self.width));
        let rows = rect.y.max(0)..rect.bottom().min(self.height);
        let words = if west < east { west / 64..(east - 1) / 64 + 1 } else { 0..0 };
        let stride = self.stride;
        rows.flat_map(move |y| {
            words.clone().map(move |word| {
                (y as usize * stride + word as usize, columns(word * 64, west, east))
            })
        })
    }

    /// The cells of the set within a rectangle, in reading order.
    pub fn iter_in(&self, rect: Rect) -> impl Iterator<Item = Pos> + Clone {
        let (west, east) = (rect.x.max(0), rect.right().min(self.width));
        let (top, bottom) = (rect.y.max(0), rect.bottom().min(self.height));
        if west >= east || top >= bottom {
            return Cells::none(self);
        }
        let (first, last) = (west as usize / 64, (east - 1) as usize / 64);
        let heads = [u64::MAX << (west & 63), u64::MAX];
        let tails = [u64::MAX >> (63 - ((east - 1) & 63)), u64::MAX];
        let row = top as usize * self.stride;
        let rest = self.words[row + first] & heads[0] & tails[usize::from(last != first)];
        Cells { bits: self, first, last, heads, tails, bottom, y: top, column: first, rest }
    }

    /// The cells of the set in reading order.
    pub fn iter(&self) -> impl Iterator<Item = Pos> + Clone {
        self.iter_in(Rect::new(0, 0, self.width, self.height))
    }
}

/// Of the word that begins at a column, the bits of the columns `west..east`, some of which it has.
#[inline]
fn columns(first: i32, west: i32, east: i32) -> u64 {
    if east <= first || west >= first + 64 {
        return 0;
    }
    (u64::MAX << (west - first).max(0)) & (u64::MAX >> (first + 64 - east).max(0))
}

/// The cells of a set within a rectangle, in reading order.
#[derive(Clone, Debug)]
struct Cells<'a> {
    bits: &'a Bits,
    /// The words of a row, from the first to the last, and what the rectangle has of these two and
    /// of others.
    first: usize,
    last: usize,
    heads: [u64; 2],
    tails: [u64; 2],
    bottom: i32,
    y: i32,
    /// The word looked at, and what is left of it.
    column: usize,
    rest: u64,
}

impl Cells<'_> {
    fn none(bits: &Bits) -> Cells<'_> {
        let all = [u64::MAX; 2];
        let (first, last, column) = (0, 0, 0);
        Cells { bits, first, last, heads: all, tails: all, bottom: 0, y: 0, column, rest: 0 }
    }
}

impl Iterator for Cells<'_> {
    type Item = Pos;

    #[inline]
    fn next(&mut self) -> Option<Pos> {
        while self.rest == 0 {
            if self.column < self.last {
                self.column += 1;
            } else {
                self.y += 1;
                self.column = self.first;
                if self.y >= self.bottom {
                    self.y = self.bottom;
                    return None;
                }
            }
            self.rest = self.bits.words[self.y as usize * self.bits.stride + self.column]
                & self.heads[usize::from(self.column != self.first)]
                & self.tails[usize::from(self.column != self.last)];
        }
        let bit = self.rest.trailing_zeros() as i32;
        self.rest &= self.rest - 1;
        Some(Pos::new(self.column as i32 * 64 + bit, self.y))
    }
}
