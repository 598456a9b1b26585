use super::errand::{Errand, Task};
use super::route::Route;
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
    let Some(cost) = route.cost(first, u32::MAX) else { return first.to_vec() };
    let mut search = Search { route, order: first.to_vec(), cost, looks: 0, near: neighbours(route) };
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

    /// Tries to move pieces that begin with an errand next to its neighbours; true if one was.
    fn move_by(&mut self, errand: usize) -> bool {
        let Some(from) = self.order.iter().position(|&it| it == errand) else { return false };
        for length in 1..=LONGEST.min(self.order.len() - from) {
            for place in 0..self.near[errand].len() {
                let neighbour = self.near[errand][place];
                let Some(to) = self.order.iter().position(|&it| it == neighbour) else { continue };
                if (from..from + length).contains(&to) {
                    continue;
                }
                for (to, turned) in [(to, false), (to, true), (to + 1, false), (to + 1, true)] {
                    if (turned && length == 1) || !self.is_promising(from, length, to, turned) {
                        continue;
                    }
                    if self.try_order(moved(&self.order, from, length, to, turned)) {
                        return true;
                    }
                }
            }
        }
        for place in 0..self.near[errand].len() {
            let neighbour = self.near[errand][place];
            let Some(to) = self.order.iter().position(|&it| it == neighbour) else { continue };
            let (low, high) = (from.min(to), from.max(to));
            if high - low < 2 {
                continue;
            }
            // The two become neighbours on either side.
            for (begin, end) in [(low + 1, high + 1), (low, high)] {
                let mut order = self.order.clone();
                order[begin..end].reverse();
                if self.try_order(order) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether a move makes the way shorter, as if nothing but steps counted.
    fn is_promising(&self, from: usize, length: usize, to: usize, turned: bool) -> bool {
        let order = &self.order;
        let steps = |a: Option<&usize>, b: Option<&usize>| match (a, b) {
            (Some(&a), Some(&b)) => self.route.steps(a, b),
            _ => 0,
        };
        let before = |at: usize| at.checked_sub(1).and_then(|at| order.get(at));
        let (head, tail) = (order.get(from), order.get(from + length - 1));
        let (head_there, tail_there) = if turned { (tail, head) } else { (head, tail) };
        let (left, right) = (before(from), order.get(from + length));
        let (left_there, right_there) = (before(to), order.get(to));
        let saved = steps(left, head) + steps(tail, right) + steps(left_there, right_there);
        let spent = steps(left, right) + steps(left_there, head_there) + steps(tail_there, right_there);
        spent <= saved
    }

    fn try_order(&mut self, order: Vec<usize>) -> bool {
        self.looks += 1;
        let Some(cost) = self.route.cost(&order, self.cost) else { return false };
        (self.order, self.cost) = (order, cost);
        true
    }

    /// Leaves out what is only a means, where it is not needed.
    fn drop_means(&mut self, errands: &[Errand]) {
        for errand in self.order.clone() {
            if !errands[errand].is_work() {
                let order = self.order.iter().copied().filter(|&it| it != errand).collect();
                self.try_order(order);
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
        for &errand in &search.order {
            let cells = size(&errands[errand]);
            if !(1..=spare).contains(&cells) {
                continue;
            }
            let order: Vec<usize> = search.order.iter().copied().filter(|&it| it != errand).collect();
            let least = best.as_ref().map_or(search.cost, |&(cost, _)| cost);
            if let Some(cost) = search.route.cost(&order, least) {
                best = Some((cost, order));
            }
        }
        let Some((cost, order)) = best else { break };
        let left = search.order.iter().find(|errand| !order.contains(errand));
        spare -= left.map_or(0, |&errand| size(&errands[errand]));
        (search.order, search.cost) = (order, cost);
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

/// The order with a piece of it moved to before the place `to`, and turned round on the way.
fn moved(order: &[usize], from: usize, length: usize, to: usize, turned: bool) -> Vec<usize> {
    let mut piece = order[from..from + length].to_vec();
    if turned {
        piece.reverse();
    }
    let mut rest = Vec::with_capacity(order.len());
    rest.extend_from_slice(&order[..from]);
    rest.extend_from_slice(&order[from + length..]);
    let to = if to > from { to - length } else { to };
    rest.splice(to..to, piece);
    rest
}

fn neighbours(route: &Route) -> Vec<Vec<usize>> {
    (0..route.len())
        .map(|errand| {
            let mut others: Vec<usize> = (0..route.len()).filter(|&it| it != errand).collect();
            others.sort_unstable_by_key(|&it| (route.steps(errand, it), it));
            others.truncate(NEIGHBOURS);
            others
        })
        .collect()
}
