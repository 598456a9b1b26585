//! A run that is recorded in a file, as the screens drive it.

use std::path::PathBuf;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant, SystemTime};

use super::{add_score, now_in_milliseconds, since_epoch};
use crate::record::{
    EarlierSplits, LiveTimer, MarkKind, RealTime, RunEnding, Session, SubmitError,
};
use crate::save::{RunFile, RunId, SaveError, Score};
use crate::sim::{Command, Outcome, RunStatus};
use crate::ui::{CommandRefusal, HostError, Receipt, Run};
use crate::view::View;

/// The time without a command after which everything is synced to the disk, however little that is.
const SYNC_AFTER_IDLE: Duration = Duration::from_millis(250);

/// A run whose commands are written to its file before the screens show their results.
pub(super) struct KeptRun {
    session: Session<RunFile>,
    id: RunId,
    /// The path of the list of scores to which its result is added.
    scores: PathBuf,
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
    /// Why the score could not be added to the list; returned when the run is saved.
    score_error: Option<SaveError>,
}

impl KeptRun {
    /// A run that was just begun, or taken up if there are splits from before to come.
    pub(super) fn new(
        session: Session<RunFile>,
        id: RunId,
        scores: PathBuf,
        earlier_splits: Option<Receiver<Option<EarlierSplits>>>,
    ) -> KeptRun {
        KeptRun {
            timer: LiveTimer::new(session.game()),
            opened: Instant::now(),
            earlier: Duration::ZERO,
            earlier_splits,
            total: None,
            session,
            id,
            scores,
            last_command: Instant::now(),
            has_left: false,
            score_error: None,
        }
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

    /// How long it has been played.
    fn played(&self) -> Duration {
        self.total.unwrap_or_else(|| self.earlier + self.opened.elapsed())
    }

    fn add_score(&self) -> Result<(), SaveError> {
        let session = &self.session;
        let ending = RunEnding::of(session.game(), session.commands(), session.chain());
        if let Some(ending) = ending {
            let now = since_epoch(SystemTime::now()).as_secs();
            let view = session.game().view();
            let (clock, turns) = (view.clock(), view.turns_worked());
            let score = Score::new(session.header(), &ending, clock, turns, self.id.clone(), now);
            add_score(&self.scores, &score)?;
        }
        Ok(())
    }
}

impl Run for KeptRun {
    fn view(&self) -> View<'_> {
        self.session.game().view()
    }

    fn submit(&mut self, command: Command) -> Result<Outcome, CommandRefusal> {
        let outcome =
            self.session.submit_at(command, now_in_milliseconds()).map_err(
                |error| match error {
                    SubmitError::Rejected(reject) => CommandRefusal::Rules(reject),
                    SubmitError::Unrecorded(error) => CommandRefusal::Storage(error.into()),
                },
            )?;
        self.take_earlier();
        let played = self.played();
        let time = Some(played.as_millis() as u64);
        self.timer.observe(self.session.game(), self.session.commands(), time);
        self.last_command = Instant::now();
        self.has_left = false;
        if matches!(outcome.status, RunStatus::Over(_)) {
            self.total = Some(played);
            self.score_error = self.add_score().err();
        }
        Ok(outcome)
    }

    fn idle(&mut self) -> Result<(), HostError> {
        let is_idle = self.last_command.elapsed() >= SYNC_AFTER_IDLE;
        let file = self.session.sink_mut();
        if is_idle {
            file.sync()?;
        } else {
            file.sync_if_due()?;
        }
        Ok(())
    }

    /// Also returns the error of adding the score to the list, which did not stop the run itself.
    fn save(&mut self) -> Result<(), HostError> {
        if !std::mem::replace(&mut self.has_left, true) {
            self.session.mark(MarkKind::Leave, now_in_milliseconds())?;
        }
        self.session.sink_mut().sync()?;
        self.score_error.take().map_or(Ok(()), |error| Err(error.into()))
    }

    fn timer(&mut self) -> Option<&LiveTimer> {
        self.take_earlier();
        Some(&self.timer)
    }

    /// `None` as long as what was played before is being read.
    fn real_time(&self) -> Option<Duration> {
        self.earlier_splits.is_none().then(|| self.played())
    }

    fn word(&self) -> Option<&str> {
        self.session.header().word.as_deref()
    }

    fn receipt(&self) -> Option<Receipt> {
        Some(Receipt {
            digest: self.session.chain().digest(),
            run: self.id.clone(),
            location: self.session.sink().path().display().to_string(),
            ranked: self.session.header().unranked_reason().is_none(),
        })
    }
}
