//! Distances in steps from one cell to some target cells: a multi-target breadth-first search that
//! stops when all targets are reached. A [`DistanceField`] tells the same of every cell.

use super::bit_bfs::{self, BitBfs};
use super::{Bits, DistanceField, Moves, Pos};

/// The distances to the target cells. The memory is kept, so that repeated searches do not
/// allocate.
#[derive(Clone, Debug, Default)]
pub struct TargetDistances {
    width: i32,
    height: i32,
    /// The distances of the target cells, row by row; other entries are stale.
    steps: Vec<u16>,
    /// The target cells that are not reached yet, a word a row.
    wanted: Vec<u128>,
    waves: BitBfs,
    /// For grids that are too large for `BitBfs`.
    field: DistanceField,
}

impl TargetDistances {
    pub fn new() -> TargetDistances {
        TargetDistances::default()
    }

    /// Measures the distances in eight directions from a cell to each target, up to `limit` steps,
    /// as [`DistanceField::spread`] does.
    pub fn measure(
        &mut self,
        passable: &Bits,
        from: Pos,
        to: impl IntoIterator<Item = Pos>,
        limit: u16,
    ) {
        self.resize(passable);
        if self.width.max(self.height) > bit_bfs::MAX_SIDE_CELLS {
            self.field.spread(passable, [from], Moves::Eight, limit);
            for pos in to {
                if self.is_inside(pos) {
                    let place = self.place(pos);
                    self.steps[place] = self.field.get(pos);
                }
            }
            return;
        }
        self.want(passable, to);
        if passable.contains(from) && self.wanted[from.y as usize] >> from.x & 1 == 1 {
            let place = self.place(from);
            self.steps[place] = 0;
            self.wanted[from.y as usize] &= !(1 << from.x);
        }
        let mut left: u32 = self.wanted.iter().map(|row| row.count_ones()).sum();
        self.waves.begin(passable);
        if passable.contains(from) {
            self.waves.add(from);
        }
        let (steps, wanted) = (&mut self.steps[..], &self.wanted[..]);
        let width = self.width as usize;
        let mut distance = 0;
        while left > 0 && distance < limit.min(DistanceField::MAX_DISTANCE) {
            distance += 1;
            let any = self.waves.advance(true, |row, cells| {
                let hits = cells & wanted[row];
                if hits != 0 {
                    left -= hits.count_ones();
                    bit_bfs::for_each_bit(hits, |x| steps[row * width + x] = distance);
                }
            });
            if !any {
                return;
            }
        }
    }

    fn resize(&mut self, passable: &Bits) {
        (self.width, self.height) = (passable.width(), passable.height());
        self.steps.resize((self.width * self.height) as usize, 0);
    }

    /// Stores the targets; only passable ones are searched for.
    fn want(&mut self, passable: &Bits, to: impl IntoIterator<Item = Pos>) {
        self.wanted.clear();
        self.wanted.resize(passable.height() as usize, 0);
        for pos in to {
            if !self.is_inside(pos) {
                continue;
            }
            let place = self.place(pos);
            self.steps[place] = DistanceField::UNREACHABLE;
            self.wanted[pos.y as usize] |= u128::from(passable.contains(pos)) << pos.x;
        }
    }

    /// The distance of a target cell; [`DistanceField::UNREACHABLE`] if no path leads there.
    pub fn get(&self, pos: Pos) -> u16 {
        let is_inside = self.is_inside(pos);
        if is_inside { self.steps[self.place(pos)] } else { DistanceField::UNREACHABLE }
    }

    fn is_inside(&self, pos: Pos) -> bool {
        (0..self.width).contains(&pos.x) && (0..self.height).contains(&pos.y)
    }

    fn place(&self, pos: Pos) -> usize {
        (pos.y * self.width + pos.x) as usize
    }
}
