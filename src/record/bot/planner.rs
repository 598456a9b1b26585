//! The bot that works as somebody does who knows the game.

use std::collections::{BTreeSet, VecDeque};

use crate::base::Pos;
use crate::content::JobKind;
use crate::sim::{Behaviour, Command, Status};
use crate::view::View;

use super::rut::Rut;
use super::{Bot, cautious, eyes, gates, runner};

/// Looks at the whole floor first, doing what lies by the way and shuts nothing off; then works by a plan
/// that arms no trap too early, and makes a new one whenever the floor is not as the plan had it.
#[derive(Default)]
pub struct Planner {
    plan: VecDeque<Command>,
    /// Where the next command of the plan is given.
    place: Pos,
    /// Jobs known when the plan was made or last followed.
    jobs: usize,
    /// There was nothing left to look at.
    looked_round: bool,
    /// The job by the way that is being walked to.
    aim: Option<Pos>,
    /// Jobs beside which there was nothing to be done: they are left to the plan.
    shunned: BTreeSet<Pos>,
    rut: Rut,
}

/// Jobs no farther than this, as the crow flies, are done while the floor is still looked at.
const BY_THE_WAY: i32 = 10;

/// And no farther than this on foot.
const FARTHEST: u32 = 20;

impl Bot for Planner {
    fn decide(&mut self, view: &View<'_>) -> Command {
        let wanted = self.choose(view);
        eyes::or_wait(view, wanted)
    }
}

impl Planner {
    fn choose(&mut self, view: &View<'_>) -> Command {
        if let Some(urgent) = Self::urgent(view) {
            self.plan.clear();
            return urgent;
        }
        if let Some(other) = self.rut.way_out(view) {
            self.plan.clear();
            return other;
        }
        if view.player().carrying.is_none() && !self.looked_round {
            if let Some(command) = self.look_round(view) {
                self.plan.clear();
                return command;
            }
            self.looked_round = true;
        }
        self.follow(view)
    }

    /// What cannot wait: danger, wounds, and the way out when it is late.
    fn urgent(view: &View<'_>) -> Option<Command> {
        let heads_out = matches!(view.behaviour(), Some(Behaviour::Leave | Behaviour::Watch));
        if view.status() == Status::Busy && heads_out {
            return Some(Command::Continue);
        }
        if let Some(out) = eyes::leave_danger(view) {
            return Some(out);
        }
        let player = view.player();
        let menaces = eyes::menaces(view);
        let percent = player.health * 100 / player.most.max(1);
        if percent < 40
            && !menaces.is_empty()
            && let Some(drink) = eyes::remedy(view)
        {
            return Some(drink);
        }
        if let Some(blow) = eyes::fight(view, &menaces) {
            return Some(blow);
        }
        if cautious::is_late(view) {
            return Some(runner::leave(view));
        }
        if view.behaviour() == Some(Behaviour::Rest) {
            return Some(Command::Continue);
        }
        if percent < 60 && view.refusal(&Command::Rest).is_none() {
            return Some(Command::Rest);
        }
        eyes::dress(view)
    }

    /// As long as there is something to explore: explores, and does what is near and shuts nothing.
    fn look_round(&mut self, view: &View<'_>) -> Option<Command> {
        let here = view.player().pos;
        let near: Vec<Pos> = view
            .known_jobs()
            .into_iter()
            .filter(|known| known.doable && known.at.steps_to(here) <= BY_THE_WAY)
            .filter(|known| !self.shunned.contains(&known.at))
            .filter(|known| match known.job {
                JobKind::Trap => !parts(view, known.at),
                JobKind::Body => cautious::knows_chute(view),
                _ => true,
            })
            .map(|known| known.at)
            .collect();
        if let Some(command) = beside_one_of(view, &near) {
            return Some(command);
        }
        if let Some(step) = self.step_aside(view, &near) {
            return Some(step);
        }
        if view.behaviour() == Some(Behaviour::Explore) {
            return Some(Command::Continue);
        }
        let explore = Some(Command::Explore).filter(|it| view.refusal(it).is_none());
        explore.or_else(|| gates::open(view))
    }

    /// A step towards the job by the way that was chosen, or is nearest. One that nothing can be done
    /// about when there is chosen no more.
    fn step_aside(&mut self, view: &View<'_>, near: &[Pos]) -> Option<Command> {
        let mut jobs: Vec<Pos> = self.aim.into_iter().filter(|at| near.contains(at)).collect();
        jobs.extend(near);
        for at in jobs {
            let steps = eyes::steps_to(view, at.neighbours());
            match steps {
                Some(1..=FARTHEST) => {
                    self.aim = Some(at);
                    return eyes::step_towards(view, at.neighbours()).map(Command::Step);
                }
                Some(0) => _ = self.shunned.insert(at),
                _ => {}
            }
        }
        self.aim = None;
        None
    }

    /// The next command of the plan, made anew where it does not hold any more.
    fn follow(&mut self, view: &View<'_>) -> Command {
        let jobs = view.known_jobs().len();
        let fails = |command: &Command| view.refusal(command).is_some();
        let is_stale = self.plan.front().is_none_or(fails)
            || self.place != view.player().pos
            || jobs > self.jobs;
        if is_stale {
            self.plan.clear();
            if view.player().carrying.is_none()
                && let Ok(certificate) = view.plan_of_work()
            {
                self.plan = certificate.commands.into();
            }
        }
        self.jobs = jobs;
        // A plan knows nothing of what was not seen yet.
        let is_too_soon =
            self.plan.front() == Some(&Command::ClockOut) && !view.is_order_complete();
        let next = self.plan.pop_front().filter(|command| !fails(command) && !is_too_soon);
        match next {
            Some(command) => {
                self.place = view.player().pos + offset(view, command);
                command
            }
            // No plan gets all of it done: then as much as can be, the nearest first.
            None => self
                .carefully(view)
                .or_else(|| gates::open(view))
                .unwrap_or_else(|| runner::leave(view)),
        }
    }

    /// The nearest job that shuts nothing off, then what is still to be looked at, then the traps that shut
    /// something off, but not the way out.
    fn carefully(&self, view: &View<'_>) -> Option<Command> {
        if view.player().carrying.is_some() {
            return cautious::work(view);
        }
        let (shutting, harmless): (Vec<_>, Vec<_>) = view
            .known_jobs()
            .into_iter()
            .filter(|known| known.doable && !self.shunned.contains(&known.at))
            .partition(|known| known.job == JobKind::Trap && parts(view, known.at));
        let knows_chute = cautious::knows_chute(view);
        let harmless = harmless.iter().filter(|known| known.job != JobKind::Body || knows_chute);
        let harmless: Vec<Pos> = harmless.map(|known| known.at).collect();
        let shutting = shutting.iter().map(|known| known.at);
        let shutting: Vec<Pos> = shutting.filter(|&at| leaves_a_way_out(view, at)).collect();
        let explore = || Some(Command::Explore).filter(|it| view.refusal(it).is_none());
        at_one_of(view, &harmless)
            .or_else(explore)
            .or_else(|| gates::open(view))
            .or_else(|| at_one_of(view, &shutting))
    }
}

/// The work that can be begun at once at one of some places.
fn beside_one_of(view: &View<'_>, places: &[Pos]) -> Option<Command> {
    let here = view.player().pos;
    let task = view.tasks().into_iter().find(|it| places.contains(&it.at) && it.refusal.is_none());
    let lift = || {
        view.carry_choices().into_iter().find(|command| match command {
            Command::Carry(Some(dir)) => places.contains(&(here + *dir)),
            _ => places.contains(&here),
        })
    };
    task.map(|task| task.command).or_else(lift)
}

/// Work at one of some places, or a step towards the nearest.
fn at_one_of(view: &View<'_>, places: &[Pos]) -> Option<Command> {
    let sides = || places.iter().flat_map(|at| at.neighbours());
    beside_one_of(view, places).or_else(|| eyes::step_towards(view, sides()).map(Command::Step))
}

/// Whether the exit can still be come to from here with a trap armed.
fn leaves_a_way_out(view: &View<'_>, trap: Pos) -> bool {
    eyes::steps_round(view, trap, view.exit()).is_some()
}

/// Whether shutting a cell may part the known floor around it: where the ways among its eight neighbours hang
/// together by their sides, it cannot.
fn parts(view: &View<'_>, at: Pos) -> bool {
    let is_open = |pos| view.is_known_passable(pos) && !view.is_known_danger(pos);
    let ring: Vec<bool> = at.neighbours().map(is_open).collect();
    let begins = |side: &usize| ring[*side] && !(ring[(side + 7) % 8] && ring[(side + 6) % 8]);
    (0..8).step_by(2).filter(begins).count() > 1
}

/// Where a step leads, if it leads anywhere: into a shut door it does not, yet.
fn offset(view: &View<'_>, command: Command) -> Pos {
    let here = view.player().pos;
    match command {
        Command::Step(dir) if view.is_shut(here + dir) => Pos::default(),
        Command::Step(dir) | Command::StepAnyway(dir) => dir.offset(),
        _ => Pos::default(),
    }
}
