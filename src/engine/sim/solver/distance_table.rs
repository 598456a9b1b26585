//! The table of distances between places that the estimate of a route uses.

use crate::sim::prelude::*;

/// Steps between places over cells that do not change. Near pairs are measured by breadth-first
/// search; the others are bounded from above by the shortest way past a hub or past a near place
/// (landmarks).
pub(super) struct DistanceTable {
    count: usize,
    steps: Vec<u16>,
}

/// Steps that stand for a way that opens only after other work is done.
const NOT_YET_OPEN_STEPS: u16 = 150;

/// Number of places from which the distance to every other place is measured.
const HUB_COUNT: usize = 4;

/// From all other places, distances are measured up to this many steps.
const NEAR_STEPS: u16 = 16;

impl DistanceTable {
    /// Measures from the first `from` places to all places.
    pub(super) fn new(open: &Bits, places: &[Pos], from: usize) -> DistanceTable {
        let count = places.len();
        let mut table =
            DistanceTable { count, steps: vec![DistanceField::UNREACHABLE; count * count] };
        for place in 0..count {
            table.put(place, place, 0);
        }
        let mut meter = TargetDistances::new();
        let everything: Vec<usize> = (0..count).collect();
        let mut is_hub = vec![false; from];
        let mut hubs = Vec::with_capacity(HUB_COUNT);
        let mut next = (from > 0).then_some(0);
        while let Some(hub) = next {
            table.measure_from(
                &mut meter,
                open,
                places,
                hub,
                &everything,
                DistanceField::MAX_DISTANCE,
            );
            is_hub[hub] = true;
            hubs.push(hub);
            // The next hub is the place farthest from all hubs so far.
            let remoteness = |place: usize| hubs.iter().map(|&hub| table.at(hub, place)).min();
            let others = (0..from).filter(|&place| !is_hub[place] && hubs.len() < HUB_COUNT);
            next = others.max_by_key(|&place| (remoteness(place), place));
        }
        let mut wanted = Vec::with_capacity(count);
        for one in (0..from).filter(|&place| !is_hub[place]) {
            wanted.clear();
            wanted.extend((0..count).filter(|&other| table.may_be_near(one, other, places, &hubs)));
            if !wanted.is_empty() {
                table.measure_from(&mut meter, open, places, one, &wanted, NEAR_STEPS);
            }
        }
        table.complete(&hubs, from);
        table
    }

    /// Measures the steps from one place to some others, up to a limit.
    fn measure_from(
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

    /// Whether a pair is not measured yet and may be near, by the triangle inequality over the
    /// hubs.
    fn may_be_near(&self, one: usize, other: usize, places: &[Pos], hubs: &[usize]) -> bool {
        self.at(one, other) == DistanceField::UNREACHABLE
            && places[one].steps_to(places[other]) <= NEAR_STEPS.into()
            && hubs.iter().all(|&hub| self.at(hub, one).abs_diff(self.at(hub, other)) <= NEAR_STEPS)
    }

    /// Fills in what was not measured: the shortest way past a hub, or past a near one of the first
    /// `from` places.
    fn complete(&mut self, hubs: &[usize], from: usize) {
        for one in 0..self.count {
            for &hub in hubs {
                self.go_past(one, hub);
            }
        }
        for one in 0..self.count {
            for past in 0..from {
                if self.at(one, past) <= NEAR_STEPS {
                    self.go_past(one, past);
                }
            }
        }
        for one in 0..self.count {
            for other in one..self.count {
                let min = self.at(one, other).min(self.at(other, one));
                self.put(
                    one,
                    other,
                    if min >= DistanceField::MAX_DISTANCE { NOT_YET_OPEN_STEPS } else { min },
                );
            }
        }
    }

    /// Shortens the distances of one place by the ways past another.
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

    pub(super) fn steps(&self, from: usize, to: usize) -> u32 {
        self.at(from, to).into()
    }
}
