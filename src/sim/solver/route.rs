//! The estimate: what an order of errands costs.

use crate::base::Pos;
use crate::content::Gate;

use crate::sim::solver::chart::Chart;
use crate::sim::solver::errand::{Errand, Task};
use crate::sim::solver::regions::{Regions, ever_open};
use crate::sim::solver::survey::{Belt, Survey};

/// What an order of errands costs, about, and whether it can be kept: fast enough to be asked for thousands
/// of orders. Ways are measured as if nothing were shut; what is shut is only known by pieces of the floor.
pub(super) struct Route {
    chart: Chart,
    regions: Regions,
    stops: Vec<Interruption>,
    /// Where each of them is done.
    stations: Vec<Station>,
    /// What can be come to from the first cell, and from where the exit can be.
    start: u64,
    exit: u64,
    chutes: Vec<Service>,
    waters: Vec<Service>,
    belt: Belt,
    mop_fouled: u8,
    mop_cells: u8,
    /// Turns of a step with a body, in percent.
    burden: u32,
}

/// An errand, as far as its cost goes.
struct Interruption {
    what: What,
    /// The pieces of floor that it can be done from.
    access: u64,
    turns: u32,
    after: Option<usize>,
}

enum What {
    Work,
    /// The bit of the joint that is shut from then on.
    Trap(u64),
    Carry {
        rises: u32,
    },
    Mop(u8),
    Take(Gate, u16),
    /// The bit of the joint that is open from then on.
    Open(Gate, u64),
    /// The piece that one comes down on.
    Jump(u64),
}

/// A chute or a well.
struct Service {
    /// Its place in the chart.
    place: usize,
    access: u64,
}

/// A stop on the way of an order: where it is come to and where it is left from, as places in the chart.
#[derive(Clone, Copy)]
pub(super) struct Station {
    comes_to: usize,
    leaves: usize,
}

/// How it stands with an order after some of it.
#[derive(Clone, Copy)]
pub(super) struct Leg {
    /// The pieces of floor that are open, and those that can be come to.
    open: u64,
    near: u64,
    /// A place in the chart.
    here: usize,
    pub cost: u32,
    /// Bodies that got up before they were carried off.
    pub risen: u32,
    belt: Belt,
    fouled: u8,
    done: [u64; 2],
}

impl Leg {
    /// Whether an order goes on from here as it does from another, if not as early.
    pub fn goes_on_as(&self, other: &Leg) -> bool {
        let state = |leg: &Leg| (leg.here, leg.fouled, leg.near, leg.open, leg.done, leg.belt);
        state(self) == state(other)
    }
}

impl Station {
    fn at(place: usize) -> Station {
        Station { comes_to: place, leaves: place }
    }
}

/// In the chart.
const START: usize = 0;
const EXIT: usize = 1;
const FIRST: usize = 2;

/// The time for a route grows with the square of the errands.
const MOST_ERRANDS: usize = 120;

/// What a body that gets up before it is carried off counts for, in turns.
const RISEN: u32 = 40;

impl Route {
    /// `None` if there are too many errands for it, or the floor is in too many pieces.
    pub fn of(survey: &Survey, errands: &[Errand]) -> Option<Route> {
        if errands.len() > MOST_ERRANDS {
            return None;
        }
        let regions = Regions::of(survey, errands)?;
        let mut places = vec![survey.start, survey.exit];
        places.extend(errands.iter().map(|errand| match errand.task {
            Task::Jump(down) => errand.at + down.opposite(),
            _ => errand.at,
        }));
        let from = places.len();
        let mut service = |at: &Pos| {
            places.push(*at);
            Service { place: places.len() - 1, access: regions.around(*at) }
        };
        let chutes: Vec<Service> = survey.chutes.iter().map(&mut service).collect();
        let waters = survey.waters.iter().map(&mut service).collect();
        let stops = errands.iter().map(|errand| stop(errand, survey, &regions)).collect();
        let chart = Chart::new(&ever_open(survey, errands), &places, from);
        let stations = errands.iter().enumerate().map(|(place, errand)| {
            // A body is mostly carried to the nearest chute.
            let is_carried = matches!(errand.task, Task::Carry { .. });
            let chutes = chutes.iter().map(|chute| chute.place).filter(|_| is_carried);
            let nearest = chutes.min_by_key(|&chute| chart.steps(FIRST + place, chute));
            Station { leaves: nearest.unwrap_or(FIRST + place), ..Station::at(FIRST + place) }
        });
        Some(Route {
            stations: stations.collect(),
            chart,
            start: regions.at(survey.start),
            exit: regions.at(survey.exit),
            stops,
            chutes,
            waters,
            belt: survey.belt,
            mop_fouled: survey.mop_fouled,
            mop_cells: survey.mop_cells,
            burden: (survey.speed[0] * 100 / survey.speed[1]) as u32,
            regions,
        })
    }

    /// Steps between two errands; `None` stands for where the way begins.
    pub fn steps(&self, from: Option<usize>, to: usize) -> u32 {
        self.chart.steps(from.map_or(START, |from| FIRST + from), FIRST + to)
    }

    /// Steps between two errands, whichever of them comes first.
    pub fn steps_beside(&self, one: usize, other: usize) -> u32 {
        let (one, other) = (self.stations[one], self.stations[other]);
        self.steps_between(one, other).min(self.steps_between(other, one))
    }

    /// Where an order leads: the start, its errands, the exit.
    pub fn stations(&self, order: &[usize], stations: &mut Vec<Station>) {
        stations.clear();
        stations.push(Station::at(START));
        stations.extend(order.iter().map(|&errand| self.stations[errand]));
        stations.push(Station::at(EXIT));
    }

    /// Steps from one station to another.
    pub fn steps_between(&self, from: Station, to: Station) -> u32 {
        self.chart.steps(from.leaves, to.comes_to)
    }

    pub fn len(&self) -> usize {
        self.stops.len()
    }

    /// Where every order begins.
    pub fn begin(&self) -> Leg {
        let regions = &self.regions;
        let mut open = regions.open;
        if self.belt.has(Gate::Pit) {
            open |= regions.pits;
        }
        let near = regions.spread(self.start, open);
        let (belt, fouled) = (self.belt, self.mop_fouled);
        Leg { open, near, here: START, cost: 0, risen: 0, belt, fouled, done: [0; 2] }
    }

    /// About how many turns an order takes that has led to its end; nothing if there is no way out from there.
    pub fn finish(&self, leg: &Leg) -> Option<u32> {
        (leg.near & self.exit != 0).then(|| leg.cost + self.chart.steps(leg.here, EXIT))
    }

    /// Does what stands at a place of an order; nothing if it cannot be done. It looks as far ahead as to what
    /// stands next.
    pub fn go_on(&self, leg: &mut Leg, order: &[usize], place: usize) -> Option<()> {
        let (regions, errand) = (&self.regions, order[place]);
        let stop = &self.stops[errand];
        if stop.access & leg.near == 0 || stop.after.is_some_and(|it| !is_in(&leg.done, it)) {
            return None;
        }
        leg.done[errand / 64] |= 1 << (errand % 64);
        let there = FIRST + errand;
        if let What::Mop(cells) = stop.what {
            self.rinse(leg, cells, there)?;
        }
        leg.cost += self.chart.steps(leg.here, there) + stop.turns;
        leg.here = there;
        let next = order.get(place + 1).copied();
        match stop.what {
            What::Work | What::Trap(0) => {}
            What::Mop(cells) => leg.cost += u32::from(cells),
            What::Trap(joint) => {
                leg.open &= !joint;
                let next = next.map_or(self.exit, |next| self.stops[next].access);
                leg.near = self.side(stop.access & leg.near & !joint, leg.open, next)?;
            }
            What::Carry { rises } => self.carry(leg, rises, next)?,
            What::Take(gate, count) => {
                leg.belt.add(gate, count);
                if gate == Gate::Pit {
                    leg.open |= regions.pits;
                    leg.near = regions.spread(leg.near, leg.open);
                }
            }
            What::Open(gate, joint) => {
                if !leg.belt.has(gate) {
                    return None;
                }
                leg.belt.spend(gate);
                leg.open |= joint;
                leg.near = regions.spread(leg.near, leg.open);
            }
            What::Jump(below) => leg.near = regions.spread(below, leg.open),
        }
        Some(())
    }

    /// Goes round by the water before a patch that the mop would not see to the end.
    fn rinse(&self, leg: &mut Leg, cells: u8, there: usize) -> Option<()> {
        if leg.fouled + cells > self.mop_cells {
            let well = self.nearest(&self.waters, leg.near, leg.here, there, 100)?;
            leg.cost += self.chart.steps(leg.here, well) + 1;
            leg.here = well;
            leg.fouled = 0;
        }
        leg.fouled += cells;
        Some(())
    }

    /// Carries a body to the chute that lies best for what stands next.
    fn carry(&self, leg: &mut Leg, rises: u32, next: Option<usize>) -> Option<()> {
        if leg.cost > rises {
            leg.cost += RISEN;
            leg.risen += 1;
        }
        let next = next.map_or(EXIT, |next| FIRST + next);
        let chute = self.nearest(&self.chutes, leg.near, leg.here, next, self.burden)?;
        leg.cost += self.chart.steps(leg.here, chute) * self.burden / 100 + 1;
        leg.here = chute;
        Some(())
    }

    /// The side of a trap just armed that the next thing can be come to from, the exit's if both are.
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

    /// The service on the way from one place to another that is the least way round.
    fn nearest(
        &self,
        services: &[Service],
        near: u64,
        from: usize,
        to: usize,
        burden: u32,
    ) -> Option<usize> {
        let by = |service: &Service| {
            self.chart.steps(from, service.place) * burden / 100
                + self.chart.steps(service.place, to)
        };
        let reached = services.iter().filter(|service| service.access & near != 0);
        reached.min_by_key(|service| (by(service), service.place)).map(|service| service.place)
    }
}

fn is_in(set: &[u64; 2], place: usize) -> bool {
    set[place / 64] >> (place % 64) & 1 == 1
}

fn stop(errand: &Errand, survey: &Survey, regions: &Regions) -> Interruption {
    let joint = |at| if regions.is_bridge(at) { regions.at(at) } else { 0 };
    let (what, turns) = match &errand.task {
        Task::Work(_, turns) if errand.is_trap() => (What::Trap(joint(errand.at)), *turns),
        Task::Work(_, turns) => (What::Work, *turns),
        Task::Carry { rises } => (What::Carry { rises: *rises }, 1),
        Task::Mop(cells) => (What::Mop(cells.len() as u8), survey.stain_turns - 1),
        Task::Clear { is_taken_up } => (What::Work, u8::from(!is_taken_up)),
        Task::Take(gate, count) => (What::Take(*gate, *count), 0),
        Task::Open(gate) => (What::Open(*gate, regions.at(errand.at)), 1),
        Task::Jump(down) => (What::Jump(regions.at(errand.at + *down)), 2),
    };
    Interruption { what, access: regions.access(errand), turns: turns.into(), after: errand.after }
}
