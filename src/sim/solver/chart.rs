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
        // From west to east: what is left to be measured to is nearer and nearer.
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_unstable_by_key(|&place| (places[place].x, place));
        let mut meter = Meter::new();
        let mut others = Vec::with_capacity(count);
        for (done, &place) in order.iter().enumerate() {
            let left = &order[done + 1..];
            others.clear();
            others.extend(left.iter().copied().filter(|&other| place < from || other < from));
            meter.measure(open, places[place], others.iter().map(|&other| places[other]));
            for &other in &others {
                let there = match meter.get(places[other]) {
                    Field::UNREACHABLE => ROUNDABOUT,
                    there => there,
                };
                steps[place * count + other] = there;
                steps[other * count + place] = there;
            }
        }
        Chart { count, steps }
    }

    pub fn steps(&self, from: usize, to: usize) -> u32 {
        self.steps[from * self.count + to].into()
    }
}
