//! Local connectivity: whether a cell can be removed from a set without disconnecting the set, judged by its eight
//! neighbours.

use crate::{Bits, Dir, Pos};

/// The number of connected components, by cardinal steps, among the eight neighbours of a cell, of those components that
/// contain a cardinal neighbour. If there is at most one, removing the cell never disconnects the set; if there are
/// more, it may. A cell with exactly one is a simple point (Rosenfeld, "Connectivity in digital pictures", 1970). The cell
/// must not be on the border.
#[inline]
pub fn local_components(set: &Bits, pos: Pos) -> usize {
    let ring = ring(set, pos);
    let next = ring.rotate_right(1);
    let after = ring.rotate_right(2);
    (ring & SIDES & !(next & after)).count_ones() as usize
}

/// The cardinal directions in a [`ring`].
pub const SIDES: u8 = 0b0101_0101;

/// Which of the eight neighbours of a cell are in a set: a bit for each direction of [`Dir::ALL`], the lowest for north.
#[inline]
pub fn ring(set: &Bits, pos: Pos) -> u8 {
    RINGS[set.around(pos) as usize]
}

/// The ring for each square of nine cells, as [`Bits::around`] encodes it.
const RINGS: [u8; 512] = {
    let mut rings = [0; 512];
    let mut square = 0;
    while square < 512 {
        let mut place = 0;
        while place < 8 {
            let Pos { x, y } = Dir::ALL[place].offset();
            rings[square] |= ((square >> (4 + 3 * y + x) & 1) as u8) << place;
            place += 1;
        }
        square += 1;
    }
    rings
};
