//! A bot that plays as a sensible newcomer does.

use content::JobKind;
use engine::sim::{Activity, Command, Fixture, RunStatus};
use engine::view::{Task, View};

use super::loop_breaker::LoopBreaker;
use super::{Bot, gates, gear, perception, reflexes, runner};

/// Turns kept in reserve for the way to the exit, besides the way itself.
const RESERVE_TURNS: u32 = 30;

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
            let is_leaving = matches!(view.activity(), Some(Activity::Leave | Activity::Watch));
            if is_leaving {
                return Command::Continue;
            }
            if is_late(view) {
                return runner::leave(view);
            }
            return self.loop_breaker.replacement(view).unwrap_or(Command::Continue);
        }
        if let Some(urgent) = survive(view) {
            return urgent;
        }
        if let Some(command) = rest_or_dress(view) {
            return command;
        }
        if let Some(other) = self.loop_breaker.replacement(view) {
            return other;
        }
        work(view).unwrap_or_else(|| runner::leave(view))
    }
}

/// What cannot wait: getting out of danger, healing, fighting, and leaving when it is late.
pub(super) fn survive(view: &View<'_>) -> Option<Command> {
    let threats = perception::threats(view);
    let heal = || {
        let is_urgent = is_below(view, HEAL_BELOW_PERCENT) && !threats.is_empty();
        is_urgent.then(|| reflexes::heal(view)).flatten()
    };
    let outrun = || perception::hunting_boss(view).and_then(|_| run_to_exit(view));
    reflexes::dodge(view)
        .or_else(|| reflexes::leave_danger(view))
        .or_else(heal)
        .or_else(outrun)
        .or_else(|| reflexes::fight(view, &threats))
        .or_else(|| is_late(view).then(|| runner::leave(view)))
}

/// The way out, if it is known: nothing else helps against a boss.
fn run_to_exit(view: &View<'_>) -> Option<Command> {
    let knows_way = perception::steps_to(view, [view.exit()]).is_some();
    knows_way.then(|| runner::leave(view))
}

/// A rest when hurt, or better equipment.
pub(super) fn rest_or_dress(view: &View<'_>) -> Option<Command> {
    if is_below(view, REST_BELOW_PERCENT) && view.refusal(&Command::Rest).is_none() {
        return Some(Command::Rest);
    }
    // The balance of single shifts is measured by bots that keep their tool.
    if view.is_journey() { gear::put_on_better(view) } else { reflexes::wear_better_garb(view) }
}

/// Whether the player has less than a percentage of its health.
fn is_below(view: &View<'_>, percent: i32) -> bool {
    let player = view.player();
    player.health * 100 < player.max_health * percent
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
    if let Some(step) = gates::step_down(view) {
        return Some(step);
    }
    let task = view.tasks().into_iter().find(|task| {
        let is_wanted = match task.task {
            Task::Job(_) => true,
            Task::PutOut => true,
            Task::RinseMop => view.player().mop.0 >= view.player().mop.1,
            Task::SmashCrate | Task::BlastRubble | Task::Search => false,
        };
        task.refusal.is_none() && is_wanted
    });
    if let Some(task) = task {
        return Some(task.command);
    }
    let knows_chute = knows_chute(view);
    if knows_chute && let Some(lift) = view.carry_choices().into_iter().next() {
        return Some(lift);
    }
    if view.order().into_iter().all(|count| view.is_complete(count)) {
        return None;
    }
    if !knows_chute && view.known_jobs().iter().any(|known| known.job == JobKind::Body) {
        return work_without_bodies(view);
    }
    go_on(view).or_else(|| gates::open(view)).or_else(|| gates::jump(view))
}

/// Does jobs that need no chute, and looks for one. Not by `NextJob`: the nearest job may always be a body.
fn work_without_bodies(view: &View<'_>) -> Option<Command> {
    let jobs = view.known_jobs().into_iter();
    let others = jobs.filter(|known| known.doable && known.job != JobKind::Body);
    let step = perception::step_towards(view, others.flat_map(|known| known.at.neighbours()));
    let explore = || Some(Command::Explore).filter(|command| view.refusal(command).is_none());
    step.map(Command::Step)
        .or_else(explore)
        .or_else(|| gates::open(view))
        .or_else(|| gates::jump(view))
}

fn go_on(view: &View<'_>) -> Option<Command> {
    [Command::NextJob, Command::Explore].into_iter().find(|command| view.refusal(command).is_none())
}

/// Whether the player must leave now to clock out at the exit in time.
pub(super) fn is_late(view: &View<'_>) -> bool {
    let left = view.turns_left().0;
    let here = view.player().pos;
    left < LATE_TURNS && {
        let way = perception::steps_to(view, [view.exit()])
            .unwrap_or_else(|| 3 * here.steps_to(view.exit()) as u32);
        left < way + RESERVE_TURNS
    }
}

/// Whether a known way leads to a chute.
pub(super) fn knows_chute(view: &View<'_>) -> bool {
    let chutes = view.known_chutes().into_iter();
    let goals = chutes.flat_map(|pos| std::iter::once(pos).chain(pos.neighbours()));
    perception::steps_to(view, goals).is_some()
}
