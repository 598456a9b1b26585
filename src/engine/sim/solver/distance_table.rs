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
        let steps = vec![DistanceField::UNREACHABLE; count * count];
        let mut table = DistanceTable { count, steps };
        for place in 0..count {
            table.put(place, place, 0);
        }
        let mut meter = TargetDistances::new();
        let mut measure = |table: &mut DistanceTable, from: usize, to: &[usize], limit: u16| {
            meter.measure(open, places[from], to.iter().map(|&place| places[place]), limit);
            for &place in to {
                let steps = meter.get(places[place]);
                if steps != DistanceField::UNREACHABLE {
                    table.put(from, place, steps);
                }
            }
        };
        let everything: Vec<usize> = (0..count).collect();
        let mut hubs: Vec<usize> = Vec::with_capacity(HUB_COUNT);
        let mut next = Some(0);
        while let Some(hub) = next.filter(|_| hubs.len() < HUB_COUNT) {
            measure(&mut table, hub, &everything, DistanceField::MAX_DISTANCE);
            hubs.push(hub);
            // The next hub is the place farthest from all hubs so far.
            let remoteness = |place: usize| hubs.iter().map(|&hub| table.at(hub, place)).min();
            let others = (0..from).filter(|place| !hubs.contains(place));
            next = others.max_by_key(|&place| (remoteness(place), place));
        }
        let mut wanted = Vec::with_capacity(count);
        for one in (0..from).filter(|place| !hubs.contains(place)) {
            // Pairs that may be near, by the triangle inequality over the hubs.
            let may_be_near = |&other: &usize| {
                let differ = |&hub: &usize| table.at(hub, one).abs_diff(table.at(hub, other));
                table.at(one, other) == DistanceField::UNREACHABLE
                    && places[one].steps_to(places[other]) <= NEAR_STEPS.into()
                    && hubs.iter().map(differ).all(|steps| steps <= NEAR_STEPS)
            };
            wanted.clear();
            wanted.extend((0..count).filter(may_be_near));
            if !wanted.is_empty() {
                measure(&mut table, one, &wanted, NEAR_STEPS);
            }
        }
        table.complete(&hubs, from);
        table
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
                let is_open = min < DistanceField::MAX_DISTANCE;
                self.put(one, other, if is_open { min } else { NOT_YET_OPEN_STEPS });
            }
        }
    }

    /// Shortens the distances of one place by the ways past another.
    fn go_past(&mut self, one: usize, past: usize) {
        let (steps, count) = (self.at(one, past), self.count);
        let rows = [one, past].map(|place| place * count..(place + 1) * count);
        if steps != DistanceField::UNREACHABLE
            && let Ok([own, other]) = self.steps.get_disjoint_mut(rows)
        {
            for (own, other) in own.iter_mut().zip(other) {
                *own = (*own).min(other.saturating_add(steps));
            }
        }
    }

    pub(super) fn at(&self, from: usize, to: usize) -> u16 {
        self.steps[from * self.count + to]
    }

    fn put(&mut self, one: usize, other: usize, steps: u16) {
        self.steps[one * self.count + other] = steps;
        self.steps[other * self.count + one] = steps;
    }
}
