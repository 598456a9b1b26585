//! Runs that are verified and timed, alone and against each other.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use thiserror::Error;

use super::{
    CategoryResult, Entry, Frame, Mark, Moment, RealTime, RunEnding, RunFacts, RunHeader, Split,
    SplitTimer, Verification, VerifyError, VerifyLimits, verify_with,
};
use content::{Catalog, Category, Measure, SplitPoint};
use engine::sim::{Command, Digest, Game, Leg, RunStatus, Setup, Turns};
use engine::view::JourneyView;

/// A run that was played again and found true, with all that races ask of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimedRun {
    pub header: RunHeader,
    pub verification: Verification,
    pub entries: Vec<Entry>,
    pub timer: SplitTimer,
    /// As its marks claim; `None` if there are none from its start on.
    pub real_time: Option<RealTime>,
    /// `None` as long as it goes on.
    facts: Option<RunFacts>,
    /// The end as it was recorded.
    ending: Option<RunEnding>,
    /// The clock by the number of commands before it.
    clocks: Vec<Turns>,
    /// The digests of the states in which something was reached that it is split by, by the number
    /// of commands before them.
    split_states: BTreeMap<u32, Digest>,
    /// The sites of a journey in the order in which they were worked, in words.
    sites: Vec<String>,
}

#[derive(Debug, Error)]
pub enum TimingError<E> {
    #[error(transparent)]
    Verify(VerifyError<E>),
    /// It does not verify, or not within the limits.
    #[error("it does not verify")]
    Untrue(Box<Verification>),
}

impl TimedRun {
    /// Verifies a recording as [`super::verify()`] does, and times it on the way.
    /// Errors: those of [`super::verify()`], and a recording that is not true.
    pub fn verify<E>(
        header: &RunHeader,
        catalog: &Arc<Catalog>,
        modded: bool,
        limits: VerifyLimits,
        frames: impl IntoIterator<Item = Result<Frame, E>>,
    ) -> Result<TimedRun, TimingError<E>> {
        let (mut entries, mut ending) = (Vec::new(), None);
        let frames = frames.into_iter().inspect(|frame| match frame {
            Ok(Frame::Command(command)) => entries.push(Entry::Command(*command)),
            Ok(Frame::Mark(mark)) => entries.push(Entry::Mark(*mark)),
            Ok(Frame::End(end)) => ending = Some(*end),
            _ => {}
        });
        let (mut timer, mut facts, mut clocks) = (None, None, Vec::new());
        let (mut split_states, mut sites) = (BTreeMap::new(), Vec::new());
        let watch = |game: &Game, commands| {
            let timer = timer.get_or_insert_with(|| SplitTimer::new(game));
            if commands > 0 {
                timer.observe(game, commands);
            }
            clocks.push(timer.now().turn);
            if timer.reached_at(commands).next().is_some() {
                split_states.insert(commands, game.digest());
            }
            if let Some(journey) = game.view().journey() {
                sites.extend(sites_after(&journey, sites.len()));
            }
            if matches!(game.status(), RunStatus::Over(_)) {
                facts = Some(RunFacts::of(game));
            }
        };
        let verification = verify_with(header, catalog, modded, limits, frames, watch)
            .map_err(TimingError::Verify)?;
        match timer {
            Some(timer) if verification.is_true() => {
                let real_time = RealTime::of(&marks(&entries));
                let header = header.clone();
                Ok(TimedRun {
                    header,
                    verification,
                    entries,
                    timer,
                    real_time,
                    facts,
                    ending,
                    clocks,
                    split_states,
                    sites,
                })
            }
            _ => Err(TimingError::Untrue(Box::new(verification))),
        }
    }

    pub fn commands(&self) -> impl Iterator<Item = Command> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Command(command) => Some(*command),
            Entry::Mark(_) => None,
        })
    }

    /// The clock after so many commands; `None` beyond the end.
    pub fn clock(&self, commands: u32) -> Option<Turns> {
        self.clocks.get(commands as usize).copied()
    }

    /// The end as it was recorded; `None` if the run goes on, or its end was not recorded.
    pub fn ending(&self) -> Option<&RunEnding> {
        self.ending.as_ref()
    }

    /// Its splits in a category, as [`SplitTimer::splits`] orders them.
    pub fn splits(&self, category: &Category) -> Vec<Split> {
        self.timer.splits(category)
    }

    /// The site of a journey that a split ends with, in words; `None` for other splits, and if it
    /// was not reached.
    pub fn site(&self, point: SplitPoint) -> Option<&str> {
        let SplitPoint::Site(number) = point else { return None };
        self.sites.get(usize::from(number).checked_sub(1)?).map(String::as_str)
    }

    pub fn result(&self, category: &Category) -> CategoryResult {
        CategoryResult::of(category, &self.header.setup.mode, self.facts.as_ref(), &self.timer)
    }

    /// The digest of the state in which it is measured in a category: two runs of the same were
    /// played the same as far as they count, whatever came after that.
    pub fn measured_state(&self, category: &Category) -> Digest {
        let reached = match category.measure {
            Measure::FewestTurns { to } => self.timer.reached(to),
            Measure::FewestCommands | Measure::MostPoints | Measure::FewestNights => None,
        };
        let state = reached.and_then(|moment| self.split_states.get(&moment.commands));
        state.copied().unwrap_or(self.verification.state)
    }

    /// The milliseconds of play until a split, as the marks claim.
    pub fn real_time_of(&self, split: &Split) -> Option<u64> {
        self.real_time.as_ref()?.at(split.reached?.commands)
    }
}

/// The sites of a journey that were worked after the first so many: "Nether Wold, keep, depth 4".
fn sites_after(journey: &JourneyView<'_>, known: usize) -> Vec<String> {
    let worked = journey.trail().iter().filter_map(|leg| match leg {
        Leg::Work { site, .. } => Some(journey.site(*site)),
        Leg::Road { .. } => None,
    });
    worked
        .skip(known)
        .map(|site| format!("{}, {}, depth {}", site.name, site.kind, site.depth))
        .collect()
}

/// The marks among some entries, each with the number of commands before it.
fn marks(entries: &[Entry]) -> Vec<(u32, Mark)> {
    let mut commands = 0;
    let mut marks = Vec::new();
    for entry in entries {
        match entry {
            Entry::Command(_) => commands += 1,
            Entry::Mark(mark) => marks.push((commands, *mark)),
        }
    }
    marks
}

/// Two runs of the same shift, side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// `None` if the same commands were given in both.
    pub parting: Option<Parting>,
    /// The splits that either run has reached, in the order of the earlier one; then the others.
    pub splits: Vec<ComparedSplit>,
}

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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leader {
    First,
    Second,
    Even,
}

impl Leader {
    pub fn name(self) -> &'static str {
        match self {
            Leader::First => "first",
            Leader::Second => "second",
            Leader::Even => "even",
        }
    }
}

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

    /// The worked turns by which the second run was later than the first; negative if it was
    /// earlier.
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
/// Errors: refuses runs of different shifts, and a run that does not begin at its start.
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
/// Errors: says what differs.
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
