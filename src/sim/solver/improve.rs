//! The second order of work: the first, improved by an estimate of its cost.

use super::errand::{Errand, Task};
use super::route::{Leg, Route};
use super::survey::Survey;

/// Orders looked at, at most: what bounds the time.
const MOST_LOOKS: u32 = 4_000;

/// Neighbours beside which an errand is tried.
const NEIGHBOURS: usize = 7;

/// The longest piece of an order that is moved.
const LONGEST: usize = 4;

/// A better order, by moving pieces of it and turning them round (Or-opt and 2-opt) until nothing helps
/// or it has been tried often enough. Stains that may be left are left where they cost most.
pub(super) fn improve(
    route: &Route,
    survey: &Survey,
    errands: &mut [Errand],
    first: &[usize],
) -> Vec<usize> {
    let begin = route.begin();
    let Some(cost) = route.cost(begin, 0, first, u32::MAX) else { return first.to_vec() };
    let near = neighbours(route);
    let (order, tried) = (first.to_vec(), Vec::new());
    let places = vec![None; route.len()];
    let mut search = Search {
        route,
        order,
        cost,
        places,
        stations: Vec::new(),
        legs: vec![begin],
        tried,
        looks: 0,
        near,
    };
    search.learn(0);
    search.run();
    search.drop_means(errands);
    leave_stains(&mut search, survey, errands);
    search.run();
    search.order
}

struct Search<'a> {
    route: &'a Route,
    order: Vec<usize>,
    cost: u32,
    /// Where each errand stands in it.
    places: Vec<Option<usize>>,
    /// The start, the errands and the exit, as places in the chart.
    stations: Vec<usize>,
    /// How it stands before each of it.
    legs: Vec<Leg>,
    /// An order made up from it.
    tried: Vec<usize>,
    looks: u32,
    /// Of each errand the nearest others.
    near: Vec<Vec<usize>>,
}

impl Search<'_> {
    fn run(&mut self) {
        loop {
            let before = self.cost;
            for errand in 0..self.route.len() {
                while self.looks < MOST_LOOKS && self.move_by(errand) {}
            }
            if self.cost == before || self.looks >= MOST_LOOKS {
                return;
            }
        }
    }

    /// Tries to bring pieces that begin with an errand beside its neighbours; true if one was moved.
    fn move_by(&mut self, errand: usize) -> bool {
        let Some(from) = self.places[errand] else { return false };
        for place in 0..self.near[errand].len() {
            let neighbour = self.near[errand][place];
            let Some(to) = self.places[neighbour] else { continue };
            for length in 1..=LONGEST.min(self.order.len() - from) {
                if (from..from + length).contains(&to) {
                    break;
                }
                for (to, turned) in [(to, false), (to, true), (to + 1, false), (to + 1, true)] {
                    if (!turned || length > 1) && self.try_move(from, length, to, turned) {
                        return true;
                    }
                }
            }
            // The two become neighbours on either side.
            let (low, high) = (from.min(to), from.max(to));
            if high - low > 1 && (self.try_turn(low + 1, high + 1) || self.try_turn(low, high)) {
                return true;
            }
        }
        false
    }

    /// Moves a piece to before the place `to`, perhaps turned round on the way, if that is better.
    fn try_move(&mut self, from: usize, length: usize, to: usize, turned: bool) -> bool {
        let end = from + length;
        if (from..=end).contains(&to) {
            return false;
        }
        // Stations are counted from 1, with the start before them.
        let steps = |a, b| self.steps(a, b);
        let (head, tail) = if turned { (end, from + 1) } else { (from + 1, end) };
        let saved = steps(from, from + 1) + steps(end, end + 1) + steps(to, to + 1);
        let spent = steps(from, end + 1) + steps(to, head) + steps(tail, to + 1);
        if spent > saved {
            return false;
        }
        let (order, tried) = (&self.order, &mut self.tried);
        tried.clear();
        if to < from {
            tried.extend_from_slice(&order[..to]);
            tried.extend_from_slice(&order[from..end]);
            tried.extend_from_slice(&order[to..from]);
            tried.extend_from_slice(&order[end..]);
        } else {
            tried.extend_from_slice(&order[..from]);
            tried.extend_from_slice(&order[end..to]);
            tried.extend_from_slice(&order[from..end]);
            tried.extend_from_slice(&order[to..]);
        }
        if turned {
            let begin = if to < from { to } else { to - length };
            tried[begin..begin + length].reverse();
        }
        self.try_it(from.min(to))
    }

    /// Turns a piece round, if that is better.
    fn try_turn(&mut self, begin: usize, end: usize) -> bool {
        let steps = |a, b| self.steps(a, b);
        let saved = steps(begin, begin + 1) + steps(end, end + 1);
        let spent = steps(begin, end) + steps(begin + 1, end + 1);
        if spent > saved {
            return false;
        }
        self.tried.clear();
        self.tried.extend_from_slice(&self.order);
        self.tried[begin..end].reverse();
        self.try_it(begin)
    }

    /// Takes the order that was made up, if it is better. So many of the first are as they were.
    fn try_it(&mut self, kept: usize) -> bool {
        self.looks += 1;
        let Some(cost) = self.cost_of(&self.tried, kept, self.cost) else { return false };
        std::mem::swap(&mut self.order, &mut self.tried);
        self.cost = cost;
        self.learn(kept);
        true
    }

    /// Steps between two stations.
    fn steps(&self, from: usize, to: usize) -> u32 {
        self.route.steps_between(self.stations[from], self.stations[to])
    }

    /// What an order costs whose first are the same as of ours: see [`Route::cost`].
    fn cost_of(&self, order: &[usize], kept: usize, bound: u32) -> Option<u32> {
        // The last of them looks ahead to one that is not.
        let from = kept.saturating_sub(1);
        self.route.cost(self.legs[from], from, order, bound)
    }

    /// What follows from the order, of which so many of the first are as they were.
    fn learn(&mut self, kept: usize) {
        let from = kept.saturating_sub(1);
        self.legs.truncate(from + 1);
        let mut leg = self.legs[from];
        for place in from..self.order.len() {
            // It can be kept: it was asked for its cost.
            let _ = self.route.go_on(&mut leg, &self.order, place);
            self.legs.push(leg);
        }
        Route::stations(&self.order, &mut self.stations);
        self.places.fill(None);
        for (place, &errand) in self.order.iter().enumerate() {
            self.places[errand] = Some(place);
        }
    }

    /// Leaves out what is only a means, where it is not needed.
    fn drop_means(&mut self, errands: &[Errand]) {
        for errand in self.order.clone() {
            if !errands[errand].is_work() {
                self.tried.clear();
                self.tried.extend(self.order.iter().copied().filter(|&it| it != errand));
                let kept = self.places[errand].unwrap_or(0);
                self.try_it(kept);
            }
        }
    }
}

/// Leaves as many stains as may be left: whole patches first, those that save most; then single cells.
fn leave_stains(search: &mut Search<'_>, survey: &Survey, errands: &mut [Errand]) {
    let mut spare = survey.spare_stains;
    let size = |errand: &Errand| if let Task::Mop(cells) = &errand.task { cells.len() } else { 0 };
    while spare > 0 {
        let mut best: Option<(u32, Vec<usize>)> = None;
        for (place, &errand) in search.order.iter().enumerate() {
            let cells = size(&errands[errand]);
            if !(1..=spare).contains(&cells) {
                continue;
            }
            let order: Vec<usize> =
                search.order.iter().copied().filter(|&it| it != errand).collect();
            let least = best.as_ref().map_or(search.cost, |&(cost, _)| cost);
            if let Some(cost) = search.cost_of(&order, place, least) {
                best = Some((cost, order));
            }
        }
        let Some((cost, order)) = best else { break };
        let left = search.order.iter().find(|errand| !order.contains(errand));
        spare -= left.map_or(0, |&errand| size(&errands[errand]));
        (search.order, search.cost) = (order, cost);
        search.learn(0);
    }
    while spare > 0 {
        let largest = search.order.iter().copied().max_by_key(|&it| (size(&errands[it]), it));
        let Some(Task::Mop(cells)) = largest.map(|it| &mut errands[it].task) else { return };
        if cells.len() < 2 {
            return;
        }
        cells.pop();
        spare -= 1;
    }
}

fn neighbours(route: &Route) -> Vec<Vec<usize>> {
    (0..route.len())
        .map(|errand| {
            let mut others: Vec<usize> = (0..route.len()).filter(|&it| it != errand).collect();
            let remoteness = |&it: &usize| (route.steps(Some(errand), it), it);
            if others.len() > NEIGHBOURS {
                others.select_nth_unstable_by_key(NEIGHBOURS, remoteness);
                others.truncate(NEIGHBOURS);
            }
            others.sort_unstable_by_key(remoteness);
            others
        })
        .collect()
}
