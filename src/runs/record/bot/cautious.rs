//! A bot that plays as a sensible newcomer does.

use std::collections::{BTreeSet, VecDeque};

use super::{Bot, perception, reflexes};
use base::Pos;
use content::JobKind;
use engine::sim::{Activity, Command, Fixture, RunStatus, Turns};
use engine::view::{Task, View};

/// Turns kept in reserve for the way to the exit, besides the way itself.
const RESERVE_TURNS: u32 = 45;

/// Turns left above which the way to the exit is never too long, so that it need not be searched.
const LATE_TURNS: u32 = 250;

/// Percent of its health below which a threatened player heals.
const HEAL_BELOW_PERCENT: i32 = 40;

/// Percent of its health below which the player rests.
const REST_BELOW_PERCENT: i32 = 60;

/// Does the nearest job, rests when hurt, fights only threats that come near, leaves in time.
#[derive(Default)]
pub(crate) struct Cautious {
    loop_breaker: LoopBreaker,
}

impl Bot for Cautious {
    fn decide(&mut self, view: &View<'_>) -> Command {
        let wanted = self.choose(view);
        reflexes::or_wait(view, wanted)
    }
}

impl Cautious {
    fn choose(&mut self, view: &View<'_>) -> Command {
        if view.status() == RunStatus::Busy {
            if matches!(view.activity(), Some(Activity::Leave | Activity::Watch)) {
                return Command::Continue;
            }
            if is_late(view) {
                return leave(view);
            }
            return self.loop_breaker.replacement(view).unwrap_or(Command::Continue);
        }
        survive(view)
            .or_else(|| rest_or_dress(view))
            .or_else(|| self.loop_breaker.replacement(view))
            .or_else(|| work(view))
            .unwrap_or_else(|| leave(view))
    }
}

/// What cannot wait: getting out of danger, healing, fighting, and leaving when it is late.
pub(super) fn survive(view: &View<'_>) -> Option<Command> {
    let threats = perception::threats(view);
    let heal = || {
        let is_urgent = perception::is_below(view, HEAL_BELOW_PERCENT) && !threats.is_empty();
        is_urgent.then(|| reflexes::heal(view)).flatten()
    };
    let outrun = || {
        let runs = perception::hunting_boss(view).is_some() || perception::outmatched(view);
        runs.then(|| run_to_exit(view)).flatten()
    };
    reflexes::dodge(view)
        .or_else(|| reflexes::leave_danger(view))
        .or_else(heal)
        .or_else(outrun)
        .or_else(|| reflexes::fight(view, &threats))
        .or_else(|| is_late(view).then(|| leave(view)))
}

/// The way out, if it is known: nothing else helps against a boss. With empty arms.
fn run_to_exit(view: &View<'_>) -> Option<Command> {
    let knows_way = perception::steps_to(view, [view.exit()]).is_some();
    let drops = view.player().carrying.is_some() && view.player().pos != view.exit();
    knows_way.then(|| if drops { Command::Carry(None) } else { leave(view) })
}

/// A rest when hurt, or better equipment.
pub(super) fn rest_or_dress(view: &View<'_>) -> Option<Command> {
    if perception::is_below(view, REST_BELOW_PERCENT) && view.refusal(&Command::Rest).is_none() {
        return Some(Command::Rest);
    }
    // The balance of single shifts is measured by bots that keep their tool.
    if view.is_journey() { reflexes::put_on_better(view) } else { reflexes::wear_better_garb(view) }
}

/// The next command of the work, or of the search for more; `None` when the order is complete.
pub(super) fn work(view: &View<'_>) -> Option<Command> {
    if view.player().carrying.is_some() {
        let into_chute = view.carry_choices().into_iter().find(|command| {
            let Command::Carry(dir) = command else { return false };
            let here = view.player().pos;
            let at = dir.map_or(here, |dir| here + dir);
            view.cell(at).fixture == Some(Fixture::Chute)
        });
        return into_chute.or_else(|| go_on(view)).or(Some(Command::Carry(None)));
    }
    if let Some(step) = reflexes::step_down(view) {
        return Some(step);
    }
    let task = view.tasks().into_iter().find(|task| {
        let is_wanted = match task.task {
            Task::Job(_) | Task::PutOut => true,
            Task::RinseMop => view.player().mop.0 >= view.player().mop.1,
            Task::SmashCrate | Task::BlastRubble | Task::Search => false,
        };
        task.refusal.is_none() && is_wanted
    });
    let knows_chute = knows_chute(view);
    let lift = || knows_chute.then(|| view.carry_choices().into_iter().next()).flatten();
    if let Some(command) = task.map(|task| task.command).or_else(lift) {
        return Some(command);
    }
    if view.order().into_iter().all(|count| view.is_complete(count)) {
        return None;
    }
    if !knows_chute && view.known_jobs().iter().any(|known| known.job == JobKind::Body) {
        return work_without_bodies(view);
    }
    go_on(view).or_else(|| reflexes::open_gate(view)).or_else(|| reflexes::jump_down(view))
}

/// Does jobs that need no chute, and looks for one. Not by `NextJob`: the nearest job may always be
/// a body.
fn work_without_bodies(view: &View<'_>) -> Option<Command> {
    let jobs = view.known_jobs().into_iter();
    let others = jobs.filter(|known| known.doable && known.job != JobKind::Body);
    let step = perception::step_towards(view, others.flat_map(|known| known.at.neighbours()));
    let explore = || reflexes::first_of(view, [Command::Explore]);
    step.map(Command::Step)
        .or_else(explore)
        .or_else(|| reflexes::open_gate(view))
        .or_else(|| reflexes::jump_down(view))
}

fn go_on(view: &View<'_>) -> Option<Command> {
    reflexes::first_of(view, [Command::NextJob, Command::Explore])
}

/// Whether the player must leave now to clock out at the exit in time.
pub(super) fn is_late(view: &View<'_>) -> bool {
    let left = view.turns_left().0;
    left < LATE_TURNS && {
        let way = perception::steps_to(view, [view.exit()]);
        let guess = || 3 * view.player().pos.steps_to(view.exit()) as u32;
        left < way.unwrap_or_else(guess) + RESERVE_TURNS
    }
}

/// Whether a known way leads to a chute.
pub(super) fn knows_chute(view: &View<'_>) -> bool {
    let chutes = view.known_chutes().into_iter();
    let goals = chutes.flat_map(|pos| std::iter::once(pos).chain(pos.neighbours()));
    perception::steps_to(view, goals).is_some()
}

/// Goes to the exit and clocks out; does no work.
pub struct Runner;

impl Bot for Runner {
    fn decide(&mut self, view: &View<'_>) -> Command {
        if view.status() == RunStatus::Busy {
            return Command::Continue;
        }
        reflexes::or_wait(view, leave(view))
    }
}

/// Clocks out at the exit, or the next command on the way there.
pub(super) fn leave(view: &View<'_>) -> Command {
    let player = view.player();
    if player.pos == view.exit() {
        return Command::ClockOut;
    }
    if let Some(out) = reflexes::leave_danger(view) {
        return out;
    }
    if perception::is_below(view, 50)
        && let Some(drink) = reflexes::heal(view)
    {
        return drink;
    }
    if let Some(step) = reflexes::step_down(view) {
        return step;
    }
    let knows_way = perception::steps_to(view, [view.exit()]).is_some();
    if knows_way && view.refusal(&Command::TravelToExit).is_none() {
        return Command::TravelToExit;
    }
    if !knows_way && let Some(through) = reflexes::open_boss_door(view) {
        return through;
    }
    if view.refusal(&Command::Explore).is_none() {
        return Command::Explore;
    }
    let through = || {
        reflexes::open_gate(view)
            .or_else(|| reflexes::jump_down(view))
            .or_else(|| reflexes::open_boss_door(view))
    };
    if let Some(through) = (!knows_way).then(through).flatten() {
        return through;
    }
    if let Some(dir) = perception::step_towards(view, [view.exit()]) {
        return Command::Step(dir);
    }
    reflexes::fight(view, &perception::threats(view))
        .or_else(|| reflexes::attack_nearest(view))
        .unwrap_or(Command::Wait)
}

/// A bot is in a loop when in this number of turns it finds and does no work …
const LOOP_TURNS: usize = 36;

/// … and stays on at most this number of different cells.
const MAX_LOOP_CELLS: usize = 8;

/// Number of turns in which the bot's decisions are replaced after a loop was detected.
const ESCAPE_TURNS: u32 = 30;

/// Number of loops after which the bot goes to the exit for good.
const MAX_LOOPS: u32 = 8;

/// Detects that a bot goes round in a loop, and replaces its decisions for a while. Loops come from
/// two rules that undo each other: one wants to look behind a door, the other turns away from what
/// is behind it.
#[derive(Default)]
pub(super) struct LoopBreaker {
    /// The player's positions in the last turns without progress.
    trail: VecDeque<Pos>,
    /// The turn of the last position in `trail`.
    seen_at: Turns,
    /// Jobs known and jobs done.
    progress: (usize, u32),
    loops: u32,
    /// The bot decides again from this turn on.
    until: Turns,
}

impl LoopBreaker {
    /// A command to replace the bot's own while it is in a loop. Must be called once for each
    /// command.
    pub(super) fn replacement(&mut self, view: &View<'_>) -> Option<Command> {
        self.watch(view);
        if view.clock() >= self.until && self.is_looping() {
            self.loops += 1;
            self.until = Turns(view.clock().0 + ESCAPE_TURNS);
            self.trail.clear();
        }
        if self.loops >= MAX_LOOPS {
            return Some(leave(view));
        }
        if view.clock() >= self.until {
            return None;
        }
        let go_on = |wanted| match view.activity() {
            Some(_) => Some(Command::Continue),
            None => reflexes::first_of(view, [wanted]),
        };
        let explore = || go_on(Command::Explore);
        let gate = || reflexes::open_gate(view).or_else(|| reflexes::jump_down(view));
        match self.loops % 4 {
            1 => gate().or_else(|| reflexes::attack_nearest(view)),
            2 => reflexes::attack_nearest(view).or_else(explore),
            3 => explore(),
            _ => go_on(Command::NextJob),
        }
    }

    fn watch(&mut self, view: &View<'_>) {
        let done = view.order().iter().map(|count| u32::from(count.done)).sum();
        let progress = (view.known_jobs().len(), done);
        let is_busy = matches!(view.activity(), Some(Activity::Rest | Activity::Work { .. }));
        if is_busy || progress != self.progress {
            self.trail.clear();
            self.progress = progress;
        }
        if view.clock() != self.seen_at {
            self.seen_at = view.clock();
            self.trail.push_back(view.player().pos);
            if self.trail.len() > LOOP_TURNS {
                self.trail.pop_front();
            }
        }
    }

    fn is_looping(&self) -> bool {
        let cells: BTreeSet<&Pos> = self.trail.iter().collect();
        self.trail.len() == LOOP_TURNS && cells.len() <= MAX_LOOP_CELLS
    }
}
