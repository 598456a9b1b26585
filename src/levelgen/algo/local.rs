//! Local connectivity: whether a cell can be taken out of a set without cutting the set in two, judged by the
//! eight cells around it.

use crate::base::{Bits, Dir, Pos};

/// The number of connected components, by cardinal steps, among the eight cells around one, of those that
/// hold a cell right beside it. Where there is at most one, taking the cell out of the set never cuts the set
/// in two; where there are more, it may. A cell with exactly one is a simple point (Rosenfeld, "Connectivity
/// in digital pictures", 1970). The cell must not be on the border.
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
