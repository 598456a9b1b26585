//! The table of distances that the estimate goes by.

use crate::base::{Bits, Field, Meter, Pos};

/// Steps between places, over cells that do not change: by shortest ways where they are near each other, and
/// else by the least way past one of some places that are far apart.
pub(super) struct Chart {
    count: usize,
    steps: Vec<u16>,
}

/// Stands for a way that is only found once something else is done.
const ROUNDABOUT: u16 = 150;

/// So many places everything is measured from.
const HUBS: usize = 8;

/// From the others only what is so near, in steps. Whoever goes farther goes past a hub, or not much
/// farther than if.
const NEAR: u16 = 28;

impl Chart {
    /// Between each of the first `from` places and all.
    pub fn new(open: &Bits, places: &[Pos], from: usize) -> Chart {
        let count = places.len();
        let mut chart = Chart { count, steps: vec![Field::UNREACHABLE; count * count] };
        let mut meter = Meter::new();
        let mut is_hub = vec![false; from];
        let mut hubs = Vec::with_capacity(HUBS);
        let mut next = (from > 0).then_some(0);
        while let Some(hub) = next {
            chart.survey(&mut meter, open, places, hub, Field::FARTHEST);
            is_hub[hub] = true;
            hubs.push(hub);
            // The next one is as far as can be from all of them.
            let remoteness = |place: usize| hubs.iter().map(|&hub| chart.at(hub, place)).min();
            let others = (0..from).filter(|&place| !is_hub[place] && hubs.len() < HUBS);
            next = others.max_by_key(|&place| (remoteness(place), place));
        }
        for place in (0..from).filter(|&place| !is_hub[place]) {
            chart.survey(&mut meter, open, places, place, NEAR);
        }
        chart.go_by(&hubs, from);
        chart
    }

    /// Measures from one of the places to all.
    fn survey(&mut self, meter: &mut Meter, open: &Bits, places: &[Pos], from: usize, limit: u16) {
        meter.measure(open, places[from], places.iter().copied(), limit);
        for (place, &pos) in places.iter().enumerate() {
            let steps = meter.get(pos);
            if steps != Field::UNREACHABLE {
                self.put(from, place, steps);
            }
        }
    }

    /// Fills in what was not measured.
    fn go_by(&mut self, hubs: &[usize], from: usize) {
        for one in 0..from {
            for other in 0..self.count {
                if self.at(one, other) != Field::UNREACHABLE {
                    continue;
                }
                let past = |&hub: &usize| self.at(hub, one).saturating_add(self.at(hub, other));
                let least = hubs.iter().map(past).min().unwrap_or(Field::UNREACHABLE);
                self.put(one, other, if least >= Field::FARTHEST { ROUNDABOUT } else { least });
            }
        }
    }

    fn at(&self, one: usize, other: usize) -> u16 {
        self.steps[one * self.count + other]
    }

    fn put(&mut self, one: usize, other: usize, steps: u16) {
        self.steps[one * self.count + other] = steps;
        self.steps[other * self.count + one] = steps;
    }

    pub fn steps(&self, from: usize, to: usize) -> u32 {
        self.at(from, to).into()
    }
}
