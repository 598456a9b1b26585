//! What the eight cells around one tell of it.

use crate::base::{Bits, Dir, Pos};

/// Into how many parts the four cells beside one fall if only the eight around it are looked at: where
/// it is more than one, taking the cell out of the set may cut the set in two; where it is not, never.
/// The cell must not be on the border.
pub(in crate::levelgen) fn local_components(set: &Bits, pos: Pos) -> usize {
    let ring = ring(set, pos);
    let next = ring.rotate_right(1);
    let after = ring.rotate_right(2);
    (ring & SIDES & !(next & after)).count_ones() as usize
}

/// The cardinal directions in a [`ring`].
pub(in crate::levelgen) const SIDES: u8 = 0b0101_0101;

/// Which of the eight cells around one are in a set: a bit for each direction of [`Dir::ALL`], the
/// lowest for north.
pub(in crate::levelgen) fn ring(set: &Bits, pos: Pos) -> u8 {
    RINGS[set.around(pos) as usize]
}

/// Rings by the squares of nine cells that they lie in: see [`Bits::around`].
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
