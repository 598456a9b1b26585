//! Joining regions one by one, each by a shortest path to the nearest that is left: Prim's algorithm (1957) with a
//! breadth-first search from all joined cells at once.

use crate::base::{Dir, Grid, Pos, Stream};

/// What a cell is to the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::levelgen) enum SearchCell {
    /// A way may be dug here.
    Free,
    /// Not joined yet: a way leads here.
    Wanted,
    /// Joined already, or not to be dug through.
    Barred,
}

/// Distances from all that is joined, kept from one search to the next: what a search has found out
/// stays true when more is joined, except where the new part is nearer. So joining everything takes
/// time in proportion to the area, or nearly, however many pieces there are.
pub(in crate::levelgen) struct NearestRegionSearch {
    /// Cells to be dug from the joined part to here, this one included.
    distance: Grid<u32>,
    /// The direction that leads back to the joined part.
    back: Grid<Dir>,
    /// The cells to go on from, by distance.
    fronts: Vec<Vec<Pos>>,
    /// No front below this one has cells.
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

    /// Makes a cell part of what is joined.
    pub(crate) fn join(&mut self, pos: Pos) {
        self.reach(pos, 0);
    }

    /// The shortest way from the joined part to the nearest wanted cell: the cells to be dug, in
    /// order, and the cell they lead to. Among cells equally near, the stream chooses.
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
                        // More may lie beside this cell: it stays to be gone on from.
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
