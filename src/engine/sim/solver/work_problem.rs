//! The input of the solver: a floor as it is, or as the player knows it.

use crate::sim::prelude::*;
use crate::sim::solver::certificate::{Chore, OrderStep};

/// The work of a floor, the ground, and the player's means and speed.
#[derive(Clone, Debug)]
pub(super) struct WorkProblem {
    pub start: Pos,
    pub exit: Pos,
    /// The cells that can be walked on now: sprung traps are among them, armed ones are not.
    pub open: Bits,
    /// The pits, which the boots cross.
    pub pits: Bits,
    /// The cells of `open` that are closed doors.
    pub closed: Bits,
    /// Jobs at fixtures, and the turns that each takes.
    pub jobs: Vec<(Pos, JobKind, u8)>,
    /// Bodies, and the turns from now until each rises.
    pub bodies: Vec<(Pos, u32)>,
    pub stains: Bits,
    /// How many stained cells may be left.
    pub spare_stains: usize,
    pub stain_turns: u8,
    pub chutes: Vec<Pos>,
    pub waters: Vec<Pos>,
    /// Items on the cell of a broken door, and whether walking there picks them up.
    pub litter: Vec<(Pos, bool)>,
    /// Items on the floor that open gates: cell, gate, count.
    pub openers: Vec<(Pos, Gate, u16)>,
    /// Gates that have to be opened: locked doors and rubble.
    pub gates: Vec<(Pos, Gate)>,
    pub ledges: Vec<(Pos, Dir)>,
    pub belt: Belt,
    pub mop_fouled: u8,
    pub mop_cells: u8,
    /// Turns until the satchel holds a bomb, and from one bomb to the next.
    pub satchel_wait: u32,
    pub satchel_refill: u32,
    /// The player's energy, and its gain a turn: with empty hands, and with a body in the arms.
    pub energy: i32,
    pub speed: [i32; 2],
}

/// How many openers of each kind there are, in the order of [`Gate::OPENED`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Belt([u16; Gate::OPENED.len()]);

impl Belt {
    /// The openers on the player's belt.
    fn of(world: &World) -> Belt {
        let mut belt = Belt::default();
        for gate in Gate::OPENED {
            let kind = world.catalog.opener(gate);
            let own = world.belongings().belt.iter();
            let hangs = own.filter(|stack| Some(stack.kind) == kind);
            belt.add(gate, hangs.map(|stack| stack.count).sum());
        }
        belt
    }

    pub(super) fn has(&self, gate: Gate) -> bool {
        self.0[gate as usize] > 0
    }

    pub(super) fn add(&mut self, gate: Gate, count: u16) {
        self.0[gate as usize] += count;
    }

    /// Opens a gate: keys stay in the lock, tools stay on the belt.
    pub(super) fn spend(&mut self, gate: Gate) {
        self.0[gate as usize] -= u16::from(gate.keeps_its_key());
    }
}

impl WorkProblem {
    pub(super) fn of(world: &World) -> WorkProblem {
        let open = world.floor.passable.clone();
        let fixtures: Vec<(Pos, Fixture)> = world.floor.fixtures().collect();
        let mut bodies: Vec<(Pos, u32)> = Vec::new();
        world.each_thing(|pos, body: &Body| {
            bodies.push((pos, body.rises.saturating_sub(world.clock()).0));
        });
        bodies.sort_unstable();
        let items = world
            .item_cells()
            .iter()
            .filter_map(|pos| world.item_at(pos).map(|stack| (pos, stack.kind, stack.count)))
            .collect();
        let blood = world.floor.blood.clone();
        let contents = FloorContents {
            open,
            gates: world.floor.gates.clone(),
            fixtures,
            bodies,
            blood,
            items,
        };
        contents.into_problem(world)
    }

    /// The problem as the player knows it. A known body counts as rising at the earliest turn that
    /// bodies rise.
    pub(super) fn as_known(world: &World) -> WorkProblem {
        let floor = &world.floor;
        let mut open = floor.passable.clone();
        open.intersect(&floor.planned);
        let known = |pos: Pos| floor.known(pos);
        let remembered = || floor.remembered.iter();
        let fixtures: Vec<(Pos, Fixture)> =
            remembered().filter_map(|pos| Some((pos, known(pos).fixture?))).collect();
        let rises = Turns(world.body_rises().0).saturating_sub(world.clock()).0;
        let bodies = remembered().filter(|&pos| known(pos).body).map(|pos| (pos, rises)).collect();
        let mut blood = Bits::new(floor.width(), floor.height());
        for pos in remembered().filter(|&pos| known(pos).blood) {
            blood.insert(pos);
        }
        let items = remembered().filter_map(|pos| Some((pos, known(pos).item?, 1))).collect();
        let mut gates = floor.gates.clone();
        gates.intersect(&floor.planned);
        FloorContents { open, gates, fixtures, bodies, blood, items }.into_problem(world)
    }

    /// Leaves out jobs that the supplies do not suffice for.
    pub(super) fn leave_beyond(&mut self, supply: impl Fn(Supply) -> u16) {
        let mut used = [0; Supply::ALL.len()];
        self.jobs.retain(|&(_, job, _)| {
            let Some(needed) = World::supply_for(job) else { return true };
            used[needed as usize] += 1;
            used[needed as usize] <= supply(needed)
        });
    }

    /// Leaves out the job of a step; false if the step is no job.
    pub(super) fn leave(&mut self, step: OrderStep) -> bool {
        let Chore::Job(job) = step.chore else { return false };
        match job {
            JobKind::Body => self.bodies.retain(|&(at, _)| at != step.at),
            JobKind::Stain => self.stains.set(step.at, false),
            _ => self.jobs.retain(|&(at, ..)| at != step.at),
        }
        true
    }
}

/// The contents of a floor, as they are or as the player remembers them.
struct FloorContents {
    /// The cells that can be walked on.
    open: Bits,
    gates: Bits,
    fixtures: Vec<(Pos, Fixture)>,
    bodies: Vec<(Pos, u32)>,
    blood: Bits,
    items: Vec<(Pos, ItemKindId, u16)>,
}

impl FloorContents {
    fn into_problem(self, world: &World) -> WorkProblem {
        let FloorContents { open, gates, fixtures, bodies, blood, items } = self;
        let mut problem = WorkProblem::unmarked(world, open, bodies, blood);
        for (pos, fixture) in fixtures {
            problem.mark_fixture(pos, fixture, world);
        }
        let is_rubble = |pos: &Pos| world.floor.gate(*pos) == Some(Gate::Rubble);
        problem.gates.extend(gates.iter().filter(is_rubble).map(|pos| (pos, Gate::Rubble)));
        problem.pits.intersect(&gates);
        for (pos, kind, count) in items {
            problem.mark_item(pos, kind, count, &world.catalog);
        }
        if problem.belt.has(Gate::Pit) {
            problem.open.union(&problem.pits);
        }
        problem
    }
}

impl WorkProblem {
    /// The problem without fixtures and items, which are marked one by one.
    fn unmarked(world: &World, open: Bits, bodies: Vec<(Pos, u32)>, stains: Bits) -> WorkProblem {
        let rules = &world.catalog.rules;
        let done = usize::from(world.shift.order.done[JobKind::Stain]);
        let count = stains.count();
        let wanted = ((done + count) * rules.stain_percent as usize).div_ceil(100);
        let player = &world.roster()[0];
        let speed = i32::from(world.catalog.actor(player.kind).speed);
        WorkProblem {
            start: player.pos,
            exit: world.floor.exit,
            pits: world.floor.pits.clone(),
            closed: Bits::new(open.width(), open.height()),
            open,
            jobs: Vec::new(),
            bodies,
            stains,
            spare_stains: (done + count - wanted).min(count),
            stain_turns: world.work_turns(JobKind::Stain),
            chutes: Vec::new(),
            waters: Vec::new(),
            litter: Vec::new(),
            openers: Vec::new(),
            gates: Vec::new(),
            ledges: Vec::new(),
            belt: Belt::of(world),
            mop_fouled: world.belongings().mop_fouled,
            mop_cells: world.mop_cells(),
            satchel_wait: world.satchel_wait().0,
            satchel_refill: rules.satchel_refill,
            energy: world.vitals(player.entity).energy,
            speed: [speed, (speed * i32::from(rules.carrying_speed) / 100).max(1)],
        }
    }

    fn mark_fixture(&mut self, pos: Pos, fixture: Fixture, world: &World) {
        match fixture {
            Fixture::Trap { armed: true, .. } => self.open.set(pos, false),
            Fixture::Door(Door::Closed) => self.closed.set(pos, true),
            Fixture::Chute => self.chutes.push(pos),
            Fixture::Drop(down) => self.ledges.push((pos, down)),
            _ => {}
        }
        if fixture.has_water() {
            self.waters.push(pos);
        }
        if let Some(gate @ (Gate::LockedDoor | Gate::BossDoor)) = fixture.gate() {
            self.gates.push((pos, gate));
        }
        self.jobs.extend(fixture.job().map(|job| (pos, job, world.work_turns(job))));
    }

    /// Marks an item, after all fixtures: one on the cell of a broken door has to be cleared.
    fn mark_item(&mut self, pos: Pos, kind: ItemKindId, count: u16, catalog: &Catalog) {
        if let Some(gate) = Gate::OPENED.into_iter().find(|&it| catalog.opener(it) == Some(kind)) {
            self.openers.push((pos, gate, count));
        } else if self.jobs.iter().any(|&(at, job, _)| at == pos && job == JobKind::Door) {
            self.litter.push((pos, catalog.item(kind).slot.is_taken_up()));
        }
    }
}
