//! Runs that were verified and timed.

use std::collections::BTreeMap;
use std::sync::Arc;

use thiserror::Error;

use super::{
    CategoryResult, Entry, Frame, Mark, RealTime, RunEnding, RunFacts, RunHeader, Split,
    SplitTimer, Verification, VerifyError, VerifyLimits, verify_with,
};
use content::{Catalog, Category, Measure, SplitPoint};
use engine::sim::{Command, Digest, Game, Leg, RunStatus, Turns};
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
    /// The digests of the states in which something was reached that it is split by, by the number of commands before them.
    split_states: BTreeMap<u32, Digest>,
    /// The sites of a journey in the order in which they were worked, in words.
    sites: Vec<String>,
}

/// Why a run cannot be timed.
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
    ///
    /// # Errors
    /// Those of [`super::verify()`], and a recording that is not true.
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

    /// The site of a journey that a split ends with, in words; `None` for other splits, and if it was not reached.
    pub fn site(&self, point: SplitPoint) -> Option<&str> {
        let SplitPoint::Site(number) = point else { return None };
        self.sites.get(usize::from(number).checked_sub(1)?).map(String::as_str)
    }

    /// What it is worth in a category.
    pub fn result(&self, category: &Category) -> CategoryResult {
        CategoryResult::of(category, &self.header.setup.mode, self.facts.as_ref(), &self.timer)
    }

    /// The digest of the state in which it is measured in a category: two runs of the same were played the same as far as they
    /// count, whatever came after that.
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
