//! Regions of cells: corridors, flood fill, and the shortest tunnels between regions.

use base::{Bits, Dir, Grid, Pos, Stream};

/// The cells, open or not, with open cells on two opposite sides and closed ones on the other two.
pub(crate) fn corridor_cells(open: &Bits) -> Bits {
    let [north, east, south, west] = Dir::CARDINAL.map(|dir| open.beside(dir));
    let [mut upright, mut level] = [&north, &east].map(Bits::clone);
    for (passage, end, walls) in
        [(&mut upright, &south, [&east, &west]), (&mut level, &west, [&north, &south])]
    {
        passage.intersect(end);
        for wall in walls {
            passage.subtract(wall);
        }
    }
    upright.union(&level);
    upright
}

/// The cardinal directions in what [`Bits::around`] returns.
const SIDE_BITS: [(u32, Dir); 4] =
    [(1, Dir::North), (5, Dir::East), (7, Dir::South), (3, Dir::West)];

/// Removes the connected region of a cell, by cardinal steps, from a set, and returns its cells in
/// the order of a breadth-first search.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchCell {
    /// A path may be dug here.
    Free,
    /// Part of a region that is not connected yet: a goal.
    Wanted,
    /// Connected already, or not to be dug through.
    Barred,
}

/// Distances from the connected cells, kept from one search to the next: they stay valid when cells
/// are added, except where the new cells are nearer. So connecting everything takes time nearly in
/// proportion to the area, however many regions there are.
pub(crate) struct NearestRegionSearch {
    /// Number of cells to be dug from the connected part to here, this one included.
    distance: Grid<u32>,
    /// The direction back to the connected part.
    back: Grid<Dir>,
    /// The open cells, by distance.
    fronts: Vec<Vec<Pos>>,
    /// All fronts below this one are empty.
    lowest: usize,
}

impl NearestRegionSearch {
    pub(crate) fn new(width: i32, height: i32) -> NearestRegionSearch {
        NearestRegionSearch {
            distance: Grid::filled(width, height, u32::MAX),
            back: Grid::filled(width, height, Dir::North),
            fronts: Vec::new(),
            lowest: 0,
        }
    }

    /// Adds a cell to the connected part.
    pub(crate) fn join(&mut self, pos: Pos) {
        self.reach(pos, 0);
    }

    /// The shortest path from the connected part to the nearest wanted cell: the cells to be dug,
    /// in order, and the wanted cell. The stream decides between equally near cells.
    pub(crate) fn nearest(
        &mut self,
        stream: &mut Stream,
        ground: impl Fn(Pos) -> SearchCell,
    ) -> Option<(Vec<Pos>, Pos)> {
        while let Some(front) = self.fronts.get_mut(self.lowest) {
            if front.is_empty() {
                self.lowest += 1;
                continue;
            }
            let from = front.swap_remove(stream.below(front.len() as u32) as usize);
            let distance = self.distance[from];
            if (distance as usize) < self.lowest {
                continue;
            }
            for dir in Dir::CARDINAL {
                let to = from + dir;
                if !self.distance.contains(to) {
                    continue;
                }
                match ground(to) {
                    SearchCell::Wanted => {
                        // There may be more wanted cells beside this one, so it stays open.
                        self.fronts[self.lowest].push(from);
                        return Some((self.way_to(from), to));
                    }
                    SearchCell::Free if distance + 1 < self.distance[to] => {
                        self.back[to] = dir.opposite();
                        self.reach(to, distance + 1);
                    }
                    _ => {}
                }
            }
        }
        None
    }

    fn reach(&mut self, pos: Pos, distance: u32) {
        self.distance[pos] = distance;
        let front = distance as usize;
        if self.fronts.len() <= front {
            self.fronts.resize_with(front + 1, Vec::new);
        }
        self.fronts[front].push(pos);
        self.lowest = self.lowest.min(front);
    }

    fn way_to(&self, end: Pos) -> Vec<Pos> {
        let mut way = Vec::new();
        let mut pos = end;
        while self.distance[pos] > 0 {
            way.push(pos);
            pos = pos + self.back[pos];
        }
        way.reverse();
        way
    }
}

#[cfg(test)]
mod tests {
    use super::corridor_cells;
    use base::{Bits, Grid, Pos};

    #[test]
    fn what_is_walled_on_two_opposite_sides_alone_is_narrow() {
        let rows = ["##.####", "##.#...", "....#..", "#.##..#", "#...###"];
        let cells = rows.iter().flat_map(|row| row.chars()).collect();
        let open = Bits::of(&Grid::from_cells(7, cells).expect("a rectangle"), |&cell| cell == '.');
        let found = corridor_cells(&open);
        let drawn: Vec<String> = rows
            .iter()
            .enumerate()
            .map(|(y, row)| {
                let cells = row.chars().enumerate();
                let mark = |(x, cell)| {
                    let is_narrow = found.contains(Pos::new(x as i32, y as i32));
                    if is_narrow { 'n' } else { cell }
                };
                cells.map(mark).collect()
            })
            .collect();
        assert_eq!(drawn, ["##.####", "##n#...", "....#..", "#n##..#", "#.n.###"]);
    }
}
