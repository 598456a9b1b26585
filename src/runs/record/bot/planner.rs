//! A bot that plays as an experienced player does.

use std::collections::{BTreeSet, VecDeque};

use base::{Pos, Seed};
use content::JobKind;
use engine::sim::{Activity, Command, RunStatus};
use engine::view::View;

use super::cautious::LoopBreaker;
use super::levers::{Choice, LeverSetter};
use super::{Bot, cautious, perception, reflexes};

/// Explores the whole floor first, and does near jobs on the way that disconnect nothing. Then it
/// follows the solver's order of work, which arms no trap too early, and computes a new one
/// whenever the floor is not as the order assumed.
#[derive(Default)]
pub(crate) struct Planner {
    plan: VecDeque<Command>,
    /// Where the player must stand for the next command of the plan.
    place: Pos,
    /// Jobs known when the plan was made or last followed.
    jobs: usize,
    has_explored: bool,
    /// The near job that is being walked to while exploring.
    aim: Option<Pos>,
    /// Jobs that could not be done from an adjacent cell: they are left to the plan.
    skipped: BTreeSet<Pos>,
    loop_breaker: LoopBreaker,
    /// Sets levers for the raid once the order is done; `None` for a bot that leaves then.
    levers: Option<LeverSetter>,
    /// Whether it pulls cords.
    pulls: bool,
}

/// A job within this distance is done while the floor is still explored, in steps without obstacles
/// …
const NEAR_JOB_STEPS: i32 = 10;

/// … if the way to it has no more steps than this.
const MAX_DETOUR_STEPS: u32 = 20;

/// Turns that are kept for levers, or half of the night if that is less.
const LEVER_TURNS: u32 = 300;

impl Bot for Planner {
    fn decide(&mut self, view: &View<'_>) -> Command {
        let wanted = self.choose(view);
        reflexes::or_wait(view, wanted)
    }
}

impl Planner {
    /// One that sets kits where chance has it.
    pub(super) fn scattering(seed: Seed) -> Planner {
        Planner::with_levers(Choice::Scatter, true, seed)
    }

    /// One that sets kits where most raids of the forecast come by.
    pub(super) fn looking(seed: Seed) -> Planner {
        Planner::with_levers(Choice::Look, true, seed)
    }

    /// One that sets kits where the forecast says that they do most.
    pub(super) fn planning(seed: Seed) -> Planner {
        Planner::with_levers(Choice::Plan, true, seed)
    }

    /// The same without cords.
    pub(super) fn without_cords(seed: Seed) -> Planner {
        Planner::with_levers(Choice::Plan, false, seed)
    }

    fn with_levers(choice: Choice, cords: bool, seed: Seed) -> Planner {
        let levers = Some(LeverSetter::new(choice, cords, seed));
        Planner { levers, pulls: cords, ..Planner::default() }
    }

    fn choose(&mut self, view: &View<'_>) -> Command {
        self.next(view).unwrap_or_else(|| cautious::leave(view))
    }

    /// The next command, or `None` when nothing is left to do that the bot knows how to do.
    pub(super) fn next(&mut self, view: &View<'_>) -> Option<Command> {
        if self.pulls
            && view.is_away()
            && let Some(cord) = view.cord_to_pull()
        {
            return Some(Command::Pull { cord });
        }
        if let Some(urgent) = Self::urgent(view) {
            self.plan.clear();
            return Some(urgent);
        }
        if let Some(other) = self.loop_breaker.replacement(view) {
            self.plan.clear();
            return Some(other);
        }
        if view.player().carrying.is_none() && (view.is_order_complete() || sets_levers_now(view)) {
            if !is_above_the_champion(view)
                && let Some(command) = self.levers.as_mut().and_then(|levers| levers.next(view))
            {
                self.plan.clear();
                return Some(command);
            }
            if view.is_order_complete() {
                return None;
            }
        }
        if view.player().carrying.is_none() && !self.has_explored {
            if let Some(command) = self.explore_first(view) {
                self.plan.clear();
                return Some(command);
            }
            self.has_explored = true;
        }
        self.follow(view)
    }

    /// What comes before all work: danger, wounds, better equipment, and the exit when it is late.
    pub(super) fn urgent(view: &View<'_>) -> Option<Command> {
        let is_leaving = matches!(view.activity(), Some(Activity::Leave | Activity::Watch));
        if view.status() == RunStatus::Busy && is_leaving {
            return Some(Command::Continue);
        }
        if let Some(urgent) = cautious::survive(view) {
            return Some(urgent);
        }
        if view.activity() == Some(Activity::Rest) {
            return Some(Command::Continue);
        }
        cautious::rest_or_dress(view)
    }

    /// As long as there is something to explore: explores, and does near jobs that disconnect
    /// nothing.
    fn explore_first(&mut self, view: &View<'_>) -> Option<Command> {
        let here = view.player().pos;
        let near: Vec<Pos> = view
            .known_jobs()
            .into_iter()
            .filter(|known| known.doable && known.at.steps_to(here) <= NEAR_JOB_STEPS)
            .filter(|known| !self.skipped.contains(&known.at))
            .filter(|known| match known.job {
                JobKind::Trap => !may_disconnect(view, known.at),
                JobKind::Body => cautious::knows_chute(view),
                _ => true,
            })
            .map(|known| known.at)
            .collect();
        if let Some(command) = beside_one_of(view, &near) {
            return Some(command);
        }
        if let Some(step) = self.step_to_job(view, &near) {
            return Some(step);
        }
        if view.activity() == Some(Activity::Explore) {
            return Some(Command::Continue);
        }
        reflexes::first_of(view, [Command::Explore]).or_else(|| reflexes::open_gate(view))
    }

    /// A step towards the job that is being walked to, or towards another near one. A job that
    /// cannot be done from beside it is skipped from then on.
    fn step_to_job(&mut self, view: &View<'_>, near: &[Pos]) -> Option<Command> {
        let mut jobs: Vec<Pos> = self.aim.into_iter().filter(|at| near.contains(at)).collect();
        jobs.extend(near);
        for at in jobs {
            let steps = perception::steps_to(view, at.neighbours());
            match steps {
                Some(1..=MAX_DETOUR_STEPS) => {
                    self.aim = Some(at);
                    return perception::step_towards(view, at.neighbours()).map(Command::Step);
                }
                Some(0) => _ = self.skipped.insert(at),
                _ => {}
            }
        }
        self.aim = None;
        None
    }

    /// The next command of the plan, or of a new plan if the old one does not fit the floor any
    /// more.
    fn follow(&mut self, view: &View<'_>) -> Option<Command> {
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
        // A plan does not contain jobs that have not been seen yet.
        let is_too_soon =
            self.plan.front() == Some(&Command::ClockOut) && !view.is_order_complete();
        let next = self.plan.pop_front().filter(|command| !fails(command) && !is_too_soon);
        match next {
            Some(command) => {
                self.place = view.player().pos + offset(view, command);
                Some(command)
            }
            // No plan gets all jobs done: do as many as possible, the nearest first.
            None => self.work_without_plan(view).or_else(|| reflexes::open_gate(view)),
        }
    }

    /// The nearest job that disconnects nothing, then exploring, then the traps that disconnect
    /// something, but not the exit.
    fn work_without_plan(&self, view: &View<'_>) -> Option<Command> {
        if view.player().carrying.is_some() {
            return cautious::work(view);
        }
        let (disconnecting, harmless): (Vec<_>, Vec<_>) = view
            .known_jobs()
            .into_iter()
            .filter(|known| known.doable && !self.skipped.contains(&known.at))
            .partition(|known| known.job == JobKind::Trap && may_disconnect(view, known.at));
        let knows_chute = cautious::knows_chute(view);
        let harmless = harmless.iter().filter(|known| known.job != JobKind::Body || knows_chute);
        let harmless: Vec<Pos> = harmless.map(|known| known.at).collect();
        let disconnecting = disconnecting.iter().map(|known| known.at);
        let disconnecting: Vec<Pos> =
            disconnecting.filter(|&at| keeps_exit_reachable(view, at)).collect();
        let explore = || reflexes::first_of(view, [Command::Explore]);
        at_one_of(view, &harmless)
            .or_else(explore)
            .or_else(|| reflexes::open_gate(view))
            .or_else(|| at_one_of(view, &disconnecting))
    }
}

/// Whether the floor is one of the Deep Seat above its holder: whom the bot leaves to the party, so
/// that it lets that come through.
fn is_above_the_champion(view: &View<'_>) -> bool {
    view.has_stairs_down() && view.journey().is_some_and(|journey| journey.at() == journey.goal())
}

/// Whether so little of the night is left that levers come before the rest of the order.
fn sets_levers_now(view: &View<'_>) -> bool {
    let night = view.clock().0 + view.turns_left().0;
    view.turns_left().0 < LEVER_TURNS.min(night / 2)
}

/// A command that works on one of some places, if one is in reach.
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
    beside_one_of(view, places)
        .or_else(|| perception::step_towards(view, sides()).map(Command::Step))
}

/// Whether a safe way to the exit remains when a trap is armed.
fn keeps_exit_reachable(view: &View<'_>, trap: Pos) -> bool {
    perception::steps_avoiding(view, trap, view.exit()).is_some()
}

/// Whether an obstacle in a cell may disconnect the known cells around it. It cannot where the
/// passable ones among its eight neighbours are connected by their sides.
fn may_disconnect(view: &View<'_>, at: Pos) -> bool {
    let is_open = |pos| view.is_known_passable(pos) && !view.is_known_danger(pos);
    let ring: Vec<bool> = at.neighbours().map(is_open).collect();
    let begins = |side: &usize| ring[*side] && !(ring[(side + 7) % 8] && ring[(side + 6) % 8]);
    (0..8).step_by(2).filter(begins).count() > 1
}

/// The offset by which a command moves the player; none for a step that only opens a door.
fn offset(view: &View<'_>, command: Command) -> Pos {
    let here = view.player().pos;
    match command {
        Command::Step(dir) if view.is_shut(here + dir) => Pos::default(),
        Command::Step(dir) | Command::StepAnyway(dir) => dir.offset(),
        _ => Pos::default(),
    }
}
