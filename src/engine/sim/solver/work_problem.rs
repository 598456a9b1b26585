//! The input of the solver: a floor as it is, or as the player knows it, as a list of things to do
//! at places, each of which is done from some cells.

use crate::sim::prelude::*;
use crate::sim::solver::certificate::{Chore, OrderStep};

#[derive(Clone, Debug)]
pub(super) struct WorkItem {
    pub kind: WorkKind,
    pub at: Pos,
    /// The index of the item that has to be done before it.
    pub after: Option<usize>,
}

#[derive(Clone, Debug)]
pub(super) enum WorkKind {
    // A job at a fixture, and the turns that it takes.
    Work(JobKind, u8),
    // A body is carried into a chute.
    Carry,
    // Connected stains, which are wiped together.
    Mop(Vec<Pos>),
    // An item is picked up out of a doorway; some are taken up by walking there.
    Clear { is_taken_up: bool },
    Take(Gate, u16),
    Open(Gate),
    Jump(Dir),
}

impl WorkItem {
    pub(super) fn new(at: Pos, kind: WorkKind) -> WorkItem {
        WorkItem { kind, at, after: None }
    }

    /// Whether it is work and not only a means of reaching some.
    pub(super) fn is_work(&self) -> bool {
        !matches!(self.kind, WorkKind::Take(..) | WorkKind::Open(_) | WorkKind::Jump(_))
    }

    /// The job that it is, and how many of them; stains by the cell.
    pub(super) fn job(&self) -> Option<(JobKind, u16)> {
        match &self.kind {
            WorkKind::Work(job, _) => Some((*job, 1)),
            WorkKind::Carry => Some((JobKind::Body, 1)),
            WorkKind::Mop(cells) => Some((JobKind::Stain, cells.len() as u16)),
            _ => None,
        }
    }

    pub(super) fn is_trap(&self) -> bool {
        matches!(self.kind, WorkKind::Work(JobKind::Trap, _))
    }

    /// Whether a test holds for any cell that the item can be done from.
    fn any_stand(&self, mut test: impl FnMut(Pos) -> bool) -> bool {
        let at = self.at;
        match &self.kind {
            WorkKind::Work(JobKind::Trap | JobKind::Door, _) | WorkKind::Open(Gate::Rubble) => {
                at.neighbours().any(test)
            }
            WorkKind::Work(..) | WorkKind::Carry => test(at) || at.neighbours().any(test),
            WorkKind::Mop(cells) => {
                cells.iter().any(|&cell| test(cell) || cell.neighbours().any(&mut test))
            }
            WorkKind::Clear { .. } | WorkKind::Take(..) => test(at),
            WorkKind::Open(_) => at.cardinals().any(test),
            WorkKind::Jump(down) => test(at + down.opposite()),
        }
    }

    /// Whether the item can be done from one of some cells.
    pub(super) fn is_reached(&self, open: &Bits) -> bool {
        self.any_stand(|pos| open.contains(pos))
    }

    /// All cells that the item can be done from, passable or not.
    pub(super) fn stands(&self) -> Vec<Pos> {
        let mut stands = Vec::with_capacity(9);
        self.any_stand(|pos| {
            stands.push(pos);
            false
        });
        stands
    }

    pub(super) fn step(&self) -> OrderStep {
        let chore = match self.kind {
            WorkKind::Work(job, _) => Chore::Job(job),
            WorkKind::Carry => Chore::Job(JobKind::Body),
            WorkKind::Mop(_) => Chore::Job(JobKind::Stain),
            WorkKind::Clear { .. } => Chore::Clear,
            WorkKind::Take(gate, _) => Chore::Take(gate),
            WorkKind::Open(gate) => Chore::Open(gate),
            WorkKind::Jump(_) => Chore::Jump,
        };
        OrderStep { chore, at: self.at }
    }
}

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
    /// All items but the stains: bodies, items in doorways, openers, gates, ledges, jobs at
    /// fixtures, in this order.
    pub items: Vec<WorkItem>,
    pub stains: Bits,
    /// How many jobs of each kind are to be done, of those there are; stains by the cell.
    pub asked: PerJob,
    pub stain_turns: u8,
    pub chutes: Vec<Pos>,
    pub waters: Vec<Pos>,
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
        let floor = &world.floor;
        let bodies = world.lying::<Body>().into_iter();
        let contents = FloorContents {
            open: floor.passable.clone(),
            gates: floor.gates.clone(),
            fixtures: floor.fixtures().collect(),
            bodies: bodies.map(|(pos, _)| pos).collect(),
            stains: floor.blood.clone(),
            lying: world.lying(),
        };
        contents.into_problem(world)
    }

    /// The problem as the player knows it.
    pub(super) fn as_known(world: &World) -> WorkProblem {
        let floor = &world.floor;
        let known = || floor.remembered.iter().map(|pos| (pos, floor.known(pos)));
        let mut contents = FloorContents {
            open: floor.passable.clone(),
            gates: floor.gates.clone(),
            fixtures: known().filter_map(|(pos, cell)| Some((pos, cell.fixture?))).collect(),
            bodies: known().filter(|(_, cell)| cell.body).map(|(pos, _)| pos).collect(),
            stains: Bits::new(floor.width(), floor.height()),
            lying: known()
                .filter_map(|(pos, cell)| Some((pos, Stack { kind: cell.item?, count: 1 })))
                .collect(),
        };
        contents.open.intersect(&floor.planned);
        contents.gates.intersect(&floor.planned);
        for (pos, _) in known().filter(|(_, cell)| cell.blood) {
            contents.stains.insert(pos);
        }
        contents.into_problem(world)
    }

    /// Leaves out jobs that the supplies do not suffice for.
    pub(super) fn leave_beyond(&mut self, supply: impl Fn(Supply) -> u16) {
        let mut used = [0; Supply::ALL.len()];
        self.items.retain(|item| {
            let WorkKind::Work(job, _) = item.kind else { return true };
            let Some(needed) = World::supply_for(job) else { return true };
            used[needed as usize] += 1;
            used[needed as usize] <= supply(needed)
        });
    }

    /// Leaves out the job of a step; false if the step is no job.
    pub(super) fn leave(&mut self, step: OrderStep) -> bool {
        match step.chore {
            Chore::Job(JobKind::Stain) => self.stains.set(step.at, false),
            Chore::Job(_) => self.items.retain(|item| item.step() != step),
            _ => return false,
        }
        true
    }

    /// All items of the problem: those of fixtures and things, and the stains in patches.
    pub(super) fn all_items(&self) -> Vec<WorkItem> {
        let patches = self.patches().into_iter();
        let wipes = patches.map(|cells| WorkItem::new(cells[0], WorkKind::Mop(cells)));
        let mut items: Vec<WorkItem> = self.items.iter().cloned().chain(wipes).collect();
        // A body comes before what it lies on, and a doorway is cleared before its door is hung.
        let lies = |item: &WorkItem| matches!(item.kind, WorkKind::Carry | WorkKind::Clear { .. });
        let lying: Vec<Pos> = items.iter().take_while(|item| lies(item)).map(|it| it.at).collect();
        for item in &mut items {
            if matches!(item.kind, WorkKind::Work(..) | WorkKind::Mop(_)) {
                item.after = lying.iter().position(|&at| at == item.at);
            }
        }
        items
    }

    /// The stains in parts connected by their sides, which are wiped together. Cells connected by a
    /// corner alone may lie on two sides of a wall. Of each part those cells that no body lies on:
    /// from beside one of them it is wiped, whatever lies on others.
    fn patches(&self) -> Vec<Vec<Pos>> {
        let mut left = self.stains.clone();
        let mut patches = Vec::new();
        for start in self.stains.iter() {
            if !left.remove(start) {
                continue;
            }
            let mut patch = vec![start];
            let mut spread_from = 0;
            while let Some(&pos) = patch.get(spread_from) {
                patch.extend(pos.cardinals().filter(|&next| left.remove(next)));
                spread_from += 1;
            }
            let is_bare = |&pos: &Pos| {
                let is_on =
                    |item: &WorkItem| item.at == pos && matches!(item.kind, WorkKind::Carry);
                !self.items.iter().any(is_on)
            };
            let bare: Vec<Pos> = patch.iter().copied().filter(is_bare).collect();
            patches.push(if bare.is_empty() { patch } else { bare });
        }
        patches
    }

    /// The openers that lie on the floor: cell, gate, count.
    pub(super) fn openers(&self) -> impl Iterator<Item = (Pos, Gate, u16)> {
        self.items.iter().filter_map(|item| match item.kind {
            WorkKind::Take(gate, count) => Some((item.at, gate, count)),
            _ => None,
        })
    }

    /// Turns of a step with a body in the arms, in percent of one without.
    pub(super) fn burden(&self) -> u32 {
        (self.speed[0] * 100 / self.speed[1]) as u32
    }
}

/// The contents of a floor, as they are or as the player remembers them.
struct FloorContents {
    /// The cells that can be walked on.
    open: Bits,
    gates: Bits,
    fixtures: Vec<(Pos, Fixture)>,
    bodies: Vec<Pos>,
    stains: Bits,
    lying: Vec<(Pos, Stack)>,
}

impl FloorContents {
    fn into_problem(self, world: &World) -> WorkProblem {
        let (catalog, player) = (&world.catalog, &world.roster()[0]);
        let items = self.items(world);
        let FloorContents { mut open, gates, fixtures, stains, .. } = self;
        let mut closed = Bits::new(open.width(), open.height());
        for &(pos, fixture) in &fixtures {
            closed.set(pos, fixture == Fixture::Door(Door::Closed));
            if fixture.is_armed_trap() {
                open.remove(pos);
            }
        }
        let mut pits = world.floor.pits.clone();
        pits.intersect(&gates);
        let mut belt = Belt::default();
        for stack in &world.belongings().belt {
            if let Some(gate) = opened_by(stack.kind, catalog) {
                belt.add(gate, stack.count);
            }
        }
        if belt.has(Gate::Pit) {
            open.union(&pits);
        }
        let speed = i32::from(catalog.actor(player.kind).speed);
        let carrying_speed = i32::from(catalog.rules.carrying_speed);
        let cells = |is_one: fn(Fixture) -> bool| {
            let found = fixtures.iter().filter(|(_, fixture)| is_one(*fixture));
            found.map(|&(pos, _)| pos).collect()
        };
        WorkProblem {
            start: player.pos,
            exit: world.floor.exit,
            open,
            pits,
            closed,
            items,
            stains,
            asked: PerJob([u16::MAX; JobKind::ALL.len()]),
            stain_turns: world.work_turns(JobKind::Stain),
            chutes: cells(|fixture| fixture == Fixture::Chute),
            waters: cells(Fixture::has_water),
            belt,
            mop_fouled: world.belongings().mop_fouled,
            mop_cells: world.mop_cells(),
            satchel_wait: world.satchel_wait().0,
            satchel_refill: catalog.rules.satchel_refill,
            energy: world.vitals(player.entity).energy,
            speed: [speed, (speed * carrying_speed / 100).max(1)],
        }
    }

    fn items(&self, world: &World) -> Vec<WorkItem> {
        let mut items = Vec::new();
        let mut add = |at, kind| items.push(WorkItem::new(at, kind));
        for &at in &self.bodies {
            add(at, WorkKind::Carry);
        }
        let opens = |stack: &Stack| opened_by(stack.kind, &world.catalog);
        for (at, stack) in self.lying.iter().filter(|(_, stack)| opens(stack).is_none()) {
            let is_broken_door =
                |(pos, fixture): &(Pos, Fixture)| pos == at && fixture.job() == Some(JobKind::Door);
            if self.fixtures.iter().any(is_broken_door) {
                let is_taken_up = world.catalog.item(stack.kind).slot.is_taken_up();
                add(*at, WorkKind::Clear { is_taken_up });
            }
        }
        for (at, stack) in &self.lying {
            if let Some(gate) = opens(stack) {
                add(*at, WorkKind::Take(gate, stack.count));
            }
        }
        for &(at, fixture) in &self.fixtures {
            if let Some(gate @ (Gate::LockedDoor | Gate::BossDoor)) = fixture.gate() {
                add(at, WorkKind::Open(gate));
            }
        }
        for at in self.gates.iter().filter(|&at| world.floor.gate(at) == Some(Gate::Rubble)) {
            add(at, WorkKind::Open(Gate::Rubble));
        }
        for &(at, fixture) in &self.fixtures {
            if let Fixture::Drop(down) = fixture {
                add(at, WorkKind::Jump(down));
            }
        }
        for &(at, fixture) in &self.fixtures {
            if let Some(job) = fixture.job() {
                add(at, WorkKind::Work(job, world.work_turns(job)));
            }
        }
        items
    }
}

/// The gate that an item opens.
fn opened_by(kind: ItemKindId, catalog: &Catalog) -> Option<Gate> {
    Gate::OPENED.into_iter().find(|&gate| catalog.opener(gate) == Some(kind))
}
