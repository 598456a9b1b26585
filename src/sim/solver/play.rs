//! An order played out, command by command, with the turns that it takes.

use std::collections::VecDeque;

use crate::base::{Bits, Dir, DistanceField, GoalSearch, Pos, TargetDistances, flood};
use crate::content::{Gate, JobKind, Supply};

use crate::sim::command::Command;
use crate::sim::solver::certificate::{Certificate, Chore, Step, Unsolvable};
use crate::sim::solver::draft::parts;
use crate::sim::solver::errand::{Errand, Task};
use crate::sim::solver::survey::{Belt, Survey};
use crate::sim::state::world::World;
use crate::sim::units::{ACTION_ENERGY, Turns};

/// Plays an order of errands, from where the survey was made to the exit.
///
/// # Errors
/// The first errand that there is no way to at its turn.
pub(super) fn play(
    survey: &Survey,
    errands: &[Errand],
    order: &[usize],
) -> Result<Certificate, Unsolvable> {
    let mut play = Play::new(survey);
    let mut left: VecDeque<&Errand> = order.iter().map(|&place| &errands[place]).collect();
    while let Some(errand) = left.pop_front() {
        play.perform(errand, left.front().copied()).ok_or(Unsolvable(errand.step()))?;
    }
    let exit = Step { chore: Chore::Exit, at: survey.exit };
    play.walk(&[survey.exit]).ok_or(Unsolvable(exit))?;
    play.order.push(exit);
    play.commands.push(Command::ClockOut);
    let (order, supplies, par) = (play.order, play.supplies, Turns(play.clock));
    Ok(Certificate { order, supplies, par, commands: play.commands })
}

/// With more chutes, as with one, the nearest is taken, and none looked for that lies on the way.
const MANY_CHUTES: usize = 24;

struct Play<'a> {
    survey: &'a Survey,
    /// What can be walked on.
    free: Bits,
    /// The doors of it that are shut.
    closed: Bits,
    /// What opens gates and still lies there: it is picked up in passing.
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
    /// The way that was found last.
    way: Vec<Pos>,
    order: Vec<Step>,
    supplies: [u16; Supply::ALL.len()],
    commands: Vec<Command>,
}

impl Play<'_> {
    fn new(survey: &Survey) -> Play<'_> {
        Play {
            survey,
            free: survey.open.clone(),
            closed: survey.closed.clone(),
            lying: survey.openers.clone(),
            pos: survey.start,
            belt: survey.belt,
            mop_fouled: survey.mop_fouled,
            carries: false,
            satchel_ready: survey.satchel_wait,
            energy: survey.energy,
            clock: 0,
            meter: TargetDistances::new(),
            seeker: GoalSearch::new(),
            way: Vec::new(),
            order: Vec::new(),
            supplies: [0; Supply::ALL.len()],
            commands: Vec::new(),
        }
    }

    /// A command that takes a turn, and the turns until the next one.
    fn act(&mut self, command: Command) {
        self.commands.push(command);
        self.energy -= ACTION_ENERGY;
        while self.energy < ACTION_ENERGY {
            self.energy += self.survey.speed[usize::from(self.carries)];
            self.clock += 1;
        }
    }

    /// By the shortest way to the nearest of some cells.
    fn walk(&mut self, goals: &[Pos]) -> Option<()> {
        let Play { seeker, free, pos, way, .. } = self;
        if !seeker.approach(free, *pos, goals, way) {
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
            self.order.push(Step { chore: Chore::Take(gate), at });
            self.belt.add(gate, count);
            if gate == Gate::Pit {
                self.free.union(&self.survey.pits);
            }
        }
    }

    fn dir_to(&self, at: Pos) -> Option<Dir> {
        Dir::between(self.pos, at)
    }

    fn note(&mut self, errand: &Errand) {
        self.order.push(errand.step());
    }

    fn perform(&mut self, errand: &Errand, next: Option<&Errand>) -> Option<()> {
        match &errand.task {
            Task::Work(job, turns) => self.work(errand, *job, *turns, next)?,
            Task::Carry { .. } => {
                self.walk(&errand.stands())?;
                self.carries = true;
                self.act(Command::Carry(self.dir_to(errand.at)));
                self.note(errand);
                self.dispose(next)?;
            }
            Task::Mop(cells) => self.mop(cells)?,
            Task::Clear { is_taken_up } => {
                self.walk(&[errand.at])?;
                if !is_taken_up {
                    self.act(Command::Get);
                }
                self.note(errand);
            }
            // It was picked up in passing, or is now.
            Task::Take(..) => self.walk(&[errand.at])?,
            Task::Open(gate) => self.open(errand, *gate)?,
            Task::Jump(down) => {
                self.walk(&errand.stands())?;
                self.act(Command::StepAnyway(*down));
                self.note(errand);
                self.arrive(errand.at + *down);
                self.act(Command::Step(*down));
            }
        }
        Some(())
    }

    /// A job at what is built in, turn by turn.
    fn work(
        &mut self,
        errand: &Errand,
        job: JobKind,
        turns: u8,
        next: Option<&Errand>,
    ) -> Option<()> {
        let stands =
            if errand.is_trap() { self.stands_by_trap(errand, next) } else { errand.stands() };
        self.walk(&stands)?;
        for _ in 0..turns {
            self.act(Command::Work(self.dir_to(errand.at)));
        }
        if let Some(supply) = World::supply_for(job) {
            self.supplies[supply as usize] += 1;
        }
        match job {
            JobKind::Trap => self.free.set(errand.at, false),
            JobKind::Door => self.closed.set(errand.at, true),
            _ => {}
        }
        self.note(errand);
        Some(())
    }

    /// Opens a gate with what is on the belt.
    fn open(&mut self, errand: &Errand, gate: Gate) -> Option<()> {
        if !self.belt.has(gate) {
            return None;
        }
        self.walk(&errand.stands())?;
        let dir = self.dir_to(errand.at)?;
        if gate == Gate::Rubble {
            while self.clock < self.satchel_ready {
                self.act(Command::Wait);
            }
            self.satchel_ready = self.clock + self.survey.satchel_refill;
            self.act(Command::Work(Some(dir)));
        } else {
            self.act(Command::Step(dir));
        }
        self.belt.spend(gate);
        self.free.insert(errand.at);
        self.note(errand);
        Some(())
    }

    /// The cells to arm a trap from: on the side of what comes next, and of the exit if that is both.
    fn stands_by_trap(&self, errand: &Errand, next: Option<&Errand>) -> Vec<Pos> {
        let mut stands = errand.stands();
        stands.retain(|&pos| self.free.contains(pos));
        if !parts(&self.free, errand.at) {
            return stands;
        }
        let mut without = self.free.clone();
        without.remove(errand.at);
        let mut best: Option<(bool, Vec<Pos>)> = None;
        while let Some(&stand) = stands.first() {
            let side = flood(&without, stand);
            let (here, there): (Vec<Pos>, Vec<Pos>) =
                stands.into_iter().partition(|&pos| side.contains(pos));
            stands = there;
            let has_exit = side.contains(self.survey.exit);
            let has_next = next.map_or(has_exit, |next| next.any_stand(|pos| side.contains(pos)));
            if has_next && best.as_ref().is_none_or(|&(good, _)| has_exit && !good) {
                best = Some((has_exit, here));
            }
        }
        best.map_or(Vec::new(), |(_, stands)| stands)
    }

    /// Carries a body to a chute, one on the way if there is one.
    fn dispose(&mut self, next: Option<&Errand>) -> Option<()> {
        if self.survey.chutes.len() == 1 || self.survey.chutes.len() > MANY_CHUTES {
            return self.tip_into(&self.survey.chutes);
        }
        let stands = self.survey.chutes.iter().flat_map(|&at| beside(at));
        self.meter.measure(&self.free, self.pos, stands, DistanceField::FARTHEST);
        let goal = next.map_or(self.survey.exit, |next| next.at);
        let far = |at: Pos| {
            let steps = at.neighbours().chain([at]).map(|pos| self.meter.get(pos)).min();
            steps.filter(|&steps| steps != DistanceField::UNREACHABLE)
        };
        let burden = (self.survey.speed[0] * 100 / self.survey.speed[1]) as u32;
        let cost = |at: Pos| Some(u32::from(far(at)?) * burden / 100 + at.steps_to(goal) as u32);
        let chutes = self.survey.chutes.iter();
        let (_, at) = chutes.filter_map(|&at| Some((cost(at)?, at))).min()?;
        self.tip_into(&[at])
    }

    /// Carries a body into the nearest of some chutes.
    fn tip_into(&mut self, chutes: &[Pos]) -> Option<()> {
        let stands: Vec<Pos> = chutes.iter().flat_map(|&at| beside(at)).collect();
        self.walk(&stands)?;
        let at = chutes.iter().copied().find(|&at| at.steps_to(self.pos) <= 1)?;
        self.carries = false;
        self.act(Command::Carry(self.dir_to(at)));
        self.order.push(Step { chore: Chore::Chute, at });
        Some(())
    }

    /// Wipes some cells, the nearest first.
    fn mop(&mut self, cells: &[Pos]) -> Option<()> {
        let mut left = cells.to_vec();
        while !left.is_empty() {
            if self.mop_fouled >= self.survey.mop_cells {
                self.rinse()?;
            }
            let stands: Vec<Pos> = left.iter().flat_map(|&at| beside(at)).collect();
            self.walk(&stands)?;
            let place = left.iter().position(|&at| at.steps_to(self.pos) <= 1)?;
            let at = left.remove(place);
            for _ in 0..self.survey.stain_turns {
                self.act(Command::Work(self.dir_to(at)));
            }
            self.mop_fouled += 1;
            self.order.push(Step { chore: Chore::Job(JobKind::Stain), at });
        }
        Some(())
    }

    fn rinse(&mut self) -> Option<()> {
        let waters = &self.survey.waters;
        let stands: Vec<Pos> = waters.iter().flat_map(|&at| beside(at)).collect();
        self.walk(&stands)?;
        let at = waters.iter().copied().find(|&at| at.steps_to(self.pos) <= 1)?;
        self.act(Command::Work(self.dir_to(at)));
        self.mop_fouled = 0;
        self.order.push(Step { chore: Chore::Rinse, at });
        Some(())
    }
}

/// A cell and those around it.
fn beside(at: Pos) -> Vec<Pos> {
    at.neighbours().chain([at]).collect()
}
