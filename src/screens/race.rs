//! What a run races against: the splits of another run, and its ghost on the map.
//!
//! Other runs are verified by the host, beside the screens; until its answer is there, nothing of
//! them is shown.

use std::{path::PathBuf, sync::mpsc::TryRecvError, time::Duration};

use base::{Pos, duration_text};
use content::{Category, SplitPoint};
use engine::sim::{RunStatus, Setup, Turns};
use engine::view::{Message, Tone};
use runs::record::{LiveSplit, LiveTimer, RealTime, Replay, Split, SplitTimer, TimedRun};

use super::{
    Context,
    config::{Opponent, TimerChoice},
    playback::ReplayIndex,
    rival::{Rival, RivalRequest, RivalSearch, RivalSource},
};

/// How long a screen waits before it asks again whether the host has an answer.
const ANSWER_INTERVAL: Duration = Duration::from_millis(100);

/// The race of a run: what it is compared with, and the ghost.
#[derive(Default)]
pub struct Race {
    compared: Contender,
    ghost: Contender,
    /// The category whose best runs were asked for.
    category: String,
}

/// Another run, or the search for it.
#[derive(Default)]
struct Contender {
    source: Option<RivalSource>,
    search: Option<RivalSearch>,
    rival: Option<Rival>,
}

/// What the sidebar tells of a race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RaceView {
    pub now: RunTime,
    pub splits: Vec<ShownSplit>,
}

/// Worked turns and milliseconds of play, as far as they are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunTime {
    turns: Option<Turns>,
    real_time: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownSplit {
    pub point: SplitPoint,
    pub time: RunTime,
    /// The number of commands that led to it; `None` if the run has not reached it.
    pub reached_with: Option<u32>,
    /// How much later than the other run: negative if earlier.
    pub difference: Option<RaceTime>,
    /// When the other run has reached it, in what is shown.
    pub other: Option<RaceTime>,
}

/// The time of a split by one of the two clocks, or the difference of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RaceTime {
    /// Turns, or milliseconds.
    amount: i64,
    is_turns: bool,
}

impl Race {
    /// Asks the host for what the settings want and the race does not have, and returns what there
    /// is to say of its answers.
    pub(crate) fn update(
        &mut self,
        setup: &Setup,
        turn: Turns,
        context: &mut Context,
    ) -> Vec<Message> {
        let id = context.category(&setup.mode).id.clone();
        if self.category != id {
            *self = Race { category: id, ..Race::default() };
        }
        let settings = &context.settings;
        let compare = source(context.race_files.compare.as_ref(), settings.compare);
        let compare = compare.filter(|_| settings.timer != TimerChoice::Off);
        let ghost = source(context.race_files.ghost.as_ref(), settings.ghost);
        self.compared.ask(compare, setup, None, context);
        self.ghost.ask(ghost, setup, Some(turn), context);
        let category = context.category(&setup.mode);
        let compared = self.compared.take("run to race against", category);
        compared.into_iter().chain(self.ghost.take("ghost", category)).collect()
    }

    /// How long to wait for an answer of the host; `None` where none is awaited.
    pub(crate) fn answer_interval(&self) -> Option<Duration> {
        let is_searching = self.compared.search.is_some() || self.ghost.search.is_some();
        is_searching.then_some(ANSWER_INTERVAL)
    }

    /// How long until the sidebar has something new to show, while nothing moves.
    pub(crate) fn tick_interval(
        &self,
        timer: TimerChoice,
        real_time: Option<Duration>,
        status: RunStatus,
    ) -> Option<Duration> {
        if let Some(interval) = self.answer_interval() {
            return Some(interval);
        }
        let is_over = matches!(status, RunStatus::Over(_));
        let real_time = real_time.filter(|_| timer.shows_real_time() && !is_over)?;
        let into_second = Duration::from_millis(u64::from(real_time.subsec_millis()));
        Some(Duration::from_secs(1).saturating_sub(into_second))
    }

    fn compared(&self) -> Option<&TimedRun> {
        self.compared.rival.as_ref().map(|rival| &rival.run)
    }

    /// Where the ghost stands at a turn; `None` before its run is there and after that is over.
    pub(crate) fn ghost_at(&mut self, turn: Turns) -> Option<Pos> {
        self.ghost.rival.as_mut()?.ghost.as_mut()?.at(turn)
    }

    /// What the sidebar tells of a recorded run; `None` if no timer is wanted.
    pub(crate) fn watched_view(
        &self,
        replay: &Replay,
        index: &ReplayIndex,
        context: &Context,
    ) -> Option<RaceView> {
        let category = context.category(&replay.game().setup().mode);
        let (at, real_time) = (replay.at(), index.real_time.as_ref());
        let splits = splits_until(at, index.timer.as_ref()?, real_time, category);
        let turns = replay.game().view().turns_worked();
        let now = (turns, real_time.map(|time| time.estimate(at)));
        self.compare(context.settings.timer, now, splits, category)
    }

    /// What the sidebar tells of the run in progress; `None` if no timer is wanted.
    pub(crate) fn view(
        &self,
        timer: &LiveTimer,
        real_time: Option<Duration>,
        category: &Category,
        choice: TimerChoice,
    ) -> Option<RaceView> {
        let splits = with_next_site(timer.splits(category), category, self.compared());
        let real_time = real_time.map(|time| time.as_millis() as u64);
        self.compare(choice, (timer.now().worked_turns, real_time), splits, category)
    }

    fn compare(
        &self,
        choice: TimerChoice,
        (turns, real_time): (Turns, Option<u64>),
        splits: Vec<LiveSplit>,
        category: &Category,
    ) -> Option<RaceView> {
        let others = self.compared().map_or(Vec::new(), |run| {
            splits_until(u32::MAX, &run.timer, run.real_time.as_ref(), category)
        });
        (choice != TimerChoice::Off).then(|| RaceView {
            now: RunTime::shown(choice, Some(turns), real_time),
            splits: splits.into_iter().map(|split| shown(split, choice, &others)).collect(),
        })
    }
}

/// The splits of a recorded run as they were after `at` commands.
fn splits_until(
    at: u32,
    timer: &SplitTimer,
    real_time: Option<&RealTime>,
    category: &Category,
) -> Vec<LiveSplit> {
    let live = |Split { point, reached }| {
        let reached = reached.filter(|moment| moment.commands <= at);
        let real_time = reached.and_then(|moment| real_time?.at(moment.commands));
        LiveSplit { point, reached, real_time }
    };
    timer.splits(category).into_iter().map(live).collect()
}

/// The splits of a journey, with the site that comes next if the other run has worked as many.
fn with_next_site(
    mut splits: Vec<LiveSplit>,
    category: &Category,
    other: Option<&TimedRun>,
) -> Vec<LiveSplit> {
    let Some(other) = other.filter(|_| category.each_site) else { return splits };
    let is_site = |split: &&LiveSplit| matches!(split.point, SplitPoint::Site(_));
    let worked = splits.iter().filter(is_site).count() as u8;
    let point = SplitPoint::Site(worked.saturating_add(1));
    if other.timer.reached(point).is_some() {
        let place = splits.iter().position(|split| split.reached.is_none());
        let next = LiveSplit { point, reached: None, real_time: None };
        splits.insert(place.unwrap_or(splits.len()), next);
    }
    splits
}

fn source(file: Option<&PathBuf>, setting: Opponent) -> Option<RivalSource> {
    match (file, setting) {
        (Some(file), _) => Some(RivalSource::File(file.clone())),
        (None, Opponent::Best) => Some(RivalSource::Best),
        (None, Opponent::Off) => None,
    }
}

impl Contender {
    /// Has the host look for another run, if another source is wanted than before.
    fn ask(
        &mut self,
        source: Option<RivalSource>,
        setup: &Setup,
        ghost_turn: Option<Turns>,
        context: &mut Context,
    ) {
        if self.source == source {
            return;
        }
        *self = Contender { source: source.clone(), ..Contender::default() };
        self.search = source.map(|source| {
            let category = context.category(&setup.mode).id.clone();
            let setup = setup.clone();
            context.host.find_rival(RivalRequest { setup, source, category, ghost_turn })
        });
    }

    /// Takes the answer of the host, once it is there, and tells of it.
    fn take(&mut self, what: &str, category: &Category) -> Option<Message> {
        let answer = self.search.as_ref()?.try_recv();
        if matches!(answer, Err(TryRecvError::Empty)) {
            return None;
        }
        self.search = None;
        let (text, tone) = match answer.ok()? {
            Ok(rival) => {
                let run = described(&self.rival.insert(*rival).run, category);
                (format!("The {what} is here: {run}."), Tone::Plain)
            }
            Err(error) => (format!("No {what}: {error}."), Tone::Warning),
        };
        Some(Message { text, tone })
    }
}

/// A verified run in a few words: "412 turns in Clock out".
fn described(run: &TimedRun, category: &Category) -> String {
    let result = run.result(category);
    match result.measure.filter(|_| result.qualifies()) {
        Some(measure) => format!("{measure} {} in {}", category.measure.unit(), category.name),
        None => format!("{} turns, not ranked in {}", run.verification.worked_turns, category.name),
    }
}

fn shown(split: LiveSplit, choice: TimerChoice, others: &[LiveSplit]) -> ShownSplit {
    let is_turns = choice.shows_turns();
    let time = |split: &LiveSplit| {
        let amount =
            if is_turns { split.reached?.worked_turns.0.into() } else { split.real_time? as i64 };
        Some(RaceTime { amount, is_turns })
    };
    let other = others.iter().find(|other| other.point == split.point).and_then(time);
    let turns = split.reached.map(|moment| moment.worked_turns);
    let since = |(own, other): (RaceTime, RaceTime)| RaceTime {
        amount: own.amount - other.amount,
        is_turns,
    };
    ShownSplit {
        point: split.point,
        time: RunTime::shown(choice, turns, split.real_time),
        reached_with: split.reached.map(|moment| moment.commands),
        difference: time(&split).zip(other).map(since),
        other,
    }
}

impl RaceView {
    pub(crate) fn split(&self, point: SplitPoint) -> Option<&ShownSplit> {
        self.splits.iter().find(|split| split.point == point)
    }

    /// The difference at the split that was reached last.
    pub(crate) fn difference(&self) -> Option<RaceTime> {
        let reached = self.splits.iter().filter(|split| split.reached_with.is_some());
        reached.max_by_key(|split| split.reached_with)?.difference
    }
}

impl RunTime {
    fn shown(choice: TimerChoice, turns: Option<Turns>, real_time: Option<u64>) -> Self {
        Self {
            turns: turns.filter(|_| choice.shows_turns()),
            real_time: real_time.filter(|_| choice.shows_real_time()),
        }
    }

    /// "412", "3:20", "412 3:20"; empty of a split that was not reached.
    pub(crate) fn text(self) -> String {
        let turns = self.turns.map(|turns| turns.to_string());
        let times = turns.into_iter().chain(self.real_time.map(clock_text));
        times.collect::<Vec<_>>().join(" ")
    }
}

impl ShownSplit {
    pub(crate) fn sentence(&self) -> String {
        let turns = self.time.turns.map(|turns| format!("turn {turns}"));
        let when = turns.into_iter().chain(self.time.real_time.map(clock_text));
        let parts = when.chain(self.difference.map(RaceTime::words)).collect::<Vec<_>>();
        format!("Split: {}, {}.", self.point.name(), parts.join(", "))
    }
}

impl RaceTime {
    pub(crate) fn is_behind(self) -> bool {
        self.amount > 0
    }

    /// Without a sign: "412", "3:20".
    pub(crate) fn text(self) -> String {
        let amount = self.amount.unsigned_abs();
        if self.is_turns { amount.to_string() } else { clock_text(amount) }
    }

    /// A difference with its sign: "-4", "+0:12".
    pub(crate) fn signed_text(self) -> String {
        let is_positive = self.amount > 0 || self.is_turns && self.amount == 0;
        format!("{}{}", if is_positive { '+' } else { '-' }, self.text())
    }

    /// A difference: "4 turns ahead", "0:12 behind".
    fn words(self) -> String {
        let unit = match (self.is_turns, self.amount) {
            (true, 1 | -1) => " turn",
            (true, _) => " turns",
            (false, _) => "",
        };
        match self.amount {
            0 => "even".to_owned(),
            1.. => format!("{}{unit} behind", self.text()),
            _ => format!("{}{unit} ahead", self.text()),
        }
    }
}

/// Milliseconds as minutes and seconds, from an hour on with hours: "3:20", "1:03:20".
fn clock_text(milliseconds: u64) -> String {
    let text = duration_text(milliseconds);
    text.split_once('.').map_or(text.clone(), |(whole, _)| whole.to_owned())
}
