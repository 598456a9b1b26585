//! The second order of work: the first, improved by an estimate of its cost.

use std::ops::Range;

use crate::sim::solver::errand::{Errand, Task};
use crate::sim::solver::route::{Leg, Route, Station};
use crate::sim::solver::survey::Survey;

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
    let Some(mut search) = Search::of(route, first) else { return first.to_vec() };
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
    /// The start, the errands and the exit.
    stations: Vec<Station>,
    /// The steps along them up to each, as they stand and turned round.
    there: Vec<u32>,
    back: Vec<u32>,
    /// How it stands before each of it, and at the end.
    legs: Vec<Leg>,
    /// An order made up from it.
    tried: Vec<usize>,
    looks: u32,
    /// Of each errand the nearest others.
    near: Vec<Vec<usize>>,
    /// Errands that something else stands beside than when they were last tried elsewhere.
    waiting: Vec<bool>,
}

impl Search<'_> {
    /// Begins with an order; `None` if it cannot be kept.
    fn of<'a>(route: &'a Route, first: &[usize]) -> Option<Search<'a>> {
        let mut search = Search {
            route,
            order: first.to_vec(),
            cost: 0,
            places: vec![None; route.len()],
            stations: Vec::new(),
            there: Vec::new(),
            back: Vec::new(),
            legs: vec![route.begin()],
            tried: Vec::new(),
            looks: 0,
            near: neighbours(route),
            waiting: vec![true; route.len()],
        };
        search.learn(0)?;
        Some(search)
    }

    fn run(&mut self) {
        while self.waiting.contains(&true) && self.looks < MOST_LOOKS {
            for errand in 0..self.route.len() {
                if std::mem::take(&mut self.waiting[errand]) {
                    while self.looks < MOST_LOOKS && self.move_by(errand) {}
                }
            }
        }
    }

    /// Tries to bring pieces that begin with an errand beside its neighbours; true if one was moved.
    fn move_by(&mut self, errand: usize) -> bool {
        let Some(from) = self.places[errand] else { return false };
        // What is farther off than both that stand beside it now is not worth standing beside.
        let reach = self.steps(from, from + 1).max(self.steps(from + 1, from + 2));
        for place in 0..self.near[errand].len() {
            let neighbour = self.near[errand][place];
            if self.route.steps_beside(errand, neighbour) > reach {
                return false;
            }
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
        let mut saved = steps(from, from + 1) + steps(end, end + 1) + steps(to, to + 1);
        let mut spent = steps(from, end + 1) + steps(to, head) + steps(tail, to + 1);
        if turned {
            let (there, back) = self.both_ways(from, end);
            saved += there;
            spent += back;
        }
        if spent > saved {
            return false;
        }
        let changed = from.min(to)..end.max(to);
        self.tried.clone_from(&self.order);
        let piece = if to < from {
            self.tried[to..end].rotate_right(length);
            to..to + length
        } else {
            self.tried[from..to].rotate_left(length);
            to - length..to
        };
        if turned {
            self.tried[piece].reverse();
        }
        self.try_it(changed)
    }

    /// Turns a piece round, if that is better.
    fn try_turn(&mut self, begin: usize, end: usize) -> bool {
        let steps = |a, b| self.steps(a, b);
        let (there, back) = self.both_ways(begin, end);
        let saved = steps(begin, begin + 1) + there + steps(end, end + 1);
        let spent = steps(begin, end) + back + steps(begin + 1, end + 1);
        if spent > saved {
            return false;
        }
        self.tried.clone_from(&self.order);
        self.tried[begin..end].reverse();
        self.try_it(begin..end)
    }

    /// Takes the order that was made up, if it is better. It differs from ours in some places alone.
    fn try_it(&mut self, changed: Range<usize>) -> bool {
        self.looks += 1;
        let is_better = self.cost_of_tried(&changed, self.cost).is_some();
        if is_better {
            self.take_tried(changed);
        }
        is_better
    }

    /// Steps between two stations.
    fn steps(&self, from: usize, to: usize) -> u32 {
        self.route.steps_between(self.stations[from], self.stations[to])
    }

    /// Steps through a piece of the order as it stands, and turned round. It is not the same: who takes up a body
    /// goes on from a chute.
    fn both_ways(&self, begin: usize, end: usize) -> (u32, u32) {
        let (first, last) = (begin + 1, end);
        (self.there[last] - self.there[first], self.back[last] - self.back[first])
    }

    /// What the order costs that was made up and differs from ours in some places alone; nothing if it cannot be
    /// kept, or is not below a bound that ours is not below either.
    fn cost_of_tried(&self, changed: &Range<usize>, bound: u32) -> Option<u32> {
        // The last of those that are the same looks ahead to one that is not.
        let from = changed.start.saturating_sub(1);
        let mut leg = self.legs[from];
        for place in from..self.tried.len() {
            if place >= changed.end && leg.goes_on_as(&self.legs[place]) {
                // The rest goes as it does in ours, only earlier.
                let saved =
                    self.legs[place].cost.checked_sub(leg.cost).filter(|&saved| saved > 0)?;
                if !self.is_late_after(place) {
                    return Some(self.cost - saved);
                }
            }
            self.route.go_on(&mut leg, &self.tried, place)?;
            if leg.cost >= bound {
                return None;
            }
        }
        self.route.finish(&leg).filter(|&cost| cost < bound)
    }

    /// Whether in our order a body gets up too early that is carried off after a place: what is done earlier
    /// can then save more turns than it is earlier by.
    fn is_late_after(&self, place: usize) -> bool {
        self.legs[place].risen < self.legs[self.order.len()].risen
    }

    /// Makes the order that was made up ours. It can be kept: it was asked for its cost.
    fn take_tried(&mut self, changed: Range<usize>) {
        std::mem::swap(&mut self.order, &mut self.tried);
        let from = changed.start.saturating_sub(1);
        for pair in self.order[from..self.order.len().min(changed.end + 1)].windows(2) {
            let [one, other] = [0, 1].map(|it| self.places[pair[it]]);
            if one.zip(other).is_none_or(|(one, other)| one.abs_diff(other) != 1) {
                self.waiting[pair[0]] = true;
                self.waiting[pair[1]] = true;
            }
        }
        // Beside the start and the exit too.
        let (ours, before) = (&self.order, &self.tried);
        for (end, other) in [(ours.first(), before.first()), (ours.last(), before.last())] {
            if let Some(&errand) = end.filter(|_| end != other) {
                self.waiting[errand] = true;
            }
        }
        let _ = self.learn(changed.start);
    }

    /// What follows from the order, of which so many of the first are as they were; nothing if it cannot be kept.
    fn learn(&mut self, kept: usize) -> Option<()> {
        let from = kept.saturating_sub(1);
        self.legs.truncate(from + 1);
        let mut leg = self.legs[from];
        for place in from..self.order.len() {
            self.route.go_on(&mut leg, &self.order, place)?;
            self.legs.push(leg);
        }
        self.cost = self.route.finish(&leg)?;
        self.places.fill(None);
        for (place, &errand) in self.order.iter().enumerate() {
            self.places[errand] = Some(place);
        }
        self.sum_up();
        Some(())
    }

    /// The stations, and the steps along them.
    fn sum_up(&mut self) {
        self.route.stations(&self.order, &mut self.stations);
        let (mut there, mut back) = (0, 0);
        self.there.clear();
        self.back.clear();
        for pair in self.stations.windows(2) {
            self.there.push(there);
            self.back.push(back);
            there += self.route.steps_between(pair[0], pair[1]);
            back += self.route.steps_between(pair[1], pair[0]);
        }
    }

    /// Leaves out what is only a means, where it is not needed.
    fn drop_means(&mut self, errands: &[Errand]) {
        for errand in self.order.clone() {
            if let Some(place) = self.places[errand].filter(|_| !errands[errand].is_work()) {
                let changed = self.try_without(place);
                self.try_it(changed);
            }
        }
    }

    /// Makes up the order without what stands at a place; what of it differs from ours.
    fn try_without(&mut self, place: usize) -> Range<usize> {
        self.tried.clone_from(&self.order);
        self.tried.remove(place);
        place..self.tried.len()
    }
}

/// Leaves as many stains as may be left: whole patches first, those that save most; then single cells.
fn leave_stains(search: &mut Search<'_>, survey: &Survey, errands: &mut [Errand]) {
    let mut spare = survey.spare_stains;
    let size = |errand: &Errand| if let Task::Mop(cells) = &errand.task { cells.len() } else { 0 };
    while spare > 0 {
        let mut best: Option<(u32, usize)> = None;
        for place in 0..search.order.len() {
            if (1..=spare).contains(&size(&errands[search.order[place]])) {
                let changed = search.try_without(place);
                let least = best.map_or(search.cost, |(cost, _)| cost);
                let cost = search.cost_of_tried(&changed, least);
                best = cost.map(|cost| (cost, place)).or(best);
            }
        }
        let Some((_, place)) = best else { break };
        spare -= size(&errands[search.order[place]]);
        let changed = search.try_without(place);
        search.take_tried(changed);
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
    let mut others: Vec<(u32, usize)> = Vec::with_capacity(route.len());
    (0..route.len())
        .map(|errand| {
            others.clear();
            let all = (0..route.len()).filter(|&it| it != errand);
            others.extend(all.map(|it| (route.steps_beside(errand, it), it)));
            if others.len() > NEIGHBOURS {
                others.select_nth_unstable(NEIGHBOURS);
                others.truncate(NEIGHBOURS);
            }
            others.sort_unstable();
            others.iter().map(|&(_, it)| it).collect()
        })
        .collect()
}
