//! The table of distances that the estimate goes by.

use crate::base::{Bits, Field, Meter, Pos};

/// Steps between places, by shortest ways over cells that do not change.
pub(super) struct Chart {
    count: usize,
    steps: Vec<u16>,
}

/// Stands for a way that is only found once something else is done.
const ROUNDABOUT: u16 = 150;

impl Chart {
    /// Between each of the first `from` places and all.
    pub fn new(open: &Bits, places: &[Pos], from: usize) -> Chart {
        let count = places.len();
        let mut steps = vec![0; count * count];
        let mut meter = Meter::new();
        for (row, &place) in places[..from].iter().enumerate() {
            meter.measure(open, place, places[row + 1..].iter().copied());
            for (column, &other) in places.iter().enumerate().skip(row + 1) {
                let there = match meter.get(other) {
                    Field::UNREACHABLE => ROUNDABOUT,
                    there => there,
                };
                steps[row * count + column] = there;
                steps[column * count + row] = there;
            }
        }
        Chart { count, steps }
    }

    pub fn steps(&self, from: usize, to: usize) -> u32 {
        self.steps[from * self.count + to].into()
    }
}
