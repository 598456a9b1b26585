//! The first order of work: always the nearest item that can be done and does not disconnect any
//! remaining work.

use crate::sim::prelude::*;
use crate::sim::solver::certificate::{Chore, OrderStep, Unsolvable};
use crate::sim::solver::work_problem::{Belt, WorkItem, WorkKind, WorkProblem};

/// With more items the order goes by strips of the floor, because each measuring of distances takes
/// as long as the floor is large.
const MAX_ITEMS_MEASURED: usize = 400;

/// An order of the work that is asked for, as indices into `items`. If it is careful, a trap is
/// armed only where everything reachable before stays reachable after.
///
/// # Errors
/// The first item that cannot be reached once nothing else is left to do.
pub(super) fn greedy_order(
    problem: &WorkProblem,
    items: &[WorkItem],
    is_careful: bool,
) -> Result<Vec<usize>, Unsolvable> {
    let mut greedy_order = GreedyOrder {
        problem,
        items,
        measures: items.len() <= MAX_ITEMS_MEASURED,
        is_careful,
        free: problem.open.clone(),
        near: flood(&problem.open, problem.start),
        pos: problem.start,
        belt: problem.belt,
        asked: problem.asked,
        done: vec![false; items.len()],
        rest: in_rows(items),
        refused: vec![false; items.len()],
        shut_out: false,
        distances: DistanceField::new(),
        meter: TargetDistances::new(),
        order: Vec::with_capacity(items.len()),
    };
    greedy_order.shut_out = greedy_order.is_shut_out();
    while greedy_order.advance() {}
    match greedy_order.first_left() {
        Some(step) => Err(Unsolvable(step)),
        None => Ok(greedy_order.order),
    }
}

struct GreedyOrder<'a> {
    problem: &'a WorkProblem,
    items: &'a [WorkItem],
    /// Whether the nearest item comes next, by the length of the way.
    measures: bool,
    is_careful: bool,
    free: Bits,
    /// The cells of `free` that are connected with `pos`.
    near: Bits,
    pos: Pos,
    belt: Belt,
    /// How much of each kind of job is still to be done.
    asked: PerJob,
    done: Vec<bool>,
    /// The items left, and some that are done already.
    rest: Vec<usize>,
    /// Traps that could not be armed when last tried.
    refused: Vec<bool>,
    /// Whether some item could not be reached when last looked.
    shut_out: bool,
    /// From `pos`, as long as items are measured.
    distances: DistanceField,
    meter: TargetDistances,
    order: Vec<usize>,
}

impl GreedyOrder<'_> {
    /// Does the next item; false if none can be done. With a route the nearest comes first: the
    /// list of items is sorted only as far as it is looked at.
    fn advance(&mut self) -> bool {
        let mut rest = std::mem::take(&mut self.rest);
        if self.measures || self.order.len().is_multiple_of(64) {
            rest.retain(|&place| !self.done[place]);
        }
        let next = self.next_of(&mut rest).or_else(|| self.next_ledge(&rest));
        self.rest = rest;
        let Some((place, stand)) = next else { return false };
        self.perform(place, stand);
        true
    }

    /// The first of some items that can be done, and where.
    fn next_of(&mut self, rest: &mut [usize]) -> Option<(usize, Pos)> {
        if self.measures {
            let (moves, limit) = (Moves::Eight, DistanceField::MAX_DISTANCE);
            self.distances.spread(&self.free, [self.pos], moves, limit);
        }
        let mut sorted = if self.measures { 0 } else { rest.len() };
        for strict in [true, false] {
            for next in 0..rest.len() {
                if next == sorted {
                    self.bring_nearest(&mut rest[next..]);
                    sorted += 1;
                }
                let place = rest[next];
                let item = &self.items[place];
                let leads_on = self.is_due(place)
                    || (self.shut_out && !matches!(item.kind, WorkKind::Jump(_)));
                if !leads_on || self.refused[place] || !self.is_possible(place) {
                    continue;
                }
                if let Some(stand) = self.stand(item, strict && self.shut_out) {
                    return Some((place, stand));
                }
                // On a large floor a trap is not tried again until nothing else is left.
                self.refused[place] = !self.measures;
            }
            self.refused.fill(false);
            // The items that could not be reached may be done by now.
            self.shut_out = self.is_shut_out();
        }
        None
    }

    /// A ledge is taken only when nothing else can be done, and never to where a walk leads as
    /// well.
    fn next_ledge(&self, rest: &[usize]) -> Option<(usize, Pos)> {
        let leads_on = |&place: &usize| match self.items[place] {
            WorkItem { kind: WorkKind::Jump(down), at, .. } => !self.near.contains(at + down),
            _ => false,
        };
        let mut ledges = rest.iter().copied().filter(leads_on).filter(|_| self.shut_out);
        ledges.find(|&place| self.is_possible(place)).map(|place| (place, self.pos))
    }

    /// Swaps the nearest item to the front; ties go by index.
    fn bring_nearest(&self, rest: &mut [usize]) {
        if !self.measures {
            return;
        }
        let steps = |place: usize| {
            let stands = self.items[place].stands().into_iter();
            stands.filter_map(|pos| self.distances.reached(pos)).min().unwrap_or(u16::MAX)
        };
        let nearness = |&it: &usize| (steps(rest[it]), rest[it]);
        if let Some(nearest) = (0..rest.len()).min_by_key(nearness) {
            rest.swap(0, nearest);
        }
    }

    /// Whether an item is work of which more is asked for, or clears the way for some.
    fn is_due(&self, place: usize) -> bool {
        let is_before = || self.items.iter().any(|item| item.after == Some(place));
        let item = &self.items[place];
        match item.job() {
            Some((job, _)) => self.asked[job] > 0 || (job == JobKind::Body && is_before()),
            None => item.is_work(),
        }
    }

    /// Whether an item can be done now; what arming a trap would shut off is not considered.
    fn is_possible(&self, place: usize) -> bool {
        let item = &self.items[place];
        let waits = item.after.is_some_and(|before| !self.done[before]);
        if self.done[place] || waits || !item.is_reached(&self.near) {
            return false;
        }
        match &item.kind {
            WorkKind::Open(gate) => self.belt.has(*gate),
            WorkKind::Carry => reaches(&self.near, &self.problem.chutes),
            WorkKind::Mop(_) => reaches(&self.near, &self.problem.waters),
            _ => true,
        }
    }

    /// Whether some work, or the exit, cannot be reached without opening a gate.
    fn is_shut_out(&self) -> bool {
        let lacks = |place: usize| {
            !self.done[place] && self.is_due(place) && !self.items[place].is_reached(&self.near)
        };
        !self.near.contains(self.problem.exit) || (0..self.items.len()).any(lacks)
    }

    /// The nearest cell to do an item from. For a trap: a cell from which, once it is armed,
    /// everything is reachable that was before; with `means`, openers and gates are counted too.
    fn stand(&mut self, item: &WorkItem, means: bool) -> Option<Pos> {
        let mut stands = item.stands();
        stands.retain(|&pos| self.near.contains(pos));
        if !item.is_trap() || local_components(&self.free, item.at) <= 1 {
            return stands.first().copied();
        }
        if self.measures {
            let (meter, goals) = (&mut self.meter, stands.iter().copied());
            meter.measure(&self.free, self.pos, goals, DistanceField::MAX_DISTANCE);
            stands.sort_unstable_by_key(|&pos| (meter.get(pos), pos));
        } else {
            stands.sort_unstable_by_key(|&pos| (self.pos.steps_to(pos), pos));
        }
        if !self.is_careful {
            return stands.first().copied();
        }
        let mut without = self.free.clone();
        without.remove(item.at);
        // Of the cells on a side that is refused none is tried again.
        while let Some(&stand) = stands.first() {
            let side = flood(&without, stand);
            if self.keeps_all(&side, item.at, means) {
                return Some(stand);
            }
            stands.retain(|&other| other != stand && !side.contains(other));
        }
        None
    }

    /// Whether everything needed that is reachable now is also reachable on one side of a trap.
    fn keeps_all(&self, side: &Bits, trap: Pos, means: bool) -> bool {
        let keeps =
            |is_reached: &dyn Fn(&Bits) -> bool| !is_reached(&self.near) || is_reached(side);
        let (mut bodies, mut stains) = (false, false);
        for (place, item) in self.items.iter().enumerate() {
            let counts = self.is_due(place) || (means && item.job().is_none());
            if self.done[place] || !counts || item.at == trap {
                continue;
            }
            bodies |= matches!(item.kind, WorkKind::Carry);
            stains |= matches!(item.kind, WorkKind::Mop(_));
            if !keeps(&|open| item.is_reached(open)) {
                return false;
            }
        }
        let problem = self.problem;
        let keeps_pit = |pit: Pos| keeps(&|open| pit.cardinals().any(|pos| open.contains(pos)));
        keeps(&|open| open.contains(problem.exit))
            && (!bodies || keeps(&|open| reaches(open, &problem.chutes)))
            && (!stains || keeps(&|open| reaches(open, &problem.waters)))
            && (!means || problem.pits.iter().all(keeps_pit))
    }

    fn perform(&mut self, place: usize, stand: Pos) {
        let item = &self.items[place];
        self.done[place] = true;
        self.order.push(place);
        self.pos = stand;
        if let Some((job, count)) = item.job() {
            self.asked[job] = self.asked[job].saturating_sub(count);
        }
        match &item.kind {
            WorkKind::Work(..) if item.is_trap() => {
                let parts = local_components(&self.free, item.at);
                self.free.set(item.at, false);
                self.near.set(item.at, false);
                if parts <= 1 {
                    return;
                }
            }
            WorkKind::Take(gate, count) => {
                self.belt.add(*gate, *count);
                if *gate != Gate::Pit {
                    return;
                }
                self.free.union(&self.problem.pits);
            }
            WorkKind::Open(gate) => {
                self.belt.spend(*gate);
                self.free.insert(item.at);
            }
            WorkKind::Jump(down) => self.pos = item.at + *down,
            WorkKind::Carry => {
                let chutes = self.problem.chutes.iter().copied();
                let beside = chutes.flat_map(Pos::with_neighbours);
                let open = beside.filter(|&pos| self.near.contains(pos));
                self.pos = open.min_by_key(|pos| pos.steps_to(stand)).unwrap_or(stand);
                return;
            }
            _ => return,
        }
        self.near = flood(&self.free, self.pos);
        self.shut_out = self.is_shut_out();
    }

    /// The first work left, or the exit if it cannot be reached.
    fn first_left(&self) -> Option<OrderStep> {
        let left = (0..self.items.len()).filter(|&place| !self.done[place] && self.is_due(place));
        let work = left.map(|place| self.items[place].step());
        let exit = OrderStep { chore: Chore::Exit, at: self.problem.exit };
        work.chain((!self.near.contains(self.problem.exit)).then_some(exit)).next()
    }
}

/// The items by strips of the floor, to and fro, so that neighbours in the order are near each
/// other.
fn in_rows(items: &[WorkItem]) -> Vec<usize> {
    const STRIP_ROWS: i32 = 24;
    let mut places: Vec<usize> = (0..items.len()).collect();
    places.sort_by_key(|&place| {
        let Pos { x, y } = items[place].at;
        let strip = y / STRIP_ROWS;
        (strip, if strip % 2 == 0 { x } else { -x }, y)
    });
    places
}

/// Whether one of some places or a neighbour of one is among the open cells.
fn reaches(open: &Bits, places: &[Pos]) -> bool {
    places.iter().flat_map(|place| place.with_neighbours()).any(|pos| open.contains(pos))
}
