//! A run that is recorded while it is played, with its time: marks, splits, and how long it was played.

use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use super::now_in_milliseconds;
use engine::sim::{Command, Outcome, RunStatus};
use runs::record::{EarlierSplits, LiveTimer, MarkKind, RealTime, Session, Sink, SubmitError};

/// A run in progress, whatever its sink writes to.
pub struct TimedSession<S> {
    session: Session<S>,
    last_command: Instant,
    timer: LiveTimer,
    /// When it was begun or taken up, by a clock that is never set.
    opened: Instant,
    /// How long it was played before.
    earlier: Duration,
    /// What it had reached before, while that is read again.
    earlier_splits: Option<Receiver<Option<EarlierSplits>>>,
    /// How long it was played in all, once it is over.
    total: Option<Duration>,
    /// Whether the player has left since the last command.
    has_left: bool,
}

impl<S: Sink> TimedSession<S> {
    /// A run that was just begun, or taken up if there are splits from before to come.
    pub fn new(
        session: Session<S>,
        earlier_splits: Option<Receiver<Option<EarlierSplits>>>,
    ) -> TimedSession<S> {
        TimedSession {
            timer: LiveTimer::new(session.game()),
            opened: Instant::now(),
            earlier: Duration::ZERO,
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
        let outcome = self.session.submit_at(command, now_in_milliseconds())?;
        self.take_earlier();
        let played = self.played();
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
            return Ok(());
        }
        self.session.mark(MarkKind::Leave, now_in_milliseconds())
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
        self.total.unwrap_or_else(|| self.earlier + self.opened.elapsed())
    }

    /// Takes what was reached before the run was taken up, once it has been read.
    fn take_earlier(&mut self) {
        let Some(earlier) = self.earlier_splits.as_ref().and_then(|found| found.try_recv().ok())
        else {
            return;
        };
        self.earlier_splits = None;
        if let Some(earlier) = earlier {
            let total = earlier.real_time.as_ref().map_or(0, RealTime::total);
            self.timer.add_earlier(&earlier);
            self.earlier = Duration::from_millis(total);
        }
    }
}
