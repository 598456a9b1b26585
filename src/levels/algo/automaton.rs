//! The rules of the cellular automaton by bit slicing: 64 cells to a word, the counts of their
//! neighbours as binary numbers whose digits are words (as in fast implementations of Conway's
//! Life; Knuth, *The Art of Computer Programming*, volume 4A, 7.1.3). Cells outside the grid are
//! never in a set.

use base::Bits;

/// The members whose 3×3 block, themselves counted, holds at least five members or, where `open`
/// is set, whose 5×5 block holds fewer than 23: in terms of walls, the two rules of the automaton.
///
/// The counts of 64 neighbouring cells are kept as binary numbers, one word for each digit.
pub(crate) fn next_generation(floor: &Bits, open: bool) -> Bits {
    let (stride, height) = (floor.stride(), floor.height() as usize);
    let threes: Vec<[u64; 2]> = row_sums(floor, |row, at| {
        let (west, here, east) = (from_west(row, at, 1), row[at], from_east(row, at, 1));
        [west ^ here ^ east, (west & here) | (east & (west | here))]
    });
    let fives: Vec<[u64; 3]> = if open {
        row_sums(floor, |row, at| {
            let mut sum = [0; 3];
            for one in [
                from_west(row, at, 2),
                from_west(row, at, 1),
                row[at],
                from_east(row, at, 1),
                from_east(row, at, 2),
            ] {
                add(&mut sum, &[one]);
            }
            sum
        })
    } else {
        Vec::new()
    };

    let mut next = Bits::new(floor.width(), floor.height());
    let last = last_word(floor.width());
    for (y, out) in next.words_mut().chunks_mut(stride).enumerate() {
        for (at, word) in out.iter_mut().enumerate() {
            let mut three = [0; 4];
            for row in y.saturating_sub(1)..(y + 2).min(height) {
                add(&mut three, &threes[row * stride + at]);
            }
            // Five or more: 8 is set, or 4 and something under it.
            *word = three[3] | (three[2] & (three[1] | three[0]));
            if open {
                let mut five = [0; 5];
                for row in y.saturating_sub(2)..(y + 3).min(height) {
                    add(&mut five, &fives[row * stride + at]);
                }
                // 23 or more of 25: 16 and 8, or 16 and 4 and 2 and 1.
                *word &= !(five[4] & (five[3] | (five[2] & five[1] & five[0])));
            }
        }
        out[stride - 1] &= last;
    }
    next
}

/// The members that are the north-western cell of a square of members with this side.
pub(crate) fn squares(set: &Bits, side: u32) -> Bits {
    let stride = set.stride();
    let mut squares = set.clone();
    for _ in 1..side {
        if squares.is_empty() {
            break;
        }
        let before = squares.clone();
        let rows: Vec<&[u64]> = before.words().chunks(stride).collect();
        for (y, out) in squares.words_mut().chunks_mut(stride).enumerate() {
            for (at, word) in out.iter_mut().enumerate() {
                *word = rows.get(y + 1).map_or(0, |below| {
                    rows[y][at] & below[at] & from_east(rows[y], at, 1) & from_east(below, at, 1)
                });
            }
        }
    }
    squares
}

/// For each cell of a word the cell `columns` columns to the west of it.
fn from_west(row: &[u64], at: usize, columns: u32) -> u64 {
    let carried = if at > 0 { row[at - 1] >> (64 - columns) } else { 0 };
    row[at] << columns | carried
}

/// For each cell of a word the cell `columns` columns to the east of it.
fn from_east(row: &[u64], at: usize, columns: u32) -> u64 {
    let carried = row.get(at + 1).map_or(0, |next| next << (64 - columns));
    row[at] >> columns | carried
}

/// What `sum` makes of each word of each row.
fn row_sums<const N: usize>(set: &Bits, sum: impl Fn(&[u64], usize) -> [u64; N]) -> Vec<[u64; N]> {
    let stride = set.stride();
    set.words()
        .chunks(stride)
        .flat_map(|row| (0..stride).map(move |at| (row, at)))
        .map(|(row, at)| sum(row, at))
        .collect()
}

/// Adds 64 binary numbers to 64 others, a word for each digit, the lowest first.
fn add<const N: usize, const M: usize>(sum: &mut [u64; N], more: &[u64; M]) {
    let mut carry = 0;
    for (digit, word) in sum.iter_mut().enumerate() {
        let other = more.get(digit).copied().unwrap_or(0);
        let total = *word ^ other ^ carry;
        carry = (*word & other) | (carry & (*word ^ other));
        *word = total;
    }
}

/// The bits of a row's last word that are cells of the grid.
fn last_word(width: i32) -> u64 {
    match width % 64 {
        0 => u64::MAX,
        rest => (1 << rest) - 1,
    }
}
