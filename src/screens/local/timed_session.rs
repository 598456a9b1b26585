//! A run that is recorded while it is played, with its time: marks, splits, and how long it was played.

use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::{Duration, Instant};

use super::earlier_play::EarlierPlay;
use super::play_clock::PlayClock;
use crate::log::Log;
use crate::run::EarlierLog;
use engine::sim::{Command, Outcome, RunStatus};
use runs::record::{EarlierSplits, LiveTimer, MarkKind, RealTime, Session, Sink, SubmitError};

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
    /// A run that was just begun, or taken up if there is play from before to come, at the start of a clock.
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

    /// The time since the last command.
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
