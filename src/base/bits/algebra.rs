//! Sets from sets: union, intersection, difference, complement, shifts and dilation, 64 cells at a time.

use super::Bits;
use crate::{Dir, Pos};

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
    pub(super) fn trim(&mut self) {
        let spare = self.stride * 64 - self.width as usize;
        for row in self.words.chunks_exact_mut(self.stride.max(1)) {
            row[self.stride - 1] &= u64::MAX >> spare;
        }
    }
}
