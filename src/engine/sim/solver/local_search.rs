//! Local search: improves an order of work by the estimate of its cost.

use std::ops::Range;

use crate::sim::solver::route::{EXIT, FIRST_ITEM, Leg, Route, START};
use crate::sim::solver::work_problem::{WorkItem, WorkKind, WorkProblem};

/// Number of orders that are tried at most, which bounds the time.
const MAX_ORDERS_TRIED: u32 = 4_000;

/// Number of nearest items beside which an item is tried.
const NEIGHBOURS_TRIED: usize = 7;

/// Number of items in the longest piece of an order that is moved.
const MAX_PIECE_ITEMS: usize = 4;

/// A better order: pieces of it are moved and reversed (Or-opt and 2-opt moves of the travelling
/// salesman problem) until no move helps or [`MAX_ORDERS_TRIED`] is reached. Stains that may be
/// left are left where they cost most.
pub(super) fn local_search(
    route: &Route,
    problem: &WorkProblem,
    items: &mut [WorkItem],
    first: &[usize],
) -> Vec<usize> {
    let Some(mut search) = Search::of(route, first) else { return first.to_vec() };
    search.run();
    search.drop_means(items);
    leave_stains(&mut search, problem, items);
    search.run();
    search.order
}

struct Search<'a> {
    route: &'a Route<'a>,
    order: Vec<usize>,
    cost: u32,
    /// The index of each item in `order`.
    places: Vec<Option<usize>>,
    /// The start, the items of `order` and the exit, as places of the route.
    stations: Vec<usize>,
    /// Prefix sums of the steps along them, forward and reversed.
    sums: Vec<[u32; 2]>,
    /// The state before each item of `order`, and at its end.
    legs: Vec<Leg>,
    /// Buffer for an order that is tried.
    tried: Vec<usize>,
    orders_tried: u32,
    /// The nearest other items of each item.
    near: Vec<Vec<usize>>,
    /// Items whose neighbours in the order have changed since they were last tried elsewhere.
    waiting: Vec<bool>,
}

impl Search<'_> {
    /// Begins with an order; `None` if the estimate says that it cannot be done.
    fn of<'a>(route: &'a Route<'a>, first: &[usize]) -> Option<Search<'a>> {
        let mut search = Search {
            route,
            order: first.to_vec(),
            cost: 0,
            places: vec![None; route.len()],
            stations: Vec::new(),
            sums: Vec::new(),
            legs: vec![route.begin()],
            tried: Vec::new(),
            orders_tried: 0,
            near: neighbours(route),
            waiting: vec![true; route.len()],
        };
        search.learn(0)?;
        Some(search)
    }

    fn run(&mut self) {
        while self.waiting.contains(&true) && self.orders_tried < MAX_ORDERS_TRIED {
            for item in 0..self.route.len() {
                if std::mem::take(&mut self.waiting[item]) {
                    while self.orders_tried < MAX_ORDERS_TRIED && self.move_by(item) {}
                }
            }
        }
    }

    /// Tries to move the pieces that begin with an item beside its nearest items; true if one was
    /// moved.
    fn move_by(&mut self, item: usize) -> bool {
        let Some(from) = self.places[item] else { return false };
        // No gain beside an item that is farther than both present neighbours.
        let reach = self.steps(from, from + 1).max(self.steps(from + 1, from + 2));
        for place in 0..self.near[item].len() {
            let neighbour = self.near[item][place];
            if self.route.steps_beside(item, neighbour) > reach {
                return false;
            }
            let Some(to) = self.places[neighbour] else { continue };
            for length in 1..=MAX_PIECE_ITEMS.min(self.order.len() - from) {
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
            let [there, back] = self.both_ways(from, end);
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

    /// Reverses a piece, if that is better (2-opt).
    fn try_turn(&mut self, begin: usize, end: usize) -> bool {
        let steps = |a, b| self.steps(a, b);
        let [there, back] = self.both_ways(begin, end);
        let saved = steps(begin, begin + 1) + there + steps(end, end + 1);
        let spent = steps(begin, end) + back + steps(begin + 1, end + 1);
        if spent > saved {
            return false;
        }
        self.tried.clone_from(&self.order);
        self.tried[begin..end].reverse();
        self.try_it(begin..end)
    }

    /// Takes over the order in `tried`, which differs from `order` in the range alone, if it is
    /// better.
    fn try_it(&mut self, changed: Range<usize>) -> bool {
        self.orders_tried += 1;
        let is_better = self.cost_of_tried(&changed, self.cost).is_some();
        if is_better {
            self.take_tried(changed);
        }
        is_better
    }

    /// Steps between two stations.
    fn steps(&self, from: usize, to: usize) -> u32 {
        self.route.steps_on(self.stations[from], self.stations[to])
    }

    /// Steps through a piece of the order, forward and reversed. They differ, because after a body
    /// the way goes on from a chute.
    fn both_ways(&self, begin: usize, end: usize) -> [u32; 2] {
        [0, 1].map(|way| self.sums[end][way] - self.sums[begin + 1][way])
    }

    /// The cost of the order in `tried`, which differs from `order` in the range alone; `None` if
    /// it cannot be done or does not cost less than the bound, which is at most the cost of
    /// `order`.
    fn cost_of_tried(&self, changed: &Range<usize>, bound: u32) -> Option<u32> {
        // The item before the range looks one item ahead, so it may cost something else now.
        let from = changed.start.saturating_sub(1);
        let mut leg = self.legs[from];
        for place in from..self.tried.len() {
            if place >= changed.end && leg.goes_on_as(&self.legs[place]) {
                // The rest costs the same as in `order`, only earlier.
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

    /// Whether a body that is carried off after an index of `order` has risen by then. If so, an
    /// earlier start can save more turns than it is earlier by.
    fn is_late_after(&self, place: usize) -> bool {
        self.legs[place].risen < self.legs[self.order.len()].risen
    }

    /// Makes `tried` the order. That it can be done is known from its cost.
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
        // The items beside the start and the exit have new neighbours too.
        let (ours, before) = (&self.order, &self.tried);
        for (end, other) in [(ours.first(), before.first()), (ours.last(), before.last())] {
            if let Some(&item) = end.filter(|_| end != other) {
                self.waiting[item] = true;
            }
        }
        let _ = self.learn(changed.start);
    }

    /// Computes what follows from the order, of which the first `kept` items are as before; `None`
    /// if it cannot be done.
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
        for (place, &item) in self.order.iter().enumerate() {
            self.places[item] = Some(place);
        }
        self.stations.clear();
        self.stations.push(START);
        self.stations.extend(self.order.iter().map(|item| FIRST_ITEM + item));
        self.stations.push(EXIT);
        self.sums.clear();
        let mut sum = [0; 2];
        for place in 1..self.stations.len() {
            self.sums.push(sum);
            sum[0] += self.steps(place - 1, place);
            sum[1] += self.steps(place, place - 1);
        }
        Some(())
    }

    /// Leaves out items that are no work, where they are not needed.
    fn drop_means(&mut self, items: &[WorkItem]) {
        for item in self.order.clone() {
            if let Some(place) = self.places[item].filter(|_| !items[item].is_work()) {
                let changed = self.try_without(place);
                self.try_it(changed);
            }
        }
    }

    /// Puts the order without the item at an index into `tried`; returns the range that differs.
    fn try_without(&mut self, place: usize) -> Range<usize> {
        self.tried.clone_from(&self.order);
        self.tried.remove(place);
        place..self.tried.len()
    }
}

/// Leaves as many stains as may be left: whole patches first, the most costly ones before; then
/// single cells.
fn leave_stains(search: &mut Search<'_>, problem: &WorkProblem, items: &mut [WorkItem]) {
    let mut spare = problem.spare_stains;
    let size =
        |item: &WorkItem| if let WorkKind::Mop(cells) = &item.kind { cells.len() } else { 0 };
    while spare > 0 {
        let mut best: Option<(u32, usize)> = None;
        for place in 0..search.order.len() {
            if (1..=spare).contains(&size(&items[search.order[place]])) {
                let changed = search.try_without(place);
                let min = best.map_or(search.cost, |(cost, _)| cost);
                let cost = search.cost_of_tried(&changed, min);
                best = cost.map(|cost| (cost, place)).or(best);
            }
        }
        let Some((_, place)) = best else { break };
        spare -= size(&items[search.order[place]]);
        let changed = search.try_without(place);
        search.take_tried(changed);
    }
    while spare > 0 {
        let largest = search.order.iter().copied().max_by_key(|&it| (size(&items[it]), it));
        let Some(WorkKind::Mop(cells)) = largest.map(|it| &mut items[it].kind) else { return };
        if cells.len() < 2 {
            return;
        }
        cells.pop();
        spare -= 1;
    }
}

/// The nearest other items of each item, the nearest first.
fn neighbours(route: &Route) -> Vec<Vec<usize>> {
    let mut others: Vec<(u32, usize)> = Vec::with_capacity(route.len());
    (0..route.len())
        .map(|item| {
            others.clear();
            let all = (0..route.len()).filter(|&it| it != item);
            others.extend(all.map(|it| (route.steps_beside(item, it), it)));
            if others.len() > NEIGHBOURS_TRIED {
                others.select_nth_unstable(NEIGHBOURS_TRIED);
                others.truncate(NEIGHBOURS_TRIED);
            }
            others.sort_unstable();
            others.iter().map(|&(_, it)| it).collect()
        })
        .collect()
}
