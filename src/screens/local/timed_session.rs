//! A run that is recorded while it is played, with its time: marks, splits, and how long it was
//! played. What was told and reached before it was taken up is made again from its recording.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant, SystemTime};

use rustix::time::{ClockId, clock_gettime};

use super::background::beside;
use crate::log::{Log, StateBefore};
use crate::run::EarlierLog;
use content::Catalog;
use engine::sim::{Command, Outcome, RunStatus};
use runs::home::since_epoch;
use runs::record::{
    EarlierSplits, LiveTimer, MarkKind, RealTime, Recording, Replay, ReplayError, Session, Sink,
    SplitTimer, SubmitError,
};

/// The clock that counts the time for which the computer sleeps, too. macOS's monotonic one does.
#[cfg(target_os = "linux")]
const UNSET_CLOCK: ClockId = ClockId::Boottime;
#[cfg(not(target_os = "linux"))]
const UNSET_CLOCK: ClockId = ClockId::Monotonic;

/// The number of lines of the log that are made again at least, if so many were told.
const MIN_LINES: usize = 500;
/// The number of commands that are played again at a time, from the newest back.
const PART_COMMANDS: u32 = 512;

/// A run in progress, whatever its sink writes to.
pub struct TimedSession<S> {
    session: Session<S>,
    last_command: Instant,
    timer: LiveTimer,
    /// The clock since it was begun or taken up.
    clock: PlayClock,
    /// How long it was played before.
    earlier: Duration,
    /// What was told before, while that is made again.
    earlier_log: Option<Receiver<Log>>,
    /// What it had reached before, while that is read again.
    earlier_splits: Option<Receiver<EarlierSplits>>,
    /// How long it was played in all, once it is over.
    total: Option<Duration>,
    /// Whether the player has left since the last command.
    has_left: bool,
}

impl<S: Sink> TimedSession<S> {
    /// A run that was just begun, or taken up if there is play from before to come, at the start of
    /// a clock.
    pub fn new(
        session: Session<S>,
        clock: PlayClock,
        earlier: Option<EarlierPlay>,
    ) -> TimedSession<S> {
        let (earlier_log, earlier_splits) =
            earlier.map(|earlier| (earlier.log, earlier.splits)).unzip();
        TimedSession {
            timer: LiveTimer::new(session.game()),
            clock,
            earlier: Duration::ZERO,
            earlier_log,
            earlier_splits,
            total: None,
            session,
            last_command: Instant::now(),
            has_left: false,
        }
    }

    pub fn session(&self) -> &Session<S> {
        &self.session
    }

    pub fn sink_mut(&mut self) -> &mut S {
        self.session.sink_mut()
    }

    /// As [`Session::submit_at`], now.
    pub fn submit(&mut self, command: Command) -> Result<Outcome, SubmitError<S::Error>> {
        let since_opened = self.clock.played();
        let outcome = self.session.submit_at(command, self.clock.at(since_opened))?;
        self.take_earlier();
        let played = self.earlier + since_opened;
        let time = Some(played.as_millis() as u64);
        self.timer.observe(self.session.game(), self.session.commands(), time);
        self.last_command = Instant::now();
        self.has_left = false;
        if matches!(outcome.status, RunStatus::Over(_)) {
            self.total = Some(played);
        }
        Ok(outcome)
    }

    /// Marks that the player leaves, once for all that was played since the run was taken up.
    pub fn mark_leave(&mut self) -> Result<(), S::Error> {
        if std::mem::replace(&mut self.has_left, true) {
            // The mark may not have been written.
            return self.session.flush();
        }
        self.session.mark(MarkKind::Leave, self.clock.now())
    }

    pub(crate) fn idle_time(&self) -> Duration {
        self.last_command.elapsed()
    }

    /// When the run has reached what it can be split by.
    pub fn timer(&mut self) -> &LiveTimer {
        self.take_earlier();
        &self.timer
    }

    /// How long it has been played; `None` as long as what was played before is being read.
    pub fn real_time(&self) -> Option<Duration> {
        self.earlier_splits.is_none().then(|| self.played())
    }

    fn played(&self) -> Duration {
        self.total.unwrap_or_else(|| self.earlier + self.clock.played())
    }

    /// Takes what was reached before the run was taken up, once it has been read.
    fn take_earlier(&mut self) {
        let Some(splits) = &self.earlier_splits else { return };
        match splits.try_recv() {
            Ok(earlier) => {
                let total = earlier.real_time.as_ref().map_or(0, RealTime::total);
                self.timer.add_earlier(&earlier);
                self.earlier = Duration::from_millis(total);
            }
            Err(TryRecvError::Empty) => return,
            // It cannot be read.
            Err(TryRecvError::Disconnected) => {}
        }
        self.earlier_splits = None;
    }

    /// What was told before the run was taken up, once it has been made.
    pub fn earlier_log(&mut self) -> EarlierLog {
        let Some(log) = &self.earlier_log else { return EarlierLog::Nothing };
        let answer = match log.try_recv() {
            Ok(log) => EarlierLog::Made(log),
            Err(TryRecvError::Empty) => return EarlierLog::Pending,
            Err(TryRecvError::Disconnected) => EarlierLog::Nothing,
        };
        self.earlier_log = None;
        answer
    }
}

/// The clock of a sitting, which marks in the file and the timer on the screen read: the time of
/// day when a run was begun or taken up, and what has passed since by a clock that nobody sets.
#[derive(Clone, Copy, Debug)]
pub struct PlayClock {
    /// In milliseconds since 1970.
    opened: u64,
    /// By the clock that nobody sets.
    opened_at: Duration,
}

impl PlayClock {
    pub fn start() -> PlayClock {
        let opened = since_epoch(SystemTime::now()).as_millis() as u64;
        PlayClock { opened, opened_at: time_without_settings() }
    }

    /// The time of day for marks, in milliseconds since 1970. It never goes back.
    pub fn now(self) -> u64 {
        self.at(self.played())
    }

    /// The time of day when it had run so long.
    fn at(self, played: Duration) -> u64 {
        self.opened + played.as_millis() as u64
    }

    fn played(self) -> Duration {
        time_without_settings().saturating_sub(self.opened_at)
    }
}

fn time_without_settings() -> Duration {
    let time = clock_gettime(UNSET_CLOCK);
    Duration::new(time.tv_sec.cast_unsigned(), time.tv_nsec as u32)
}

/// What comes of a run that is being read again: first the log, from its newest commands, and then
/// the splits, for which all of it is played. A sender that is gone has sent nothing: the run could
/// not be read.
pub struct EarlierPlay {
    log: Receiver<Log>,
    splits: Receiver<EarlierSplits>,
}

/// Begins to read, beside the screens, what a run has told and reached with its first `commands`
/// commands.
pub fn read_earlier_play(
    open: impl FnOnce() -> Option<Recording> + Send + 'static,
    commands: u32,
    catalog: Arc<Catalog>,
) -> EarlierPlay {
    let (splits_sender, splits) = channel();
    let log = beside(move |log_sender| {
        let Some(recording) = open() else { return };
        let marks: Vec<_> =
            recording.marks().iter().copied().filter(|(before, _)| *before <= commands).collect();
        let Ok(mut replay) = Replay::new(recording, &catalog) else { return };
        // The run may have been left: nobody receives it then.
        if let Ok(log) = earlier_log(&mut replay, commands) {
            let _ = log_sender.send(log);
        }
        drop(log_sender);
        if let Ok(timer) = earlier_timer(&mut replay, commands) {
            let _ = splits_sender.send(EarlierSplits { timer, real_time: RealTime::of(&marks) });
        }
    });
    EarlierPlay { log, splits }
}

/// The last lines that were told until a number of commands had been carried out.
fn earlier_log(replay: &mut Replay, commands: u32) -> Result<Log, ReplayError> {
    let mut log = Log::default();
    let mut start = commands;
    while start > 0 && log.lines().len() < MIN_LINES {
        let end = start;
        start = start.saturating_sub(PART_COMMANDS);
        replay.seek(start)?;
        let mut part = Log::default();
        if start == 0 {
            part.tell_first_sights(replay.game().view());
        }
        while replay.at() < end {
            let before = StateBefore::of(replay.game().view());
            let Some(outcome) = replay.forward()? else { break };
            before.tell_again(replay.game().view(), &outcome.events, &mut part);
        }
        log.prepend(part);
    }
    Ok(log)
}

/// The splits of the first `commands` commands.
fn earlier_timer(replay: &mut Replay, commands: u32) -> Result<SplitTimer, ReplayError> {
    replay.seek(0)?;
    let mut timer = SplitTimer::new(replay.game());
    while replay.at() < commands && replay.forward()?.is_some() {
        timer.observe(replay.game(), replay.at());
    }
    Ok(timer)
}
