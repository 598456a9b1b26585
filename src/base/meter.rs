//! Steps from one cell to some others: what a [`Field`] tells, for those who need not know it of every cell.

use super::waves::{self, Waves};
use super::{Bits, Field, Moves, Pos};

/// Steps to the cells that were asked for, with the memory to measure again and again.
#[derive(Clone, Debug, Default)]
pub struct Meter {
    width: i32,
    /// The distances of the cells asked for, row by row; of others nothing of interest.
    steps: Vec<u16>,
    /// The cells asked for and not yet come to: a row is a word.
    wanted: Vec<u128>,
    waves: Waves,
    /// For grids that waves are too small for.
    field: Field,
}

impl Meter {
    pub fn new() -> Meter {
        Meter::default()
    }

    /// Measures in eight directions from a cell to each of some others, all of the grid, as [`Field::spread`]
    /// does.
    pub fn measure(&mut self, passable: &Bits, from: Pos, to: &[Pos]) {
        let (width, height) = (passable.width(), passable.height());
        self.width = width;
        self.steps.resize((width * height) as usize, 0);
        if width.max(height) > waves::LARGEST {
            self.field.spread(passable, [from], Moves::Eight, Field::FARTHEST);
            for &pos in to {
                let place = self.place(pos);
                self.steps[place] = self.field.get(pos);
            }
            return;
        }
        self.wanted.clear();
        self.wanted.resize(height as usize, 0);
        let mut left = 0;
        for &pos in to {
            let place = self.place(pos);
            let row = &mut self.wanted[pos.y as usize];
            let is_new = *row >> pos.x & 1 == 0 && pos != from && passable.contains(pos);
            left += u32::from(is_new);
            *row |= u128::from(is_new) << pos.x;
            let is_here = pos == from && passable.contains(pos);
            self.steps[place] = if is_here { 0 } else { Field::UNREACHABLE };
        }
        self.waves.begin(passable);
        if passable.contains(from) {
            self.waves.add(from);
        }
        let (steps, wanted) = (&mut self.steps[..], &self.wanted[..]);
        let mut distance = 0;
        while left > 0 {
            distance += 1;
            let any = self.waves.advance(true, |row, cells| {
                let hits = cells & wanted[row];
                if hits != 0 {
                    left -= hits.count_ones();
                    waves::for_each_bit(hits, |x| steps[row * width as usize + x] = distance);
                }
            });
            if !any {
                return;
            }
        }
    }

    /// The distance of a cell that was asked for; [`Field::UNREACHABLE`] where no way leads.
    pub fn get(&self, pos: Pos) -> u16 {
        self.steps[self.place(pos)]
    }

    fn place(&self, pos: Pos) -> usize {
        (pos.y * self.width + pos.x) as usize
    }
}
