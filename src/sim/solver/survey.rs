//! What the solver goes by: a floor as it is, or as it is known.

use crate::base::{Bits, Dir, Pos};
use crate::content::{Catalog, Gate, ItemKindId, JobKind, Supply};

use crate::sim::solver::certificate::{Chore, Step};
use crate::sim::state::belongings::Body;
use crate::sim::state::components::Position;
use crate::sim::state::fixture::{Door, Fixture};
use crate::sim::state::world::World;
use crate::sim::units::Turns;

/// All that the solver goes by: what there is to do on a floor, and what is in the way.
#[derive(Clone, Debug)]
pub(super) struct Survey {
    pub start: Pos,
    pub exit: Pos,
    /// What anybody can walk on now, sprung traps among it and armed ones not.
    pub open: Bits,
    /// What boots carry over.
    pub pits: Bits,
    /// The doors of it that have to be opened first.
    pub closed: Bits,
    /// Jobs at what is built in, and the turns of each.
    pub jobs: Vec<(Pos, JobKind, u8)>,
    /// Bodies, and when they get up, counted from now.
    pub bodies: Vec<(Pos, u32)>,
    pub stains: Bits,
    /// Stained cells that may be left.
    pub spare_stains: usize,
    pub stain_turns: u8,
    pub chutes: Vec<Pos>,
    pub waters: Vec<Pos>,
    /// Items that lie where a broken door has to go, and whether walking on them takes them up.
    pub litter: Vec<(Pos, bool)>,
    /// What opens gates and lies about.
    pub openers: Vec<(Pos, Gate, u16)>,
    /// Gates that are opened one by one.
    pub gates: Vec<(Pos, Gate)>,
    pub ledges: Vec<(Pos, Dir)>,
    pub belt: Belt,
    pub mop_fouled: u8,
    pub mop_cells: u8,
    /// Turns until there is a bomb in the satchel, and after each.
    pub satchel_wait: u32,
    pub satchel_refill: u32,
    /// Energy in hand, and gained a turn: with empty hands, and with a body.
    pub energy: i32,
    pub speed: [i32; 2],
}

/// How many openers of each kind there are, in the order of [`Gate::OPENED`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Belt([u16; Gate::OPENED.len()]);

impl Belt {
    /// What hangs on the upkeeper's.
    fn of(world: &World) -> Belt {
        let mut belt = Belt::default();
        world.with_belongings(|own| {
            for gate in Gate::OPENED {
                let kind = world.catalog.opener(gate);
                let hangs = own.belt.iter().filter(|stack| Some(stack.kind) == kind);
                belt.add(gate, hangs.map(|stack| stack.count).sum());
            }
        });
        belt
    }

    pub fn has(&self, gate: Gate) -> bool {
        self.0[gate as usize] > 0
    }

    pub fn add(&mut self, gate: Gate, count: u16) {
        self.0[gate as usize] += count;
    }

    /// A gate is opened: keys stay in the lock.
    pub fn spend(&mut self, gate: Gate) {
        self.0[gate as usize] -= u16::from(gate.keeps_its_key());
    }
}

impl Survey {
    /// All there is.
    pub fn of(world: &World) -> Survey {
        let open = world.floor.passable().clone();
        let fixtures: Vec<(Pos, Fixture)> = world.floor.fixtures().collect();
        let mut bodies: Vec<(Pos, u32)> = Vec::new();
        for (&Position(pos), body) in &mut world.ecs.query::<(&Position, &Body)>() {
            bodies.push((pos, body.rises.saturating_sub(world.shift.clock).0));
        }
        bodies.sort_unstable();
        let items = world
            .items
            .iter()
            .filter(|(_, item)| item.is_some())
            .filter_map(|(pos, _)| world.item_at(pos).map(|stack| (pos, stack.kind, stack.count)))
            .collect();
        let blood = world.floor.blood().clone();
        let sheet =
            Sheet { open, gates: world.floor.gates().clone(), fixtures, bodies, blood, items };
        sheet.into_survey(world)
    }

    /// What the upkeeper knows of it; a body may get up as soon as bodies do.
    pub fn as_known(world: &World) -> Survey {
        let floor = &world.floor;
        let mut open = floor.passable().clone();
        open.intersect(floor.planned());
        let known = |pos: Pos| floor.known(pos);
        let remembered = || floor.remembered().iter();
        let fixtures: Vec<(Pos, Fixture)> =
            remembered().filter_map(|pos| Some((pos, known(pos).fixture?))).collect();
        let rises = Turns(world.catalog.rules.body_rises.0).saturating_sub(world.shift.clock).0;
        let bodies = remembered().filter(|&pos| known(pos).body).map(|pos| (pos, rises)).collect();
        let mut blood = Bits::new(floor.width(), floor.height());
        for pos in remembered().filter(|&pos| known(pos).blood) {
            blood.insert(pos);
        }
        let items = remembered().filter_map(|pos| Some((pos, known(pos).item?, 1))).collect();
        let mut gates = floor.gates().clone();
        gates.intersect(floor.planned());
        Sheet { open, gates, fixtures, bodies, blood, items }.into_survey(world)
    }
}

impl Survey {
    /// Leaves jobs that there are no supplies for.
    pub fn leave_beyond(&mut self, supply: impl Fn(Supply) -> u16) {
        let mut used = [0; Supply::ALL.len()];
        self.jobs.retain(|&(_, job, _)| {
            let Some(needed) = World::supply_for(job) else { return true };
            used[needed as usize] += 1;
            used[needed as usize] <= supply(needed)
        });
    }

    /// Leaves a piece of work; false if it is none.
    pub fn leave(&mut self, step: Step) -> bool {
        let Chore::Job(job) = step.chore else { return false };
        match job {
            JobKind::Body => self.bodies.retain(|&(at, _)| at != step.at),
            JobKind::Stain => self.stains.set(step.at, false),
            _ => self.jobs.retain(|&(at, ..)| at != step.at),
        }
        true
    }
}

/// What lies and stands on a floor, as it is or as it is remembered.
struct Sheet {
    /// What bears feet.
    open: Bits,
    gates: Bits,
    fixtures: Vec<(Pos, Fixture)>,
    bodies: Vec<(Pos, u32)>,
    blood: Bits,
    items: Vec<(Pos, ItemKindId, u16)>,
}

impl Sheet {
    fn into_survey(self, world: &World) -> Survey {
        let Sheet { open, gates, fixtures, bodies, blood, items } = self;
        let mut survey = Survey::unmarked(world, open, bodies, blood);
        for (pos, fixture) in fixtures {
            survey.mark_fixture(pos, fixture, world);
        }
        let is_rubble = |pos: &Pos| world.floor.gate(*pos) == Some(Gate::Rubble);
        survey.gates.extend(gates.iter().filter(is_rubble).map(|pos| (pos, Gate::Rubble)));
        survey.pits.intersect(&gates);
        for (pos, kind, count) in items {
            survey.mark_item(pos, kind, count, &world.catalog);
        }
        if survey.belt.has(Gate::Pit) {
            survey.open.union(&survey.pits);
        }
        survey
    }
}

impl Survey {
    /// The upkeeper, and the ground: nothing that stands or lies on it yet but bodies and stains.
    fn unmarked(world: &World, open: Bits, bodies: Vec<(Pos, u32)>, stains: Bits) -> Survey {
        let rules = &world.catalog.rules;
        let done = usize::from(world.shift.order.done(JobKind::Stain));
        let count = stains.count();
        let wanted = ((done + count) * rules.stain_percent as usize).div_ceil(100);
        let player = &world.roster[0];
        let speed = i32::from(world.catalog.actor(player.kind).speed);
        Survey {
            start: player.pos,
            exit: world.floor.exit,
            pits: world.floor.pits().clone(),
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
            mop_fouled: world.run.belongings.mop_fouled,
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

    /// Once all fixtures are marked: what lies where a door has to go is in its way.
    fn mark_item(&mut self, pos: Pos, kind: ItemKindId, count: u16, catalog: &Catalog) {
        if let Some(gate) = Gate::OPENED.into_iter().find(|&it| catalog.opener(it) == Some(kind)) {
            self.openers.push((pos, gate, count));
        } else if self.jobs.iter().any(|&(at, job, _)| at == pos && job == JobKind::Door) {
            self.litter.push((pos, catalog.item(kind).slot.is_taken_up()));
        }
    }
}
