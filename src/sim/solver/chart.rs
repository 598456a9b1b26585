//! The table of distances that the estimate goes by.

use crate::base::{Bits, DistanceField, Pos, TargetDistances};

/// Steps between places, over cells that do not change: by shortest ways where they are near each other, and
/// else by the least way that is known past others: one of some that are far apart, or one near by.
pub(super) struct Chart {
    count: usize,
    steps: Vec<u16>,
}

/// Stands for a way that is only found once something else is done.
const ROUNDABOUT: u16 = 150;

/// So many places everything is measured from.
const HUBS: usize = 4;

/// From the others only what is so near, in steps.
const NEAR: u16 = 16;

impl Chart {
    /// Between each of the first `from` places and all.
    pub fn new(open: &Bits, places: &[Pos], from: usize) -> Chart {
        let count = places.len();
        let mut chart = Chart { count, steps: vec![DistanceField::UNREACHABLE; count * count] };
        for place in 0..count {
            chart.put(place, place, 0);
        }
        let mut meter = TargetDistances::new();
        let everything: Vec<usize> = (0..count).collect();
        let mut is_hub = vec![false; from];
        let mut hubs = Vec::with_capacity(HUBS);
        let mut next = (from > 0).then_some(0);
        while let Some(hub) = next {
            chart.survey(&mut meter, open, places, hub, &everything, DistanceField::FARTHEST);
            is_hub[hub] = true;
            hubs.push(hub);
            // The next one is as far as can be from all of them.
            let remoteness = |place: usize| hubs.iter().map(|&hub| chart.at(hub, place)).min();
            let others = (0..from).filter(|&place| !is_hub[place] && hubs.len() < HUBS);
            next = others.max_by_key(|&place| (remoteness(place), place));
        }
        let mut wanted = Vec::with_capacity(count);
        for one in (0..from).filter(|&place| !is_hub[place]) {
            wanted.clear();
            wanted.extend((0..count).filter(|&other| chart.may_be_near(one, other, places, &hubs)));
            if !wanted.is_empty() {
                chart.survey(&mut meter, open, places, one, &wanted, NEAR);
            }
        }
        chart.complete(&hubs, from);
        chart
    }

    /// Measures from one of the places to some others.
    fn survey(
        &mut self,
        meter: &mut TargetDistances,
        open: &Bits,
        places: &[Pos],
        from: usize,
        wanted: &[usize],
        limit: u16,
    ) {
        meter.measure(open, places[from], wanted.iter().map(|&place| places[place]), limit);
        for &place in wanted {
            let steps = meter.get(places[place]);
            if steps != DistanceField::UNREACHABLE {
                self.put(from, place, steps);
            }
        }
    }

    /// Whether the way between two places was not measured yet and may be short, for all that is known from the hubs.
    fn may_be_near(&self, one: usize, other: usize, places: &[Pos], hubs: &[usize]) -> bool {
        self.at(one, other) == DistanceField::UNREACHABLE
            && places[one].steps_to(places[other]) <= NEAR.into()
            && hubs.iter().all(|&hub| self.at(hub, one).abs_diff(self.at(hub, other)) <= NEAR)
    }

    /// Fills in what was not measured: the least way past hubs, and past those of the first `from` that are near.
    fn complete(&mut self, hubs: &[usize], from: usize) {
        for one in 0..self.count {
            for &hub in hubs {
                self.go_past(one, hub);
            }
        }
        for one in 0..self.count {
            for past in 0..from {
                if self.at(one, past) <= NEAR {
                    self.go_past(one, past);
                }
            }
        }
        for one in 0..self.count {
            for other in one..self.count {
                let least = self.at(one, other).min(self.at(other, one));
                self.put(
                    one,
                    other,
                    if least >= DistanceField::FARTHEST { ROUNDABOUT } else { least },
                );
            }
        }
    }

    /// Ways from one place to all others past another, where they are shorter than what is known.
    fn go_past(&mut self, one: usize, past: usize) {
        let steps = self.at(one, past);
        if one == past || steps == DistanceField::UNREACHABLE {
            return;
        }
        let count = self.count;
        let (first, second) = self.steps.split_at_mut(one.max(past) * count);
        let low = &mut first[one.min(past) * count..][..count];
        let high = &mut second[..count];
        let (own, other) = if one < past { (low, high) } else { (high, low) };
        for (own, other) in own.iter_mut().zip(other) {
            *own = (*own).min(other.saturating_add(steps));
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
