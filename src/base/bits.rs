//! Sets of cells.

mod algebra;

use crate::{Dir, Grid, Pos, Rect};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A set of the cells of a grid, one bit a cell; the fast form of `Grid<bool>`.
///
/// Rows start on a word of their own, so that a row can be worked on word by word.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Bits {
    width: i32,
    height: i32,
    stride: usize,
    words: Vec<u64>,
}

impl Bits {
    /// The empty set over a grid of this size.
    pub fn new(width: i32, height: i32) -> Bits {
        let stride = (width as usize).div_ceil(64);
        Bits { width, height, stride, words: vec![0; stride * height as usize] }
    }

    /// The cells that `test` holds for.
    pub fn of<T>(grid: &Grid<T>, mut test: impl FnMut(&T) -> bool) -> Bits {
        let mut bits = Bits::new(grid.width(), grid.height());
        for (row, words) in grid.rows().zip(bits.words.chunks_mut(bits.stride.max(1))) {
            for (cells, word) in row.chunks(64).zip(words) {
                // First to bytes: a loop that the compiler makes tests of several cells at once of.
                let mut bytes = [0; 64];
                for (byte, cell) in bytes.iter_mut().zip(cells) {
                    *byte = test(cell).into();
                }
                for (place, eight) in bytes.as_chunks::<8>().0.iter().enumerate() {
                    *word |= packed(*eight) << (8 * place);
                }
            }
        }
        bits
    }

    pub fn width(&self) -> i32 {
        self.width
    }

    pub fn height(&self) -> i32 {
        self.height
    }

    /// Words to a row.
    #[inline]
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// The rows one after another, [`Bits::stride`] words each; the lowest bit is the westernmost
    /// cell.
    #[inline]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    #[inline]
    pub fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// Whether the cell is in the set. Cells outside the grid never are.
    #[inline]
    pub fn contains(&self, pos: Pos) -> bool {
        pos.x >= 0
            && pos.y >= 0
            && pos.x < self.width
            && pos.y < self.height
            && self.words[self.word(pos)] >> (pos.x & 63) & 1 == 1
    }

    /// Puts a cell of the grid into the set; true if it was not in it.
    #[inline]
    pub fn insert(&mut self, pos: Pos) -> bool {
        debug_assert!(pos.x >= 0 && pos.y >= 0 && pos.x < self.width && pos.y < self.height);
        let word = self.word(pos);
        let before = self.words[word];
        self.words[word] |= 1 << (pos.x & 63);
        before != self.words[word]
    }

    /// Whether a step from a cell is a diagonal one past a cell outside the set.
    #[inline]
    pub fn cuts_corner(&self, from: Pos, dir: Dir) -> bool {
        let Pos { x, y } = dir.offset();
        let sides = [from + Pos::new(x, 0), from + Pos::new(0, y)];
        dir.is_diagonal() && !sides.into_iter().all(|side| self.contains(side))
    }

    /// Takes a cell of the grid out of the set; true if it was in it.
    #[inline]
    pub fn remove(&mut self, pos: Pos) -> bool {
        debug_assert!(pos.x >= 0 && pos.y >= 0 && pos.x < self.width && pos.y < self.height);
        let word = self.word(pos);
        let before = self.words[word];
        self.words[word] &= !(1 << (pos.x & 63));
        before != self.words[word]
    }

    #[inline]
    pub fn set(&mut self, pos: Pos, member: bool) {
        debug_assert!(pos.x >= 0 && pos.y >= 0 && pos.x < self.width && pos.y < self.height);
        let (word, bit) = (self.word(pos), pos.x & 63);
        self.words[word] = self.words[word] & !(1 << bit) | u64::from(member) << bit;
    }

    #[inline]
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Becomes the empty set over a grid of the same size as another's.
    pub fn clear_as(&mut self, other: &Bits) {
        (self.width, self.height, self.stride) = (other.width, other.height, other.stride);
        self.words.clear();
        self.words.resize(other.words.len(), 0);
    }

    /// Which of a cell and its neighbours are in the set: three bits a row from the north, the
    /// westernmost the lowest of each.
    #[inline]
    pub fn around(&self, pos: Pos) -> u32 {
        // Mostly all nine lie within the grid and in three words above each other.
        let bit = pos.x & 63;
        let is_inside = pos.x > 0 && pos.x < self.width && pos.y > 0 && pos.y + 1 < self.height;
        if is_inside && (1..63).contains(&bit) {
            let word = self.word(pos);
            let three = |word: usize| (self.words[word] >> (bit - 1)) as u32 & 0b111;
            return three(word - self.stride) | three(word) << 3 | three(word + self.stride) << 6;
        }
        self.around_by_rows(pos)
    }

    /// The same wherever the cell lies.
    #[cold]
    fn around_by_rows(&self, pos: Pos) -> u32 {
        let row = |y: i32| -> u32 {
            if y < 0 || y >= self.height {
                return 0;
            }
            let row = &self.words[y as usize * self.stride..][..self.stride];
            let west = (pos.x - 1).max(0);
            let (word, bit) = (west as usize / 64, west as u32 % 64);
            let mut cells = row[word] >> bit;
            if bit > 61 && word + 1 < row.len() {
                cells |= row[word + 1] << (64 - bit);
            }
            // West of the grid there is nothing.
            let cells = if pos.x == 0 { cells << 1 } else { cells };
            cells as u32 & 0b111
        };
        row(pos.y - 1) | row(pos.y) << 3 | row(pos.y + 1) << 6
    }

    /// The first 128 cells of a row of the grid, the lowest bit the westernmost.
    pub(crate) fn row(&self, y: usize) -> u128 {
        let words = &self.words[y * self.stride..][..self.stride];
        let word = |place: usize| words.get(place).copied().map_or(0, u128::from);
        word(0) | word(1) << 64
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The number of cells in the set.
    #[inline]
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether any cell of the set lies within a rectangle.
    #[inline]
    pub fn meets(&self, rect: Rect) -> bool {
        let (west, east) = (rect.x.max(0), (rect.x + rect.w).min(self.width));
        if west >= east {
            return false;
        }
        let (first, last) = ((west >> 6) as usize, ((east - 1) >> 6) as usize);
        let (from, to) = (u64::MAX << (west & 63), u64::MAX >> (63 - ((east - 1) & 63)));
        let rows = rect.y.max(0) as usize..(rect.y + rect.h).clamp(0, self.height) as usize;
        if rows.is_empty() {
            return false;
        }
        let mut rows =
            self.words[rows.start * self.stride..rows.end * self.stride].chunks_exact(self.stride);
        match last - first {
            0 => rows.any(|row| row[first] & from & to != 0),
            1 => rows.any(|row| row[first] & from | row[last] & to != 0),
            _ => rows.any(|row| {
                let between = row[first + 1..last].iter().any(|&word| word != 0);
                between || row[first] & from | row[last] & to != 0
            }),
        }
    }

    /// Adds every cell of the grid within a rectangle.
    #[inline]
    pub fn insert_within(&mut self, rect: Rect) {
        for (word, within) in self.words_in(rect) {
            self.words[word] |= within;
        }
    }

    /// Takes out every cell within a rectangle.
    pub fn clear_within(&mut self, rect: Rect) {
        for (word, within) in self.words_in(rect) {
            self.words[word] &= !within;
        }
    }

    /// The cell that a bit of one of the [`Bits::words`] stands for.
    #[inline]
    pub fn pos_of(&self, word: usize, bit: u32) -> Pos {
        Pos::new((word % self.stride * 64) as i32 + bit as i32, (word / self.stride) as i32)
    }

    fn word(&self, pos: Pos) -> usize {
        pos.y as usize * self.stride + (pos.x >> 6) as usize
    }
}

/// Eight bytes, each 0 or 1, as bits, the first the lowest: each is moved to its place in the
/// uppermost byte.
fn packed(bytes: [u8; 8]) -> u64 {
    u64::from_le_bytes(bytes).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

impl Clone for Bits {
    fn clone(&self) -> Bits {
        Bits { words: self.words.clone(), ..*self }
    }

    /// Keeps the memory.
    fn clone_from(&mut self, other: &Bits) {
        (self.width, self.height, self.stride) = (other.width, other.height, other.stride);
        self.words.clone_from(&other.words);
    }
}

impl From<Bits> for Grid<bool> {
    fn from(bits: Bits) -> Grid<bool> {
        let mut grid = Grid::filled(bits.width, bits.height, false);
        for pos in bits.iter() {
            grid[pos] = true;
        }
        grid
    }
}

/// A set in a file: its size, and its rows as [`Bits::words`] has them.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Bits")]
struct PackedBits<W> {
    width: u16,
    height: u16,
    words: W,
}

/// In files the words; for people a row of characters for each row of cells, `#` for those in the
/// set.
impl Serialize for Bits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            let character = |pos| if self.contains(pos) { '#' } else { '.' };
            let row = |y| (0..self.width).map(|x| character(Pos::new(x, y))).collect::<String>();
            return serializer.collect_seq((0..self.height).map(row));
        }
        let &Bits { width, height, stride: _, ref words } = self;
        PackedBits { width: width as u16, height: height as u16, words }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Bits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Bits, D::Error> {
        if deserializer.is_human_readable() {
            let rows = Vec::<String>::deserialize(deserializer)?;
            let width = rows.first().map_or(0, |row| row.chars().count());
            let is_even = rows.iter().all(|row| row.chars().count() == width);
            let limit = usize::from(u16::MAX);
            if !is_even || width > limit || rows.len() > limit {
                return Err(de::Error::custom(
                    "rows of one length, and not too many, were expected",
                ));
            }
            let mut bits = Bits::new(width as i32, rows.len() as i32);
            for (y, row) in rows.iter().enumerate() {
                for (x, character) in row.chars().enumerate() {
                    match character {
                        '#' => bits.set(Pos::new(x as i32, y as i32), true),
                        '.' => {}
                        _ => {
                            let found = de::Unexpected::Char(character);
                            return Err(de::Error::invalid_value(found, &"`#` or `.`"));
                        }
                    }
                }
            }
            return Ok(bits);
        }
        let PackedBits { width, height, words } =
            PackedBits::<Vec<u64>>::deserialize(deserializer)?;
        let (width, height) = (i32::from(width), i32::from(height));
        let stride = (width as usize).div_ceil(64);
        if words.len() != stride * height as usize {
            return Err(de::Error::invalid_length(words.len(), &"the words of all rows"));
        }
        let bits = Bits { width, height, stride, words };
        let mut trimmed = bits.clone();
        trimmed.trim();
        if bits == trimmed { Ok(bits) } else { Err(de::Error::custom("cells outside of the grid")) }
    }
}

#[cfg(test)]
mod tests {
    use super::Bits;
    use crate::{Dir, Pos, Purpose, Rect, Seed, Stream};

    #[test]
    fn sets_behave_like_sets_at_word_borders() {
        for width in [5, 63, 64, 65, 130] {
            let mut stream = Stream::new(Seed(width as u64), Purpose::new("test"), ());
            let mut bits = Bits::new(width, 9);
            for _ in 0..width {
                bits.insert(Pos::new(stream.range(0, width - 1), stream.range(0, 8)));
            }
            let (complement, dilated) = (bits.complement(), bits.dilated());
            let beside = Dir::ALL.map(|dir| (dir, bits.beside(dir)));
            let mut both = bits.clone();
            both.union(&complement);
            assert_eq!(both.count(), (width * 9) as usize);
            both.subtract(&complement);
            assert_eq!(both, bits);
            both.intersect(&complement);
            assert!(both.is_empty());
            for y in 0..9 {
                for x in 0..width {
                    let pos = Pos::new(x, y);
                    let near =
                        bits.contains(pos) || pos.neighbours().any(|next| bits.contains(next));
                    assert_eq!(dilated.contains(pos), near, "{pos:?} of width {width}");
                    for (dir, beside) in &beside {
                        assert_eq!(
                            beside.contains(pos),
                            bits.contains(pos + *dir),
                            "{dir:?} of {pos:?}"
                        );
                    }
                    let square = Rect::new(x - 1, y - 1, 3, 3).positions();
                    let around =
                        square.enumerate().map(|(bit, pos)| u32::from(bits.contains(pos)) << bit);
                    assert_eq!(bits.around(pos), around.sum::<u32>(), "{pos:?} of width {width}");
                }
            }
            assert_eq!(dilated.iter().count(), dilated.count());
            assert!(beside.iter().all(|(_, beside)| beside.iter().count() == beside.count()));
            for rect in [
                Rect::new(-3, 2, 8, 20),
                Rect::new(0, 0, width, 9),
                Rect::new(60, 1, 9, 3),
                Rect::new(width, 0, 4, 9),
            ] {
                let within: Vec<Pos> = bits.iter().filter(|&pos| rect.contains(pos)).collect();
                assert_eq!(bits.iter_in(rect).collect::<Vec<_>>(), within, "{rect:?}");
                assert_eq!(bits.meets(rect), !within.is_empty(), "{rect:?}");
                let mut rest = bits.clone();
                rest.clear_within(rect);
                assert_eq!(rest.count() + within.len(), bits.count(), "{rect:?}");
                assert!(!rest.meets(rect), "{rect:?}");
                rest.insert_within(rect);
                let inside = rect
                    .positions()
                    .filter(|pos| (0..width).contains(&pos.x) && (0..9).contains(&pos.y));
                assert_eq!(rest.iter_in(rect).collect::<Vec<_>>(), inside.collect::<Vec<_>>());
                assert_eq!(rest.count() - rest.iter_in(rect).count(), bits.count() - within.len());
            }
        }
    }
}
