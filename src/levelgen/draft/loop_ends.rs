//! Distances within regions, by which the far ends of loops are found.

use std::collections::VecDeque;

use crate::base::{Bits, Grid, Pos};
use crate::levelgen::tile::Tile;

/// Cardinal steps to every open cell from the entry of its region; `u32::MAX` for gates and closed cells.
///
/// A region is a connected component of open cells without gates. Each has a single entry; that of the start's region is
/// the start. So within a region every cell has a way to the entry on which the steps decrease, whatever gates are shut,
/// and the region stays connected without any cell that no such way leads through.
pub(in crate::levelgen) fn steps_within_regions(
    tiles: &Grid<Tile>,
    open: &Bits,
    start: Pos,
) -> Grid<u32> {
    let mut steps = Grid::filled(tiles.width(), tiles.height(), u32::MAX);
    let mut gates = VecDeque::new();
    let mut queue = VecDeque::new();
    let mut entry = Some((start, 0));
    while let Some((cell, distance)) = entry {
        if steps[cell] == u32::MAX {
            steps[cell] = distance;
            queue.push_back(cell);
        }
        while let Some(pos) = queue.pop_front() {
            for next in pos.cardinals().filter(|&next| open.contains(next)) {
                if tiles[next].is_gate() {
                    gates.extend(next.cardinals().map(|beyond| (beyond, steps[pos] + 2)));
                } else if steps[next] == u32::MAX {
                    steps[next] = steps[pos] + 1;
                    queue.push_back(next);
                }
            }
        }
        let is_new = |&(beyond, _): &(Pos, u32)| {
            open.contains(beyond) && !tiles[beyond].is_gate() && steps[beyond] == u32::MAX
        };
        gates.retain(is_new);
        entry = gates.pop_front();
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::steps_within_regions;
    use crate::base::{Bits, Grid, Pos};
    use crate::levelgen::tile::Tile;

    #[test]
    fn each_region_is_counted_from_one_entry() {
        let rows = ["#########", "#<.L....#", "##L##.#.#", "#.......#", "#########"];
        let cells = rows.iter().flat_map(|row| row.chars()).filter_map(Tile::of_character);
        let tiles = Grid::from_cells(9, cells.collect()).expect("a rectangle");
        let open = Bits::of(&tiles, |tile| tile.is_passable());
        let steps = steps_within_regions(&tiles, &open, Pos::new(1, 1));
        let drawn: Vec<String> = steps
            .rows()
            .map(|row| row.iter().map(|&it| char::from_digit(it, 36).unwrap_or('#')).collect())
            .collect();
        // By the eastern door, although the southern one is as near to some of it.
        let counted = ["#########", "#01#3456#", "#####5#7#", "#a987678#", "#########"];
        assert_eq!(drawn, counted);
    }
}
