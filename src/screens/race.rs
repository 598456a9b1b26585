//! What a run races against: the splits of another run, and its ghost on the map.
//!
//! Other runs are verified by the host, beside the screens; until its answer is there, nothing of
//! them is shown.

use std::{path::PathBuf, sync::mpsc::TryRecvError, time::Duration};

use base::{Pos, duration_text};
use content::{Category, SplitPoint};
use engine::sim::{RunStatus, Setup, Turns};
use runs::record::{LiveSplit, LiveTimer, RealTime, Split, SplitTimer, TimedRun};

use super::{
    Context,
    config::{Opponent, TimerChoice},
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
    /// What was asked for.
    source: Option<RivalSource>,
    search: Option<RivalSearch>,
    rival: Option<Rival>,
}

/// What a race has to say when the host has answered.
pub(crate) struct RaceNews {
    pub text: String,
    /// Whether there is nobody to race against.
    pub is_refusal: bool,
}

/// A recorded run at the state after `at` of its commands.
#[derive(Clone, Copy)]
pub(crate) struct Watched<'a> {
    pub at: u32,
    pub worked_turns: Turns,
    /// Of the whole recording.
    pub timer: &'a SplitTimer,
    pub real_time: Option<&'a RealTime>,
}

/// What the sidebar tells of a race.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RaceView {
    /// Worked turns, if they are shown.
    pub turns: Option<Turns>,
    /// Milliseconds of play, if they are shown.
    pub real_time: Option<u64>,
    pub splits: Vec<ShownSplit>,
}

/// A split, and how it compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownSplit {
    pub point: SplitPoint,
    /// Worked turns and milliseconds of play, as far as they are shown.
    pub turns: Option<Turns>,
    pub real_time: Option<u64>,
    /// The number of commands that led to it; `None` if the run has not reached it.
    pub reached_with: Option<u32>,
    /// How much later than the other run: negative if earlier.
    pub difference: Option<RaceTime>,
    /// When the other run has reached it, in what is shown.
    pub other: Option<RaceTime>,
}

/// The time of a split by one of the two clocks, or the difference of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RaceTime {
    Turns(i64),
    Milliseconds(i64),
}

impl Race {
    /// Asks the host for what the settings want and the race does not have, and takes its answers.
    pub(crate) fn update(
        &mut self,
        setup: &Setup,
        turn: Turns,
        context: &mut Context,
    ) -> Vec<RaceNews> {
        let id = context.category(&setup.mode).id.clone();
        if self.category != id {
            *self = Race { category: id, ..Race::default() };
        }
        let settings = &context.settings;
        let compare = source(context.race_files.compare.as_ref(), settings.compare);
        let compare = compare.filter(|_| settings.timer != TimerChoice::Off);
        let ghost = source(context.race_files.ghost.as_ref(), settings.ghost);
        let mut news = Vec::new();
        for (contender, source, is_ghost) in
            [(&mut self.compared, compare, false), (&mut self.ghost, ghost, true)]
        {
            contender.ask(source, is_ghost, setup, turn, context);
            news.extend(contender.take(context.category(&setup.mode), is_ghost));
        }
        news
    }

    /// Whether the host still looks for a run.
    fn is_searching(&self) -> bool {
        [&self.compared, &self.ghost].into_iter().any(|contender| contender.search.is_some())
    }

    /// How long to wait for an answer of the host; `None` where none is awaited.
    pub(crate) fn answer_interval(&self) -> Option<Duration> {
        self.is_searching().then_some(ANSWER_INTERVAL)
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

    /// The run that this one is compared with.
    fn compared(&self) -> Option<&TimedRun> {
        self.compared.rival.as_ref().map(|rival| &rival.run)
    }

    /// Where the ghost stands at a turn; `None` before its run is there and after that is over.
    pub(crate) fn ghost_at(&mut self, turn: Turns) -> Option<Pos> {
        self.ghost.rival.as_mut()?.ghost.as_mut()?.at(turn)
    }

    /// What the sidebar tells of a run that is watched; `None` if no timer is wanted.
    pub(crate) fn watched_view(
        &self,
        choice: TimerChoice,
        watched: Watched<'_>,
        category: &Category,
    ) -> Option<RaceView> {
        let Watched { at, worked_turns, timer, real_time } = watched;
        let splits = splits_until(at, timer, real_time, category);
        let real_time = real_time.map(|time| time.estimate(at));
        self.compare(choice, (worked_turns, real_time), splits, category)
    }

    /// What the sidebar tells; `None` if no timer is wanted.
    pub(crate) fn view(
        &self,
        choice: TimerChoice,
        timer: &LiveTimer,
        real_time: Option<Duration>,
        category: &Category,
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
            turns: choice.shows_turns().then_some(turns),
            real_time: real_time.filter(|_| choice.shows_real_time()),
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
    fn ask(
        &mut self,
        source: Option<RivalSource>,
        is_ghost: bool,
        setup: &Setup,
        turn: Turns,
        context: &mut Context,
    ) {
        if self.source == source {
            return;
        }
        *self = Contender { source: source.clone(), ..Contender::default() };
        self.search = source.map(|source| {
            let category = context.category(&setup.mode).id.clone();
            let setup = setup.clone();
            let ghost_turn = is_ghost.then_some(turn);
            context.host.find_rival(RivalRequest { setup, source, category, ghost_turn })
        });
    }

    /// Takes the answer of the host, once it is there.
    fn take(&mut self, category: &Category, is_ghost: bool) -> Option<RaceNews> {
        let answer = match self.search.as_ref()?.try_recv() {
            Ok(answer) => answer,
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => {
                self.search = None;
                return None;
            }
        };
        self.search = None;
        let what = if is_ghost { "ghost" } else { "run to race against" };
        Some(match answer {
            Ok(rival) => {
                let text = format!("The {what} is here: {}.", described(&rival.run, category));
                self.rival = Some(*rival);
                RaceNews { text, is_refusal: false }
            }
            Err(error) => RaceNews { text: format!("No {what}: {error}."), is_refusal: true },
        })
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
    let time = |split: &LiveSplit| {
        Some(if choice.shows_turns() {
            RaceTime::Turns(split.reached?.worked_turns.0.into())
        } else {
            RaceTime::Milliseconds(split.real_time? as i64)
        })
    };
    let other = others.iter().find(|other| other.point == split.point).and_then(time);
    let turns = split.reached.map(|moment| moment.worked_turns);
    ShownSplit {
        point: split.point,
        turns: turns.filter(|_| choice.shows_turns()),
        real_time: split.real_time.filter(|_| choice.shows_real_time()),
        reached_with: split.reached.map(|moment| moment.commands),
        difference: time(&split).zip(other).map(|(own, other)| own.since(other)),
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

    /// The time so far: "412", "3:20", "412 3:20".
    pub(crate) fn time(&self) -> String {
        times(self.turns, self.real_time)
    }
}

impl ShownSplit {
    /// When it was reached: "412", "3:20", "412 3:20"; empty if it was not.
    pub(crate) fn time(&self) -> String {
        times(self.turns, self.real_time)
    }

    /// It in a sentence, for reader mode.
    pub(crate) fn sentence(&self) -> String {
        let mut when = Vec::new();
        when.extend(self.turns.map(|turns| format!("turn {turns}")));
        when.extend(self.real_time.map(clock_text));
        let difference = match self.difference {
            None => String::new(),
            Some(difference) => format!(", {}", difference.words()),
        };
        format!("Split: {}, {}{difference}.", self.point.name(), when.join(", "))
    }
}

impl RaceTime {
    fn amount(self) -> i64 {
        let (RaceTime::Turns(amount) | RaceTime::Milliseconds(amount)) = self;
        amount
    }

    /// The difference to a time by the same clock.
    fn since(self, other: RaceTime) -> RaceTime {
        match self {
            RaceTime::Turns(turns) => RaceTime::Turns(turns - other.amount()),
            RaceTime::Milliseconds(time) => RaceTime::Milliseconds(time - other.amount()),
        }
    }

    pub(crate) fn is_behind(self) -> bool {
        self.amount() > 0
    }

    /// Without a sign: "412", "3:20".
    pub(crate) fn text(self) -> String {
        match self {
            RaceTime::Turns(turns) => turns.unsigned_abs().to_string(),
            RaceTime::Milliseconds(time) => clock_text(time.unsigned_abs()),
        }
    }

    /// A difference with its sign: "-4", "+0:12".
    pub(crate) fn signed_text(self) -> String {
        let is_positive = matches!(self, RaceTime::Turns(0..) | RaceTime::Milliseconds(1..));
        format!("{}{}", if is_positive { '+' } else { '-' }, self.text())
    }

    /// A difference: "4 turns ahead", "0:12 behind".
    fn words(self) -> String {
        let unit = match self {
            RaceTime::Turns(1 | -1) => " turn",
            RaceTime::Turns(_) => " turns",
            RaceTime::Milliseconds(_) => "",
        };
        match self.amount() {
            0 => "even".to_owned(),
            1.. => format!("{}{unit} behind", self.text()),
            _ => format!("{}{unit} ahead", self.text()),
        }
    }
}

fn times(turns: Option<Turns>, real_time: Option<u64>) -> String {
    let turns = turns.map(|turns| turns.to_string());
    let times: Vec<String> = turns.into_iter().chain(real_time.map(clock_text)).collect();
    times.join(" ")
}

/// Milliseconds as minutes and seconds, from an hour on with hours: "3:20", "1:03:20".
fn clock_text(milliseconds: u64) -> String {
    let text = duration_text(milliseconds);
    text.split_once('.').map_or(text.clone(), |(whole, _)| whole.to_owned())
}
