//! Flood fill.

use crate::base::{Bits, Pos};

/// Removes the cells that are connected with one by cardinal steps from a set, and returns them in the order of a
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
