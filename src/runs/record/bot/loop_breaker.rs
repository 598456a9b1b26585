//! Detection of loops in what a bot does, and ways out of them.

use std::collections::VecDeque;

use base::Pos;
use engine::sim::{Activity, Command, Turns};
use engine::view::View;

use super::{gates, reflexes, runner};

/// A bot is in a loop when in this number of turns it finds and does no work …
const LOOP_TURNS: usize = 36;

/// … and stays on at most this number of different cells.
const MAX_LOOP_CELLS: usize = 8;

/// Number of turns in which the bot's decisions are replaced after a loop was detected.
const ESCAPE_TURNS: u32 = 30;

/// Number of loops after which the bot goes to the exit for good.
const MAX_LOOPS: u32 = 8;

/// Detects that a bot goes round in a loop, and replaces its decisions for a while. Loops come from two rules that undo
/// each other: one wants to look behind a door, the other turns away from what is behind it.
#[derive(Default)]
pub(super) struct LoopBreaker {
    /// The player's positions in the last turns without progress.
    trail: VecDeque<Pos>,
    /// The turn of the last position in `trail`.
    seen_at: Turns,
    /// Jobs known and jobs done.
    progress: (usize, u32),
    /// Loops detected so far.
    loops: u32,
    /// The bot decides again from this turn on.
    until: Turns,
}

impl LoopBreaker {
    /// A command to replace the bot's own while it is in a loop. Must be called once for each command.
    pub(super) fn replacement(&mut self, view: &View<'_>) -> Option<Command> {
        self.watch(view);
        if view.clock() >= self.until && self.is_looping() {
            self.loops += 1;
            self.until = Turns(view.clock().0 + ESCAPE_TURNS);
            self.trail.clear();
        }
        if self.loops >= MAX_LOOPS {
            return Some(runner::leave(view));
        }
        if view.clock() >= self.until {
            return None;
        }
        let goes_on = || view.activity().is_some().then_some(Command::Continue);
        let begins = |wanted: Command| Some(wanted).filter(|it| view.refusal(it).is_none());
        let job = || goes_on().or_else(|| begins(Command::NextJob));
        let explore = || goes_on().or_else(|| begins(Command::Explore));
        let gate = || gates::open(view).or_else(|| gates::jump(view));
        match self.loops % 4 {
            1 => gate().or_else(|| reflexes::attack_nearest(view)),
            2 => reflexes::attack_nearest(view).or_else(explore),
            3 => explore(),
            _ => job(),
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
        let mut cells: Vec<Pos> = self.trail.iter().copied().collect();
        cells.sort_unstable();
        cells.dedup();
        self.trail.len() == LOOP_TURNS && cells.len() <= MAX_LOOP_CELLS
    }
}
