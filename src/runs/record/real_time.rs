//! Real time, as the marks of a recording tell it.

use super::{Mark, MarkKind};

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
    /// The times of some marks, each with the number of commands before it; `None` if they do not begin with the start of a
    /// run.
    ///
    /// From leaving to being taken up again no time passes, and none after the last mark before a run was taken up again
    /// without having been left, as after a crash. Nor does any where the clock was set back.
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

    /// The milliseconds of play until a milestone that so many commands led to; `None` if there is no mark of one.
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

    /// About the milliseconds of play until any command: between two milestones as if every command took as long, and after
    /// the last one no longer.
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
