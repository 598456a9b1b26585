//! Two runs of the same shift, side by side.

use std::cmp::Ordering;

use thiserror::Error;

use super::{Moment, Split, TimedRun};
use content::{Category, SplitPoint};
use engine::sim::{Command, Setup, Turns};

/// Two runs of the same shift, side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// `None` if the same commands were given in both.
    pub parting: Option<Parting>,
    /// The splits that either run has reached, in the order of the earlier one; then the others.
    pub splits: Vec<ComparedSplit>,
}

/// Where two runs part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parting {
    /// The number of commands that they have in common.
    pub commands: u32,
    /// The clock after those.
    pub turn: Turns,
    /// What is given next in each; `None` if it ends there.
    pub next: [Option<Command>; 2],
}

/// When each of two runs has reached a split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComparedSplit {
    pub point: SplitPoint,
    pub reached: [Option<Moment>; 2],
    /// Milliseconds of play, as the marks of each claim.
    pub real_times: [Option<u64>; 2],
}

/// Which of two runs is ahead at a split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leader {
    First,
    Second,
    Even,
}

impl Leader {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Leader::First => "first",
            Leader::Second => "second",
            Leader::Even => "even",
        }
    }
}

/// Why two runs cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Incomparable {
    #[error("the one is a {0}, the other a {1}")]
    Mode(&'static str, &'static str),
    #[error("the one is of a {0}, the other of a {1}")]
    Kind(String, String),
    #[error("the one is of depth {0}, the other of depth {1}")]
    Depth(u8, u8),
    #[error("the one is of seed {0}, the other of seed {1}")]
    Seed(String, String),
    #[error("the one was played on the built-in content, the other was not")]
    Content,
    #[error("one of them began with something from another upkeeper's cart, the other without it")]
    HandMeDown,
    #[error("one of them does not begin at the start of a run")]
    Start,
}

impl ComparedSplit {
    /// Who has reached it in fewer worked turns, or alone; `None` if neither has.
    pub fn leader(&self) -> Option<Leader> {
        match self.reached {
            [None, None] => None,
            [Some(_), None] => Some(Leader::First),
            [None, Some(_)] => Some(Leader::Second),
            [Some(first), Some(second)] => {
                Some(match first.worked_turns.cmp(&second.worked_turns) {
                    Ordering::Less => Leader::First,
                    Ordering::Greater => Leader::Second,
                    Ordering::Equal => Leader::Even,
                })
            }
        }
    }

    /// The worked turns by which the second run was later than the first; negative if it was earlier.
    pub fn difference(&self) -> Option<i64> {
        let [first, second] = self.reached.map(|reached| Some(i64::from(reached?.worked_turns.0)));
        Some(second? - first?)
    }

    /// The same in milliseconds of play.
    pub fn real_difference(&self) -> Option<i64> {
        let [first, second] = self.real_times;
        i64::try_from(i128::from(second?) - i128::from(first?)).ok()
    }
}

/// Compares two runs of the same shift by the splits of a category.
///
/// # Errors
/// Refuses runs of different shifts, and a run that does not begin at its start.
pub fn compare(
    first: &TimedRun,
    second: &TimedRun,
    category: &Category,
) -> Result<Comparison, Incomparable> {
    check_same_shift(&first.header.setup, &second.header.setup)?;
    if [first, second].iter().any(|run| run.header.origin.begins_with_state()) {
        return Err(Incomparable::Start);
    }
    Ok(Comparison { parting: parting(first, second), splits: splits(first, second, category) })
}

/// Whether two runs are of the same shift.
///
/// # Errors
/// Says what differs.
pub fn check_same_shift(one: &Setup, other: &Setup) -> Result<(), Incomparable> {
    let (mode, other_mode) = (&one.mode, &other.mode);
    if mode.is_journey() != other_mode.is_journey() {
        return Err(Incomparable::Mode(mode.name(), other_mode.name()));
    }
    if mode.kind() != other_mode.kind() {
        return Err(Incomparable::Kind(mode.kind().to_owned(), other_mode.kind().to_owned()));
    }
    if mode.depth() != other_mode.depth() {
        return Err(Incomparable::Depth(mode.depth().0, other_mode.depth().0));
    }
    if one.seed != other.seed {
        let [seed, other] = [one, other].map(|setup| setup.seed.to_string());
        return Err(Incomparable::Seed(seed, other));
    }
    if mode.hand_me_down() != other_mode.hand_me_down() {
        return Err(Incomparable::HandMeDown);
    }
    if one.options != other.options {
        return Err(Incomparable::Content);
    }
    Ok(())
}

fn parting(first: &TimedRun, second: &TimedRun) -> Option<Parting> {
    let (mut one, mut other) = (first.commands(), second.commands());
    let mut commands = 0;
    loop {
        let next = [one.next(), other.next()];
        if next == [None, None] {
            return None;
        }
        if next[0] != next[1] {
            let turn = first.clock(commands).unwrap_or_default();
            return Some(Parting { commands, turn, next });
        }
        commands += 1;
    }
}

fn splits(first: &TimedRun, second: &TimedRun, category: &Category) -> Vec<ComparedSplit> {
    let runs = [first, second];
    let [of_first, of_second] = runs.map(|run| run.splits(category));
    // Of the sites of a journey one run may have worked more than the other.
    let is_alone = |split: &&Split| of_first.iter().all(|other| other.point != split.point);
    let points = of_first.iter().chain(of_second.iter().filter(is_alone));
    let compared = |split: &Split| {
        let point = split.point;
        let own = runs.map(|run| Split { point, reached: run.timer.reached(point) });
        let real_times = [first.real_time_of(&own[0]), second.real_time_of(&own[1])];
        ComparedSplit { point, reached: own.map(|split| split.reached), real_times }
    };
    let mut splits: Vec<ComparedSplit> = points.map(compared).collect();
    splits.sort_by_key(|split| {
        let turns = split.reached.iter().flatten().map(|moment| moment.worked_turns);
        turns.min().unwrap_or(Turns(u32::MAX))
    });
    splits
}
