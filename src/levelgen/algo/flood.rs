//! Flood fill that removes the filled region from a set.

use crate::base::{Bits, Pos};

/// Removes the connected region of a cell, by cardinal steps, from a set, and returns its cells in the order of a
/// breadth-first search.
pub(in crate::levelgen) fn take_region(set: &mut Bits, seed: Pos) -> Vec<Pos> {
    set.remove(seed);
    let mut region = vec![seed];
    let mut next = 0;
    while let Some(&pos) = region.get(next) {
        next += 1;
        for beside in pos.cardinals() {
            if set.contains(beside) {
                set.remove(beside);
                region.push(beside);
            }
        }
    }
    region
}
