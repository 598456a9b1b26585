//! Splits of a run in progress, in game time and in real time.

use super::{Moment, RealTime, Split, SplitTimer};
use content::{Category, SplitPoint};
use engine::sim::Game;

/// Follows a run in progress, which may have been taken up in the middle. It looks at no clock: the time of play is told.
#[derive(Clone, Debug)]
pub struct LiveTimer {
    timer: SplitTimer,
    /// The milliseconds of play by the number of commands at which something was reached; the numbers rise.
    real_times: Vec<(u32, u64)>,
    /// What the last command has reached.
    just_reached: Vec<SplitPoint>,
}

/// A split of a run in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiveSplit {
    pub point: SplitPoint,
    pub reached: Option<Moment>,
    /// The milliseconds of play until it, as far as they are known.
    pub real_time: Option<u64>,
}

/// What a run has reached before it was taken up again.
#[derive(Clone, Debug)]
pub struct EarlierSplits {
    pub timer: SplitTimer,
    /// `None` where its marks do not tell it.
    pub real_time: Option<RealTime>,
}

impl LiveTimer {
    /// Begins with the first state of a run, or with the one in which it is taken up.
    pub fn new(first: &Game) -> LiveTimer {
        let timer = SplitTimer::new(first);
        LiveTimer { timer, real_times: Vec::new(), just_reached: Vec::new() }
    }

    /// Takes note of the state after `commands` commands and so many milliseconds of play, if these are known.
    pub fn observe(&mut self, game: &Game, commands: u32, real_time: Option<u64>) {
        self.timer.observe(game, commands);
        self.just_reached.clear();
        self.just_reached.extend(self.timer.reached_at(commands));
        if let Some(real_time) = real_time.filter(|_| !self.just_reached.is_empty()) {
            self.real_times.push((commands, real_time));
        }
    }

    /// Adds what the run has reached before it was taken up.
    pub fn add_earlier(&mut self, earlier: &EarlierSplits) {
        self.timer.add_earlier(&earlier.timer);
        if let Some(real_time) = &earlier.real_time {
            let later = std::mem::take(&mut self.real_times).into_iter();
            let later = later.map(|(at, time)| (at, time.saturating_add(real_time.total())));
            self.real_times = real_time.milestones().chain(later).collect();
        }
    }

    /// The last state that it was told of.
    pub fn now(&self) -> Moment {
        self.timer.now()
    }

    /// What the last command has reached.
    pub fn just_reached(&self) -> &[SplitPoint] {
        &self.just_reached
    }

    /// The splits of a category, as [`SplitTimer::splits`] orders them.
    pub fn splits(&self, category: &Category) -> Vec<LiveSplit> {
        let splits = self.timer.splits(category).into_iter();
        let live = |Split { point, reached }| LiveSplit {
            point,
            reached,
            real_time: reached.and_then(|moment| self.real_time_at(moment.commands)),
        };
        splits.map(live).collect()
    }

    fn real_time_at(&self, commands: u32) -> Option<u64> {
        let place = self.real_times.binary_search_by_key(&commands, |&(at, _)| at).ok()?;
        Some(self.real_times[place].1)
    }
}
