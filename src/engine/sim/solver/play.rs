//! Plays an order of items command by command and counts the exact turns.

use crate::sim::prelude::*;
use std::collections::VecDeque;

use base::GoalSearch;

use crate::sim::solver::certificate::{Chore, OrderStep, Unsolvable, WorkCertificate};
use crate::sim::solver::work_problem::{Belt, WorkItem, WorkKind, WorkProblem};

/// Plays an order of items from the start of the problem to the exit.
///
/// # Errors
/// The first item that cannot be reached at its turn.
pub(super) fn play(
    problem: &WorkProblem,
    items: &[WorkItem],
    order: &[usize],
) -> Result<WorkCertificate, Unsolvable> {
    let mut play = Play {
        problem,
        free: problem.open.clone(),
        closed: problem.closed.clone(),
        lying: problem.openers().collect(),
        pos: problem.start,
        belt: problem.belt,
        mop_fouled: problem.mop_fouled,
        carries: false,
        satchel_ready: problem.satchel_wait,
        energy: problem.energy,
        clock: 0,
        meter: TargetDistances::new(),
        seeker: GoalSearch::new(),
        way: Vec::new(),
        certificate: WorkCertificate::default(),
    };
    let mut left: VecDeque<&WorkItem> = order.iter().map(|&place| &items[place]).collect();
    while let Some(item) = left.pop_front() {
        play.perform(item, left.front().copied()).ok_or(Unsolvable(item.step()))?;
    }
    let exit = OrderStep { chore: Chore::Exit, at: problem.exit };
    play.walk(&[problem.exit]).ok_or(Unsolvable(exit))?;
    play.note(exit.chore, exit.at);
    play.certificate.par = Turns(play.clock);
    play.certificate.commands.push(Command::ClockOut);
    Ok(play.certificate)
}

/// Number of chutes up to which the one with the shortest detour is looked for; with more, the
/// nearest is taken.
const MAX_CHUTES_COMPARED: usize = 24;

struct Play<'a> {
    problem: &'a WorkProblem,
    /// The cells that can be walked on.
    free: Bits,
    /// The cells of `free` that are closed doors.
    closed: Bits,
    /// Openers that still lie on the floor; walking there picks them up.
    lying: Vec<(Pos, Gate, u16)>,
    pos: Pos,
    belt: Belt,
    mop_fouled: u8,
    carries: bool,
    satchel_ready: u32,
    energy: i32,
    clock: u32,
    meter: TargetDistances,
    seeker: GoalSearch,
    /// The path that was found last, the next cell last.
    way: Vec<Pos>,
    certificate: WorkCertificate,
}

impl Play<'_> {
    /// Records a command that takes an action, and lets turns pass until the next action.
    fn act(&mut self, command: Command) {
        self.certificate.commands.push(command);
        self.energy -= ACTION_ENERGY;
        while self.energy < ACTION_ENERGY {
            self.energy += self.problem.speed[usize::from(self.carries)];
            self.clock += 1;
        }
    }

    /// Walks the shortest path to the nearest of some cells; `None` if none can be reached.
    fn walk(&mut self, goals: &[Pos]) -> Option<()> {
        let Play { seeker, free, pos, way, .. } = self;
        if !seeker.path_to_nearest(free, *pos, goals, way) {
            return None;
        }
        while let Some(to) = self.way.pop() {
            let dir = self.dir_to(to)?;
            if self.closed.contains(to) {
                self.closed.remove(to);
                self.act(Command::Step(dir));
            }
            self.arrive(to);
            self.act(Command::Step(dir));
        }
        Some(())
    }

    fn arrive(&mut self, pos: Pos) {
        self.pos = pos;
        while let Some(place) = self.lying.iter().position(|&(at, ..)| at == pos) {
            let (at, gate, count) = self.lying.swap_remove(place);
            self.note(Chore::Take(gate), at);
            self.belt.add(gate, count);
            if gate == Gate::Pit {
                self.free.union(&self.problem.pits);
            }
        }
    }

    fn dir_to(&self, at: Pos) -> Option<Dir> {
        Dir::between(self.pos, at)
    }

    fn note(&mut self, chore: Chore, at: Pos) {
        self.certificate.order.push(OrderStep { chore, at });
    }

    fn perform(&mut self, item: &WorkItem, next: Option<&WorkItem>) -> Option<()> {
        match &item.kind {
            WorkKind::Work(job, turns) => self.work(item, *job, *turns, next)?,
            WorkKind::Carry => {
                self.walk(&item.stands())?;
                self.carries = true;
                self.act(Command::Carry(self.dir_to(item.at)));
                self.note(Chore::Job(JobKind::Body), item.at);
                self.dispose(next)?;
            }
            WorkKind::Mop(cells) => self.mop(cells)?,
            WorkKind::Clear { is_taken_up } => {
                self.walk(&[item.at])?;
                if !is_taken_up {
                    self.act(Command::Get);
                }
                self.note(Chore::Clear, item.at);
            }
            // It was picked up in passing, or is picked up now.
            WorkKind::Take(..) => self.walk(&[item.at])?,
            WorkKind::Open(gate) => self.open(item, *gate)?,
            WorkKind::Jump(down) => {
                self.walk(&item.stands())?;
                self.act(Command::StepAnyway(*down));
                self.note(Chore::Jump, item.at);
                self.arrive(item.at + *down);
                self.act(Command::Step(*down));
            }
        }
        Some(())
    }

    /// Does a job at a fixture, turn by turn.
    fn work(
        &mut self,
        item: &WorkItem,
        job: JobKind,
        turns: u8,
        next: Option<&WorkItem>,
    ) -> Option<()> {
        let stands = if item.is_trap() { self.stands_by_trap(item, next) } else { item.stands() };
        self.walk(&stands)?;
        for _ in 0..turns {
            self.act(Command::Work(self.dir_to(item.at)));
        }
        if let Some(supply) = World::supply_for(job) {
            self.certificate.supplies[supply as usize] += 1;
        }
        match job {
            JobKind::Trap => self.free.set(item.at, false),
            JobKind::Door => self.closed.set(item.at, true),
            _ => {}
        }
        self.note(Chore::Job(job), item.at);
        Some(())
    }

    fn open(&mut self, item: &WorkItem, gate: Gate) -> Option<()> {
        if !self.belt.has(gate) {
            return None;
        }
        self.walk(&item.stands())?;
        let dir = self.dir_to(item.at)?;
        if gate == Gate::Rubble {
            while self.clock < self.satchel_ready {
                self.act(Command::Wait);
            }
            self.satchel_ready = self.clock + self.problem.satchel_refill;
            self.act(Command::Work(Some(dir)));
        } else {
            self.act(Command::Step(dir));
        }
        self.belt.spend(gate);
        self.free.insert(item.at);
        self.note(Chore::Open(gate), item.at);
        Some(())
    }

    /// The cells to arm a trap from: on the side of the next item, and on the exit's side if both
    /// do.
    fn stands_by_trap(&self, item: &WorkItem, next: Option<&WorkItem>) -> Vec<Pos> {
        let mut stands = item.stands();
        stands.retain(|&pos| self.free.contains(pos));
        if local_components(&self.free, item.at) <= 1 {
            return stands;
        }
        let mut without = self.free.clone();
        without.remove(item.at);
        let mut best: Option<(bool, Vec<Pos>)> = None;
        while let Some(&stand) = stands.first() {
            let side = flood(&without, stand);
            let (here, there): (Vec<Pos>, Vec<Pos>) =
                stands.into_iter().partition(|&pos| side.contains(pos));
            stands = there;
            let has_exit = side.contains(self.problem.exit);
            let has_next = next.map_or(has_exit, |next| next.is_reached(&side));
            if has_next && best.as_ref().is_none_or(|&(good, _)| has_exit && !good) {
                best = Some((has_exit, here));
            }
        }
        best.map_or(Vec::new(), |(_, stands)| stands)
    }

    /// Carries a body to the chute with the shortest detour.
    fn dispose(&mut self, next: Option<&WorkItem>) -> Option<()> {
        let mut chutes = &self.problem.chutes[..];
        let best;
        if (2..=MAX_CHUTES_COMPARED).contains(&chutes.len()) {
            let stands = chutes.iter().flat_map(|at| at.with_neighbours());
            self.meter.measure(&self.free, self.pos, stands, DistanceField::MAX_DISTANCE);
            let goal = next.map_or(self.problem.exit, |next| next.at);
            let cost = |&at: &Pos| {
                let far = at.with_neighbours().map(|pos| self.meter.get(pos)).min()?;
                let carried = u32::from(far) * self.problem.burden() / 100;
                let is_reached = far != DistanceField::UNREACHABLE;
                is_reached.then_some((carried + at.steps_to(goal) as u32, at))
            };
            best = [chutes.iter().filter_map(cost).min()?.1];
            chutes = &best;
        }
        let at = self.walk_beside(chutes)?;
        self.carries = false;
        self.act(Command::Carry(self.dir_to(at)));
        self.note(Chore::Chute, at);
        Some(())
    }

    /// Wipes connected cells, from beside one of them.
    fn mop(&mut self, cells: &[Pos]) -> Option<()> {
        if self.mop_fouled >= self.problem.mop_cells {
            let water = self.walk_beside(&self.problem.waters)?;
            self.act(Command::Work(self.dir_to(water)));
            self.mop_fouled = 0;
            self.note(Chore::Rinse, water);
        }
        let at = self.walk_beside(cells)?;
        for _ in 0..self.problem.stain_turns {
            self.act(Command::Work(self.dir_to(at)));
        }
        self.mop_fouled += 1;
        for &at in cells {
            self.note(Chore::Job(JobKind::Stain), at);
        }
        Some(())
    }

    /// Walks to the nearest cell from which one of some places is in reach; the first such place.
    fn walk_beside(&mut self, places: &[Pos]) -> Option<Pos> {
        let stands: Vec<Pos> = places.iter().flat_map(|at| at.with_neighbours()).collect();
        self.walk(&stands)?;
        places.iter().copied().find(|at| at.steps_to(self.pos) <= 1)
    }
}
