//! The estimate of what an order of work items costs.

use crate::sim::prelude::*;
use crate::sim::solver::distance_table::DistanceTable;
use crate::sim::solver::regions::{Regions, ever_open};
use crate::sim::solver::work_item::{WorkItem, WorkKind};
use crate::sim::solver::work_problem::{Belt, WorkProblem};

/// Estimates the turns of an order of items and whether it can be done, fast enough for thousands
/// of orders. Distances are measured as if nothing were shut; what is shut is tracked by connected
/// pieces of the floor ([`Regions`]).
pub(super) struct Route {
    table: DistanceTable,
    regions: Regions,
    visits: Vec<Visit>,
    /// Where each item is done.
    stations: Vec<Station>,
    /// The pieces of floor with the first cell and with the exit, as bits.
    start: u64,
    exit: u64,
    chutes: Vec<Service>,
    waters: Vec<Service>,
    belt: Belt,
    mop_fouled: u8,
    mop_cells: u8,
    /// Turns of a step with a body in the arms, in percent of one without.
    burden: u32,
}

/// What the estimate needs of a work item.
struct Visit {
    kind: VisitKind,
    /// The pieces of floor that it can be done from, as bits.
    access: u64,
    turns: u32,
    after: Option<usize>,
}

enum VisitKind {
    Work,
    // The bit of the joint between pieces that is shut from then on; 0 if it joins none.
    Trap(u64),
    Carry { rises: u32 },
    Mop(u8),
    Take(Gate, u16),
    // The bit of the joint between pieces that is open from then on.
    Open(Gate, u64),
    // The piece below the ledge.
    Jump(u64),
}

/// A chute or a well.
struct Service {
    /// Its index in the distance table.
    place: usize,
    access: u64,
}

/// Where the way of an order enters and leaves an item, as indices in the distance table.
#[derive(Clone, Copy)]
pub(super) struct Station {
    comes_to: usize,
    leaves: usize,
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

impl Station {
    fn at(place: usize) -> Station {
        Station { comes_to: place, leaves: place }
    }
}

/// Indices in the distance table.
const START: usize = 0;
const EXIT: usize = 1;
const FIRST_ITEM: usize = 2;

/// Number of items up to which a route is made: its time grows with their square.
const MAX_ITEMS: usize = 120;

/// Turns that the estimate charges for a body that rises before it is carried off.
const RISEN_BODY_TURNS: u32 = 40;

impl Route {
    /// `None` for more than [`MAX_ITEMS`] items, and where the floor is in more pieces than bits.
    pub(super) fn of(problem: &WorkProblem, items: &[WorkItem]) -> Option<Route> {
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
            Service { place: places.len() - 1, access: regions.around(*at) }
        };
        let chutes: Vec<Service> = problem.chutes.iter().map(&mut service).collect();
        let waters = problem.waters.iter().map(&mut service).collect();
        let visits = items.iter().map(|item| visit(item, problem, &regions)).collect();
        let table = DistanceTable::new(&ever_open(problem, items), &places, from);
        let stations = items.iter().enumerate().map(|(place, item)| {
            // A body is mostly carried to the nearest chute.
            let is_carried = matches!(item.kind, WorkKind::Carry { .. });
            let chutes = chutes.iter().map(|chute| chute.place).filter(|_| is_carried);
            let nearest = chutes.min_by_key(|&chute| table.steps(FIRST_ITEM + place, chute));
            Station {
                leaves: nearest.unwrap_or(FIRST_ITEM + place),
                ..Station::at(FIRST_ITEM + place)
            }
        });
        Some(Route {
            stations: stations.collect(),
            table,
            start: regions.at(problem.start),
            exit: regions.at(problem.exit),
            visits,
            chutes,
            waters,
            belt: problem.belt,
            mop_fouled: problem.mop_fouled,
            mop_cells: problem.mop_cells,
            burden: (problem.speed[0] * 100 / problem.speed[1]) as u32,
            regions,
        })
    }

    /// Steps between two items; `None` stands for the start.
    pub(super) fn steps(&self, from: Option<usize>, to: usize) -> u32 {
        self.table.steps(from.map_or(START, |from| FIRST_ITEM + from), FIRST_ITEM + to)
    }

    /// Steps between two items in the better direction.
    pub(super) fn steps_beside(&self, one: usize, other: usize) -> u32 {
        let (one, other) = (self.stations[one], self.stations[other]);
        self.steps_between(one, other).min(self.steps_between(other, one))
    }

    /// Fills in the stations of an order: the start, its items, the exit.
    pub(super) fn stations(&self, order: &[usize], stations: &mut Vec<Station>) {
        stations.clear();
        stations.push(Station::at(START));
        stations.extend(order.iter().map(|&item| self.stations[item]));
        stations.push(Station::at(EXIT));
    }

    pub(super) fn steps_between(&self, from: Station, to: Station) -> u32 {
        self.table.steps(from.leaves, to.comes_to)
    }

    pub(super) fn len(&self) -> usize {
        self.visits.len()
    }

    /// The state at the start.
    pub(super) fn begin(&self) -> Leg {
        let regions = &self.regions;
        let mut open = regions.open;
        if self.belt.has(Gate::Pit) {
            open |= regions.pits;
        }
        let near = regions.spread(self.start, open);
        let (belt, fouled) = (self.belt, self.mop_fouled);
        Leg { open, near, here: START, cost: 0, risen: 0, belt, fouled, done: [0; 2] }
    }

    /// The estimated turns of an order that has led to this state; `None` if the exit cannot be
    /// reached from it.
    pub(super) fn finish(&self, leg: &Leg) -> Option<u32> {
        (leg.near & self.exit != 0).then(|| leg.cost + self.table.steps(leg.here, EXIT))
    }

    /// Does the item at an index of an order; `None` if it cannot be done. It looks one item ahead.
    pub(super) fn go_on(&self, leg: &mut Leg, order: &[usize], place: usize) -> Option<()> {
        let (regions, item) = (&self.regions, order[place]);
        let visit = &self.visits[item];
        if visit.access & leg.near == 0 || visit.after.is_some_and(|it| !is_in(&leg.done, it)) {
            return None;
        }
        leg.done[item / 64] |= 1 << (item % 64);
        let there = FIRST_ITEM + item;
        if let VisitKind::Mop(cells) = visit.kind {
            self.rinse(leg, cells, there)?;
        }
        leg.cost += self.table.steps(leg.here, there) + visit.turns;
        leg.here = there;
        let next = order.get(place + 1).copied();
        match visit.kind {
            VisitKind::Work | VisitKind::Trap(0) => {}
            VisitKind::Mop(cells) => leg.cost += u32::from(cells),
            VisitKind::Trap(joint) => {
                leg.open &= !joint;
                let next = next.map_or(self.exit, |next| self.visits[next].access);
                leg.near = self.side(visit.access & leg.near & !joint, leg.open, next)?;
            }
            VisitKind::Carry { rises } => self.carry(leg, rises, next)?,
            VisitKind::Take(gate, count) => {
                leg.belt.add(gate, count);
                if gate == Gate::Pit {
                    leg.open |= regions.pits;
                    leg.near = regions.spread(leg.near, leg.open);
                }
            }
            VisitKind::Open(gate, joint) => {
                if !leg.belt.has(gate) {
                    return None;
                }
                leg.belt.spend(gate);
                leg.open |= joint;
                leg.near = regions.spread(leg.near, leg.open);
            }
            VisitKind::Jump(below) => leg.near = regions.spread(below, leg.open),
        }
        Some(())
    }

    /// Rinses the mop on the way to a patch that it would not last for.
    fn rinse(&self, leg: &mut Leg, cells: u8, there: usize) -> Option<()> {
        if leg.fouled + cells > self.mop_cells {
            let well = self.nearest(&self.waters, leg.near, leg.here, there, 100)?;
            leg.cost += self.table.steps(leg.here, well) + 1;
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
        let chute = self.nearest(&self.chutes, leg.near, leg.here, next, self.burden)?;
        leg.cost += self.table.steps(leg.here, chute) * self.burden / 100 + 1;
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

    /// The service with the shortest detour on the way from one place to another.
    fn nearest(
        &self,
        services: &[Service],
        near: u64,
        from: usize,
        to: usize,
        burden: u32,
    ) -> Option<usize> {
        let by = |service: &Service| {
            self.table.steps(from, service.place) * burden / 100
                + self.table.steps(service.place, to)
        };
        let reached = services.iter().filter(|service| service.access & near != 0);
        reached.min_by_key(|service| (by(service), service.place)).map(|service| service.place)
    }
}

fn is_in(set: &[u64; 2], place: usize) -> bool {
    set[place / 64] >> (place % 64) & 1 == 1
}

fn visit(item: &WorkItem, problem: &WorkProblem, regions: &Regions) -> Visit {
    let joint = |at| if regions.is_bridge(at) { regions.at(at) } else { 0 };
    let (kind, turns) = match &item.kind {
        WorkKind::Work(_, turns) if item.is_trap() => (VisitKind::Trap(joint(item.at)), *turns),
        WorkKind::Work(_, turns) => (VisitKind::Work, *turns),
        WorkKind::Carry { rises } => (VisitKind::Carry { rises: *rises }, 1),
        WorkKind::Mop(cells) => (VisitKind::Mop(cells.len() as u8), problem.stain_turns - 1),
        WorkKind::Clear { is_taken_up } => (VisitKind::Work, u8::from(!is_taken_up)),
        WorkKind::Take(gate, count) => (VisitKind::Take(*gate, *count), 0),
        WorkKind::Open(gate) => (VisitKind::Open(*gate, regions.at(item.at)), 1),
        WorkKind::Jump(down) => (VisitKind::Jump(regions.at(item.at + *down)), 2),
    };
    Visit { kind, access: regions.access(item), turns: turns.into(), after: item.after }
}
