//! The first order of work: always the nearest item that can be done and does not disconnect any
//! remaining work.

use crate::sim::prelude::*;
use crate::sim::solver::certificate::{Chore, OrderStep, Unsolvable};
use crate::sim::solver::route::Route;
use crate::sim::solver::work_item::{WorkItem, WorkKind};
use crate::sim::solver::work_problem::{Belt, WorkProblem};

/// What is checked before a trap is armed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Care {
    /// Nothing: the nearest item comes first.
    None,
    /// That everything reachable before stays reachable after.
    Full,
}

/// An order of all the work, as indices into `items`. Without a route, which knows what is nearest,
/// the order goes by strips of the floor.
///
/// # Errors
/// The first item that cannot be reached once nothing else is left to do.
pub(super) fn greedy_order(
    problem: &WorkProblem,
    items: &[WorkItem],
    route: Option<&Route>,
    care: Care,
) -> Result<Vec<usize>, Unsolvable> {
    let mut greedy_order = GreedyOrder {
        problem,
        items,
        route,
        care,
        free: problem.open.clone(),
        near: flood(&problem.open, problem.start),
        pos: problem.start,
        last: None,
        belt: problem.belt,
        done: vec![false; items.len()],
        rest: in_rows(items),
        refused: vec![false; items.len()],
        shut_out: false,
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
    route: Option<&'a Route>,
    care: Care,
    free: Bits,
    /// The cells of `free` that are connected with `pos`.
    near: Bits,
    pos: Pos,
    /// The item that was done last.
    last: Option<usize>,
    belt: Belt,
    done: Vec<bool>,
    /// The items left, and some that are done already.
    rest: Vec<usize>,
    /// Traps that could not be armed when last tried.
    refused: Vec<bool>,
    /// Whether some item could not be reached when last looked.
    shut_out: bool,
    meter: TargetDistances,
    order: Vec<usize>,
}

impl GreedyOrder<'_> {
    /// Does the next item; false if none can be done.
    fn advance(&mut self) -> bool {
        let mut rest = std::mem::take(&mut self.rest);
        if self.route.is_some() || self.order.len().is_multiple_of(64) {
            rest.retain(|&place| !self.done[place]);
        }
        let did = self.do_first_of(&mut rest);
        self.rest = rest;
        did
    }

    /// Does the first of some items that can be done. With a route the nearest come first: the list
    /// is sorted only as far as it is looked at.
    fn do_first_of(&mut self, rest: &mut [usize]) -> bool {
        let mut sorted = if self.route.is_some() { 0 } else { rest.len() };
        for strict in [true, false] {
            for next in 0..rest.len() {
                if next == sorted {
                    self.bring_nearest(&mut rest[next..]);
                    sorted += 1;
                }
                let place = rest[next];
                let item = &self.items[place];
                let leads_on =
                    item.is_work() || (self.shut_out && !matches!(item.kind, WorkKind::Jump(_)));
                if !leads_on || self.refused[place] || !self.is_possible(place) {
                    continue;
                }
                if let Some(stand) = self.stand(item, strict && self.shut_out) {
                    self.perform(place, stand);
                    return true;
                }
                // On a large floor a trap is not tried again until nothing else is left.
                self.refused[place] = self.route.is_none();
            }
            self.refused.fill(false);
            // The items that could not be reached may be done by now.
            self.shut_out = self.is_shut_out();
        }
        // A ledge is taken only when nothing else can be done, and never to where a walk leads as
        // well.
        let ledge = rest.iter().copied().find(|&place| {
            let WorkItem { kind: WorkKind::Jump(down), at, .. } = &self.items[place] else {
                return false;
            };
            self.shut_out && self.is_possible(place) && !self.is_near(*at + *down)
        });
        let Some(place) = ledge else { return false };
        self.perform(place, self.pos);
        true
    }

    /// Swaps the nearest item to the front; ties go by index.
    fn bring_nearest(&self, rest: &mut [usize]) {
        let Some(route) = self.route else { return };
        let nearest =
            (0..rest.len()).min_by_key(|&it| (route.steps(self.last, rest[it]), rest[it]));
        if let Some(nearest) = nearest {
            rest.swap(0, nearest);
        }
    }

    /// Whether an item can be done now; what arming a trap would shut off is not considered.
    fn is_possible(&self, place: usize) -> bool {
        let item = &self.items[place];
        let waits = item.after.is_some_and(|before| !self.done[before]);
        if self.done[place] || waits || !item.any_stand(|pos| self.is_near(pos)) {
            return false;
        }
        match &item.kind {
            WorkKind::Open(gate) => self.belt.has(*gate),
            WorkKind::Carry { .. } => reaches(&self.problem.chutes, |pos| self.is_near(pos)),
            WorkKind::Mop(_) => reaches(&self.problem.waters, |pos| self.is_near(pos)),
            _ => true,
        }
    }

    fn is_near(&self, pos: Pos) -> bool {
        self.near.contains(pos)
    }

    /// Whether some work, or the exit, cannot be reached without opening a gate.
    fn is_shut_out(&self) -> bool {
        let lacks = |place: usize, item: &WorkItem| {
            !self.done[place] && item.is_work() && !item.any_stand(|pos| self.is_near(pos))
        };
        !self.is_near(self.problem.exit)
            || self.items.iter().enumerate().any(|(place, item)| lacks(place, item))
    }

    /// The nearest cell to do an item from. For a trap: a cell from which, once it is armed,
    /// everything is reachable that was before; with `means`, openers and gates are counted too.
    fn stand(&mut self, item: &WorkItem, means: bool) -> Option<Pos> {
        let mut stands = item.stands();
        stands.retain(|&pos| self.is_near(pos));
        if !item.is_trap() || !may_disconnect(&self.free, item.at) {
            return stands.first().copied();
        }
        if self.route.is_some() {
            let meter = &mut self.meter;
            meter.measure(
                &self.free,
                self.pos,
                stands.iter().copied(),
                DistanceField::MAX_DISTANCE,
            );
            stands.sort_unstable_by_key(|&pos| (meter.get(pos), pos));
        } else {
            stands.sort_unstable_by_key(|&pos| (self.pos.steps_to(pos), pos));
        }
        if self.care == Care::None {
            return stands.first().copied();
        }
        let mut without = self.free.clone();
        without.remove(item.at);
        let mut refused: Option<Bits> = None;
        for stand in stands {
            if refused.as_ref().is_some_and(|side| side.contains(stand)) {
                continue;
            }
            let side = flood(&without, stand);
            if self.keeps_all(&side, item.at, means) {
                return Some(stand);
            }
            match &mut refused {
                Some(refused) => refused.union(&side),
                None => refused = Some(side),
            }
        }
        None
    }

    /// Whether everything needed that is reachable now is also reachable on one side of a trap.
    fn keeps_all(&self, side: &Bits, trap: Pos, means: bool) -> bool {
        let keeps =
            |near: &Nearness| !near(&|pos| self.is_near(pos)) || near(&|pos| side.contains(pos));
        let (mut bodies, mut stains) = (false, false);
        for (place, item) in self.items.iter().enumerate() {
            let counts = item.is_work() || means;
            if self.done[place] || !counts || item.at == trap {
                continue;
            }
            bodies |= matches!(item.kind, WorkKind::Carry { .. });
            stains |= matches!(item.kind, WorkKind::Mop(_));
            if !keeps(&|test| item.any_stand(test)) {
                return false;
            }
        }
        let problem = self.problem;
        keeps(&|test| test(problem.exit))
            && (!bodies || keeps(&|test| reaches(&problem.chutes, test)))
            && (!stains || keeps(&|test| reaches(&problem.waters, test)))
            && (!means || problem.pits.iter().all(|pit| keeps(&|test| pit.cardinals().any(test))))
    }

    fn perform(&mut self, place: usize, stand: Pos) {
        let item = &self.items[place];
        self.done[place] = true;
        self.order.push(place);
        (self.pos, self.last) = (stand, Some(place));
        match &item.kind {
            WorkKind::Work(..) if item.is_trap() => {
                let parts = may_disconnect(&self.free, item.at);
                self.free.set(item.at, false);
                self.near.set(item.at, false);
                if !parts {
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
            _ => return,
        }
        self.near = flood(&self.free, self.pos);
        self.shut_out = self.is_shut_out();
    }

    /// The first work left, or the exit if it cannot be reached.
    fn first_left(&self) -> Option<OrderStep> {
        let left = self.items.iter().zip(&self.done);
        let work = left.filter(|(item, done)| item.is_work() && !**done).map(|(it, _)| it.step());
        let exit = OrderStep { chore: Chore::Exit, at: self.problem.exit };
        work.chain((!self.is_near(self.problem.exit)).then_some(exit)).next()
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

/// Whether a test holds for one of some places or a neighbour of one.
pub(super) fn reaches(places: &[Pos], test: impl Fn(Pos) -> bool) -> bool {
    places.iter().any(|&at| test(at) || at.neighbours().any(&test))
}

/// A question about any of some cells: it calls the test that it is given for each.
type Nearness<'a> = dyn Fn(&dyn Fn(Pos) -> bool) -> bool + 'a;

/// Whether removing a cell may disconnect the open cells around it.
pub(super) fn may_disconnect(open: &Bits, at: Pos) -> bool {
    local_components(open, at) > 1
}
