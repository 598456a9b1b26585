//! Real time of a run by its marks, and the timer of a run that is played.

use super::{Mark, MarkKind, Moment, Split, SplitTimer};
use content::{Category, SplitPoint};
use engine::sim::Game;

/// The time that a run took at its marks, without the time that the player was away.
///
/// It is what the recording claims: no verification can prove it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RealTime {
    /// In milliseconds since 1970.
    start: u64,
    milestones: Vec<MarkedMilestone>,
    total: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MarkedMilestone {
    /// The number of commands that led to it; they rise.
    commands: u32,
    /// Milliseconds of play until it.
    time: u64,
    /// In milliseconds since 1970.
    moment: u64,
}

impl RealTime {
    /// The times of some marks, each with the number of commands before it; `None` if they do not
    /// begin with the start of a run.
    ///
    /// From leaving to being taken up again no time passes, and none after the last mark before a
    /// run was taken up again without having been left, as after a crash. Nor does any where the
    /// clock was set back.
    pub fn of(marks: &[(u32, Mark)]) -> Option<RealTime> {
        let ((_, first), rest) = marks.split_first()?;
        if first.kind != MarkKind::Start {
            return None;
        }
        let mut real_time = RealTime { start: first.time, milestones: Vec::new(), total: 0 };
        let mut last = first.time;
        for &(commands, mark) in rest {
            if mark.kind != MarkKind::Resume {
                real_time.total = real_time.total.saturating_add(mark.time.saturating_sub(last));
            }
            last = mark.time;
            if matches!(mark.kind, MarkKind::Milestone(_)) {
                let (time, moment) = (real_time.total, mark.time);
                real_time.milestones.push(MarkedMilestone { commands, time, moment });
            }
        }
        Some(real_time)
    }

    /// The milliseconds of play until a milestone that so many commands led to; `None` if there is
    /// no mark of one.
    pub fn at(&self, commands: u32) -> Option<u64> {
        self.find(commands).map(|milestone| milestone.time)
    }

    /// When that was, in milliseconds since 1970.
    pub fn moment(&self, commands: u32) -> Option<u64> {
        self.find(commands).map(|milestone| milestone.moment)
    }

    /// The milestones: how many commands led to each, and the milliseconds of play until then.
    pub fn milestones(&self) -> impl Iterator<Item = (u32, u64)> {
        self.milestones.iter().map(|milestone| (milestone.commands, milestone.time))
    }

    fn find(&self, commands: u32) -> Option<&MarkedMilestone> {
        let place = self.milestones.partition_point(|milestone| milestone.commands < commands);
        self.milestones.get(place).filter(|milestone| milestone.commands == commands)
    }

    /// About the milliseconds of play until any command: between two milestones as if every command
    /// took as long, and after the last one no longer.
    pub fn estimate(&self, commands: u32) -> u64 {
        let after = self.milestones.partition_point(|milestone| milestone.commands < commands);
        let before = after.checked_sub(1).map(|place| self.milestones[place]);
        let (from, begun) = before.map_or((0, 0), |before| (before.commands, before.time));
        let Some(next) = self.milestones.get(after) else { return begun };
        let share = u64::from(commands - from).saturating_mul(next.time - begun);
        begun + share / u64::from(next.commands - from).max(1)
    }

    /// When the run was begun, in milliseconds since 1970.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// The milliseconds of play until the last mark.
    pub fn total(&self) -> u64 {
        self.total
    }
}

/// Follows a run in progress, which may have been taken up in the middle. It looks at no clock: the
/// time of play is told.
#[derive(Clone, Debug)]
pub struct LiveTimer {
    timer: SplitTimer,
    /// The milliseconds of play by the number of commands at which something was reached; the
    /// numbers rise.
    real_times: Vec<(u32, u64)>,
    /// What the last command has reached.
    just_reached: Vec<SplitPoint>,
}

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

    /// Takes note of the state after `commands` commands and so many milliseconds of play, if these
    /// are known.
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
