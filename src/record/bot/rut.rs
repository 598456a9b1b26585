//! Getting bots out of circles.

use std::collections::VecDeque;

use crate::base::Pos;
use crate::sim::{Behaviour, Command, Turns};
use crate::view::View;

use super::{eyes, gates, runner};

/// So many turns on so few cells, with nothing to show for it, are a rut.
const TURNS: usize = 36;
const CELLS: usize = 8;

/// For so long something else is done instead.
const HOLIDAY: u32 = 30;

/// Whoever was in a rut so many times goes home.
const ENOUGH: u32 = 8;

/// Two habits that undo each other, noticed and broken: one wants to look behind a door that the other
/// turns its back on.
#[derive(Default)]
pub(super) struct Rut {
    trail: VecDeque<Pos>,
    seen_at: Turns,
    /// What there is to show: work known and work done.
    progress: (usize, u32),
    /// How often there was one, and when the last is to be forgotten.
    count: u32,
    until: Turns,
}

impl Rut {
    /// Something else to do, if all that was done lately is walking up and down.
    pub(super) fn way_out(&mut self, view: &View<'_>) -> Option<Command> {
        self.watch(view);
        if view.clock() >= self.until && self.is_deep() {
            self.count += 1;
            self.until = Turns(view.clock().0 + HOLIDAY);
            self.trail.clear();
        }
        if self.count >= ENOUGH {
            return Some(runner::leave(view));
        }
        if view.clock() >= self.until {
            return None;
        }
        let goes_on = || view.behaviour().is_some().then_some(Command::Continue);
        let begins = |wanted: Command| Some(wanted).filter(|it| view.refusal(it).is_none());
        let job = || goes_on().or_else(|| begins(Command::NextJob));
        let explore = || goes_on().or_else(|| begins(Command::Explore));
        let gate = || gates::open(view).or_else(|| gates::jump(view));
        match self.count % 4 {
            1 => gate().or_else(|| eyes::advance(view)),
            2 => eyes::advance(view).or_else(explore),
            3 => explore(),
            _ => job(),
        }
    }

    fn watch(&mut self, view: &View<'_>) {
        let done = view.order().iter().map(|count| u32::from(count.done)).sum();
        let progress = (view.known_jobs().len(), done);
        let is_busy = matches!(view.behaviour(), Some(Behaviour::Rest | Behaviour::Work { .. }));
        if is_busy || progress != self.progress {
            self.trail.clear();
            self.progress = progress;
        }
        if view.clock() != self.seen_at {
            self.seen_at = view.clock();
            self.trail.push_back(view.player().pos);
            if self.trail.len() > TURNS {
                self.trail.pop_front();
            }
        }
    }

    fn is_deep(&self) -> bool {
        let mut cells: Vec<Pos> = self.trail.iter().copied().collect();
        cells.sort_unstable();
        cells.dedup();
        self.trail.len() == TURNS && cells.len() <= CELLS
    }
}
