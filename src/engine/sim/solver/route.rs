//! The estimate of what an order of work items costs.

use crate::sim::prelude::*;
use crate::sim::solver::distance_table::DistanceTable;
use crate::sim::solver::regions::Regions;
use crate::sim::solver::work_problem::{Belt, WorkItem, WorkKind, WorkProblem};

/// Estimates the turns of an order of items and whether it can be done, fast enough for thousands
/// of orders. Distances are measured as if nothing were shut; what is shut is tracked by connected
/// pieces of the floor ([`Regions`]).
pub(super) struct Route<'a> {
    problem: &'a WorkProblem,
    table: DistanceTable,
    regions: Regions,
    visits: Vec<Visit>,
    /// Where the way goes on from the start, the exit and each item, as indices in the table.
    leaves: Vec<usize>,
    /// The pieces of floor with the first cell and with the exit, as bits.
    start: u64,
    exit: u64,
    chutes: Vec<Service>,
    waters: Vec<Service>,
}

/// What the estimate needs of a work item.
struct Visit {
    item: WorkItem,
    /// The pieces of floor that it can be done from, as bits.
    access: u64,
    /// The piece of floor that it shuts or opens, or jumps down to; 0 for a trap that joins none.
    piece: u64,
    turns: u32,
}

/// A chute or a well.
struct Service {
    /// Its index in the distance table.
    place: usize,
    access: u64,
}

/// The state of the estimate after a part of an order.
#[derive(Clone, Copy)]
pub(super) struct Leg {
    /// The pieces of floor that are open, and those that can be reached, as bits.
    open: u64,
    near: u64,
    /// The index of the present place in the distance table.
    here: usize,
    pub cost: u32,
    /// Bodies that rose before they were carried off.
    pub risen: u32,
    belt: Belt,
    fouled: u8,
    done: [u64; 2],
}

impl Leg {
    /// Whether the rest of an order costs the same from both states.
    pub(super) fn goes_on_as(&self, other: &Leg) -> bool {
        let state = |leg: &Leg| (leg.here, leg.fouled, leg.near, leg.open, leg.done, leg.belt);
        state(self) == state(other)
    }
}

/// Indices in the distance table.
pub(super) const START: usize = 0;
pub(super) const EXIT: usize = 1;
pub(super) const FIRST_ITEM: usize = 2;

/// Number of items up to which a route is made: its time grows with their square.
const MAX_ITEMS: usize = 120;

/// Turns that the estimate charges for a body that rises before it is carried off.
const RISEN_BODY_TURNS: u32 = 40;

impl Route<'_> {
    /// `None` for more than [`MAX_ITEMS`] items, and where the floor is in more pieces than bits.
    pub(super) fn of<'a>(problem: &'a WorkProblem, items: &[WorkItem]) -> Option<Route<'a>> {
        if items.len() > MAX_ITEMS {
            return None;
        }
        let regions = Regions::of(problem, items)?;
        let mut places = vec![problem.start, problem.exit];
        places.extend(items.iter().map(|item| match item.kind {
            WorkKind::Jump(down) => item.at + down.opposite(),
            _ => item.at,
        }));
        let from = places.len();
        let mut service = |at: &Pos| {
            places.push(*at);
            let access = regions.pieces_of(at.with_neighbours());
            Service { place: places.len() - 1, access }
        };
        let chutes: Vec<Service> = problem.chutes.iter().map(&mut service).collect();
        let waters = problem.waters.iter().map(&mut service).collect();
        let mut ever_open = problem.open.clone();
        for gate in items.iter().filter(|item| matches!(item.kind, WorkKind::Open(_))) {
            ever_open.insert(gate.at);
        }
        ever_open.union(&problem.pits);
        let table = DistanceTable::new(&ever_open, &places, from);
        let mut leaves: Vec<usize> = (0..from).collect();
        for (item, place) in items.iter().zip(&mut leaves[FIRST_ITEM..]) {
            // A body is mostly carried to the nearest chute.
            if matches!(item.kind, WorkKind::Carry { .. }) {
                let chutes = chutes.iter().map(|chute| chute.place);
                *place = chutes.min_by_key(|&chute| table.at(*place, chute)).unwrap_or(*place);
            }
        }
        Some(Route {
            problem,
            table,
            visits: items.iter().map(|item| visit(item, problem, &regions)).collect(),
            leaves,
            start: regions.at(problem.start),
            exit: regions.at(problem.exit),
            chutes,
            waters,
            regions,
        })
    }

    /// Steps between two places.
    fn steps(&self, from: usize, to: usize) -> u32 {
        self.table.at(from, to).into()
    }

    /// Steps between two items; `None` stands for the start.
    pub(super) fn steps_between_items(&self, from: Option<&usize>, to: usize) -> u32 {
        self.steps(from.map_or(START, |from| FIRST_ITEM + from), FIRST_ITEM + to)
    }

    /// Steps from a place that the way of an order comes to, to the next one.
    pub(super) fn steps_on(&self, from: usize, to: usize) -> u32 {
        self.steps(self.leaves[from], to)
    }

    /// Steps between two items in the better direction.
    pub(super) fn steps_beside(&self, one: usize, other: usize) -> u32 {
        let (one, other) = (FIRST_ITEM + one, FIRST_ITEM + other);
        self.steps_on(one, other).min(self.steps_on(other, one))
    }

    pub(super) fn len(&self) -> usize {
        self.visits.len()
    }

    /// The state at the start.
    pub(super) fn begin(&self) -> Leg {
        let (regions, problem) = (&self.regions, self.problem);
        let carried = if problem.belt.has(Gate::Pit) { regions.pits } else { 0 };
        let open = regions.open | carried;
        Leg {
            open,
            near: regions.spread(self.start, open),
            here: START,
            cost: 0,
            risen: 0,
            belt: problem.belt,
            fouled: problem.mop_fouled,
            done: [0; 2],
        }
    }

    /// The estimated turns of an order that has led to this state; `None` if the exit cannot be
    /// reached from it.
    pub(super) fn finish(&self, leg: &Leg) -> Option<u32> {
        (leg.near & self.exit != 0).then(|| leg.cost + self.steps(leg.here, EXIT))
    }

    /// Does the item at an index of an order; `None` if it cannot be done. It looks one item ahead.
    pub(super) fn go_on(&self, leg: &mut Leg, order: &[usize], place: usize) -> Option<()> {
        let (regions, item) = (&self.regions, order[place]);
        let visit = &self.visits[item];
        let is_done = |item: usize| leg.done[item / 64] >> (item % 64) & 1 == 1;
        if visit.access & leg.near == 0 || visit.item.after.is_some_and(|it| !is_done(it)) {
            return None;
        }
        leg.done[item / 64] |= 1 << (item % 64);
        let there = FIRST_ITEM + item;
        if let WorkKind::Mop(cells) = &visit.item.kind {
            self.rinse(leg, cells.len() as u8, there)?;
        }
        leg.cost += self.steps(leg.here, there) + visit.turns;
        leg.here = there;
        let next = order.get(place + 1).copied();
        match visit.item.kind {
            WorkKind::Work(JobKind::Trap, _) if visit.piece != 0 => {
                leg.open &= !visit.piece;
                let next = next.map_or(self.exit, |next| self.visits[next].access);
                leg.near = self.side(visit.access & leg.near & !visit.piece, leg.open, next)?;
            }
            WorkKind::Work(..) | WorkKind::Mop(_) | WorkKind::Clear { .. } => {}
            WorkKind::Carry { rises } => self.carry(leg, rises, next)?,
            WorkKind::Take(gate, count) => {
                leg.belt.add(gate, count);
                if gate == Gate::Pit {
                    leg.open |= regions.pits;
                    leg.near = regions.spread(leg.near, leg.open);
                }
            }
            WorkKind::Open(gate) => {
                if !leg.belt.has(gate) {
                    return None;
                }
                leg.belt.spend(gate);
                leg.open |= visit.piece;
                leg.near = regions.spread(leg.near, leg.open);
            }
            WorkKind::Jump(_) => leg.near = regions.spread(visit.piece, leg.open),
        }
        Some(())
    }

    /// Rinses the mop on the way to a patch that it would not last for.
    fn rinse(&self, leg: &mut Leg, cells: u8, there: usize) -> Option<()> {
        if leg.fouled + cells > self.problem.mop_cells {
            let well = self.nearest(&self.waters, leg, there, 100)?;
            leg.cost += self.steps(leg.here, well) + 1;
            leg.here = well;
            leg.fouled = 0;
        }
        leg.fouled += cells;
        Some(())
    }

    /// Carries a body to the chute that lies best for the next item.
    fn carry(&self, leg: &mut Leg, rises: u32, next: Option<usize>) -> Option<()> {
        if leg.cost > rises {
            leg.cost += RISEN_BODY_TURNS;
            leg.risen += 1;
        }
        let next = next.map_or(EXIT, |next| FIRST_ITEM + next);
        let chute = self.nearest(&self.chutes, leg, next, self.problem.burden())?;
        leg.cost += self.steps(leg.here, chute) * self.problem.burden() / 100 + 1;
        leg.here = chute;
        Some(())
    }

    /// The side of a trap just armed from which the next item can be reached; the exit's side if
    /// both do.
    fn side(&self, mut stands: u64, open: u64, next: u64) -> Option<u64> {
        let mut found = None;
        while stands != 0 {
            let side = self.regions.spread(stands & stands.wrapping_neg(), open);
            stands &= !side & (stands - 1);
            if side & next != 0 && (found.is_none() || side & self.exit != 0) {
                found = Some(side);
            }
        }
        found
    }

    /// The service with the shortest detour on the way to a place, where a step to the service
    /// takes `burden` percent of the usual turns.
    fn nearest(&self, services: &[Service], leg: &Leg, to: usize, burden: u32) -> Option<usize> {
        let by = |place| self.steps(leg.here, place) * burden / 100 + self.steps(place, to);
        let reached = services.iter().filter(|service| service.access & leg.near != 0);
        reached.map(|service| service.place).min_by_key(|&place| (by(place), place))
    }
}

fn visit(item: &WorkItem, problem: &WorkProblem, regions: &Regions) -> Visit {
    let (piece, turns) = match &item.kind {
        WorkKind::Work(_, turns) => {
            let is_joint = item.is_trap() && regions.is_bridge(item.at);
            (if is_joint { regions.at(item.at) } else { 0 }, u32::from(*turns))
        }
        WorkKind::Carry { .. } => (0, 1),
        WorkKind::Mop(cells) => (0, u32::from(problem.stain_turns) - 1 + cells.len() as u32),
        WorkKind::Clear { is_taken_up } => (0, u32::from(!is_taken_up)),
        WorkKind::Take(..) => (0, 0),
        WorkKind::Open(_) => (regions.at(item.at), 1),
        WorkKind::Jump(down) => (regions.at(item.at + *down), 2),
    };
    Visit { item: item.clone(), access: regions.pieces_of(item.stands()), piece, turns }
}
