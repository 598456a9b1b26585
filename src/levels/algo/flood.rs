//! Flood fill that removes the filled region from a set.

use base::{Bits, Dir, Pos};

/// The cardinal directions in what [`Bits::around`] returns.
const SIDE_BITS: [(u32, Dir); 4] =
    [(1, Dir::North), (5, Dir::East), (7, Dir::South), (3, Dir::West)];

/// Removes the connected region of a cell, by cardinal steps, from a set, and returns its cells in the order of a
/// breadth-first search.
pub(crate) fn take_region(set: &mut Bits, seed: Pos) -> Vec<Pos> {
    set.remove(seed);
    let mut region = vec![seed];
    let mut next = 0;
    while let Some(&pos) = region.get(next) {
        next += 1;
        let around = set.around(pos);
        for (bit, dir) in SIDE_BITS {
            if around >> bit & 1 == 1 {
                set.remove(pos + dir);
                region.push(pos + dir);
            }
        }
    }
    region
}
