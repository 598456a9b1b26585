//! Distances within regions, by which the far ends of loops are found.

use std::collections::VecDeque;

use crate::tile::Tile;
use base::{Bits, Grid, Pos};

/// Cardinal steps to cells from the entries of their regions; see [`steps_within_regions`].
pub(crate) struct RegionSteps {
    /// Over the grid with a ring of closed cells around it.
    steps: Vec<u32>,
    stride: usize,
}

impl RegionSteps {
    /// `u32::MAX` for gates and closed cells.
    pub(crate) fn to(&self, pos: Pos) -> u32 {
        self.steps[index(pos, self.stride)]
    }
}

/// What a cell is to the search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ground {
    Closed,
    Open,
    Gate,
}

/// Cardinal steps to every open cell from the entry of its region.
///
/// A region is a connected component of open cells without gates. Each has a single entry; that of the start's region is
/// the start. So within a region every cell has a way to the entry on which the steps decrease, whatever gates are shut,
/// and the region stays connected without any cell that no such way leads through.
pub(crate) fn steps_within_regions(tiles: &Grid<Tile>, open: &Bits, start: Pos) -> RegionSteps {
    let stride = tiles.width() as usize + 2;
    let cells = stride * (tiles.height() as usize + 2);
    let mut ground = vec![Ground::Closed; cells];
    for pos in open.iter() {
        let is_gate = tiles[pos].is_gate();
        ground[index(pos, stride)] = if is_gate { Ground::Gate } else { Ground::Open };
    }
    let cardinals = |cell: usize| [cell - stride, cell + 1, cell + stride, cell - 1];
    let mut steps = vec![u32::MAX; cells];
    let mut gates = VecDeque::new();
    let mut queue = Vec::new();
    let mut entry = Some((index(start, stride), 0));
    while let Some((cell, distance)) = entry {
        if steps[cell] == u32::MAX {
            steps[cell] = distance;
            queue.push(cell);
        }
        let mut next = 0;
        while let Some(&cell) = queue.get(next) {
            next += 1;
            for beside in cardinals(cell) {
                match ground[beside] {
                    Ground::Open if steps[beside] == u32::MAX => {
                        steps[beside] = steps[cell] + 1;
                        queue.push(beside);
                    }
                    Ground::Gate => {
                        gates.extend(cardinals(beside).map(|beyond| (beyond, steps[cell] + 2)));
                    }
                    _ => {}
                }
            }
        }
        queue.clear();
        let is_new = |&(beyond, _): &(usize, u32)| {
            ground[beyond] == Ground::Open && steps[beyond] == u32::MAX
        };
        gates.retain(is_new);
        entry = gates.pop_front();
    }
    RegionSteps { steps, stride }
}

/// The place of a cell of the grid within its ring.
fn index(pos: Pos, stride: usize) -> usize {
    (pos.y as usize + 1) * stride + pos.x as usize + 1
}

#[cfg(test)]
mod tests {
    use super::steps_within_regions;
    use crate::tile::Tile;
    use base::{Bits, Grid, Pos};

    #[test]
    fn each_region_is_counted_from_one_entry() {
        let rows = ["#########", "#<.L....#", "##L##.#.#", "#.......#", "#########"];
        let cells = rows.iter().flat_map(|row| row.chars()).filter_map(Tile::of_character);
        let tiles = Grid::from_cells(9, cells.collect()).expect("a rectangle");
        let open = Bits::of(&tiles, |tile| tile.is_passable());
        let steps = steps_within_regions(&tiles, &open, Pos::new(1, 1));
        let drawn = |y: i32| {
            let steps = (0..tiles.width()).map(|x| steps.to(Pos::new(x, y)));
            steps.map(|it| char::from_digit(it, 36).unwrap_or('#')).collect::<String>()
        };
        let drawn: Vec<String> = (0..tiles.height()).map(drawn).collect();
        // By the eastern door, although the southern one is as near to some of it.
        let counted = ["#########", "#01#3456#", "#####5#7#", "#a987678#", "#########"];
        assert_eq!(drawn, counted);
    }
}
