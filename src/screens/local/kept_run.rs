//! A run that is recorded in a file, as the screens drive it.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::timed_session::{EarlierPlay, PlayClock, TimedSession};
use crate::run::EarlierLog;
use crate::{CommandRefusal, HostError, Receipt, Run};
use base::path_text;
use engine::sim::{Command, Outcome, RunStatus};
use engine::view::View;
use runs::home::{add_score, since_epoch};
use runs::record::{LiveTimer, RunEnding, Session, Sink as _, SubmitError};
use runs::save::{KeptFile, Overwrite, RunFile, RunId, RunWriter, SaveError, Score, write_file};

/// The time without a command after which everything is synced to the disk, however little that is.
const SYNC_AFTER_IDLE: Duration = Duration::from_millis(250);

/// A run whose commands are written to its file before the screens show their results.
pub(super) struct KeptRun {
    run: TimedSession<KeptFile>,
    id: RunId,
    /// The path of the list of scores to which its result is added.
    scores: PathBuf,
    /// Why the score could not be added to the list; returned when the run is saved.
    score_error: Option<SaveError>,
    /// Why nothing can be written at the moment.
    loss: Option<String>,
    news: Vec<String>,
}

impl KeptRun {
    /// A run that was just begun, or taken up if there is play from before to come, at the start of
    /// a clock.
    pub(super) fn new(
        session: Session<RunFile>,
        clock: PlayClock,
        id: RunId,
        scores: PathBuf,
        earlier: Option<EarlierPlay>,
    ) -> Result<KeptRun, SaveError> {
        let session = session.with_sink(KeptFile::new)?;
        let run = TimedSession::new(session, clock, earlier);
        Ok(KeptRun { run, id, scores, score_error: None, loss: None, news: Vec::new() })
    }

    /// The name of the run, which has another when it had to be written anew.
    fn id(&self) -> RunId {
        RunId::of_file(self.run.session().sink().path()).unwrap_or_else(|| self.id.clone())
    }

    fn add_score(&self) -> Result<(), SaveError> {
        let session = self.run.session();
        if session.game().view().is_tutorial() {
            return Ok(());
        }
        let ending = RunEnding::of(session.game(), session.commands(), session.chain());
        if let Some(ending) = ending {
            let now = since_epoch(SystemTime::now()).as_secs();
            let view = session.game().view();
            let (clock, turns) = (view.turns(), view.turns_worked());
            let score = Score::new(session.header(), &ending, clock, turns, self.id(), now);
            add_score(&self.scores, &score)?;
        }
        Ok(())
    }
}

impl Run for KeptRun {
    fn view(&self) -> View<'_> {
        self.run.session().game().view()
    }

    fn submit(&mut self, command: Command) -> Result<Outcome, CommandRefusal> {
        let outcome = self.run.submit(command).map_err(|error| match error {
            SubmitError::Rejected(reject) => CommandRefusal::Rules(reject),
            SubmitError::Unrecorded(error) => CommandRefusal::Storage(error.into()),
        })?;
        if matches!(outcome.status, RunStatus::Over(_)) {
            self.score_error = self.add_score().err();
        }
        Ok(outcome)
    }

    fn idle(&mut self) -> Result<(), HostError> {
        let is_idle = self.run.idle_time() >= SYNC_AFTER_IDLE;
        let file = self.run.sink_mut();
        let synced = if is_idle { file.sync() } else { file.sync_if_due() };
        // Commands are refused as long as it lasts.
        let loss = synced.err().map(|error| error.to_string());
        if self.loss != loss {
            self.news.extend(loss.clone());
            self.loss = loss;
        }
        Ok(())
    }

    /// Also returns the error of adding the score to the list, which did not stop the run itself.
    fn save(&mut self) -> Result<(), HostError> {
        self.run.mark_leave()?;
        self.run.sink_mut().finish()?;
        self.score_error.take().map_or(Ok(()), |error| Err(error.into()))
    }

    fn proposed_copy(&self) -> Option<PathBuf> {
        Some(std::env::temp_dir().join(self.id().as_str()))
    }

    fn save_copy(&mut self, path: &Path) -> Result<(), HostError> {
        let session = self.run.session();
        let bytes = session.sink().bytes().to_vec();
        let mut whole = RunWriter::resume(path_text(path), bytes);
        whole.write(session.pending())?;
        Ok(write_file(path, whole.get_ref(), Overwrite::Never)?)
    }

    fn news(&mut self) -> Vec<String> {
        let of_file = self.run.sink_mut().take_news();
        self.news.drain(..).chain(of_file.into_iter().map(|news| news.to_string())).collect()
    }

    fn timer(&mut self) -> Option<&LiveTimer> {
        Some(self.run.timer())
    }

    fn earlier_log(&mut self) -> EarlierLog {
        self.run.earlier_log()
    }

    fn real_time(&self) -> Option<Duration> {
        self.run.real_time()
    }

    fn word(&self) -> Option<&str> {
        self.run.session().header().word.as_deref()
    }

    fn receipt(&self) -> Option<Receipt> {
        let session = self.run.session();
        Some(Receipt {
            digest: session.chain().digest(),
            run: self.id(),
            location: session.sink().path().display().to_string(),
            fetch: None,
            ranked: session.header().unranked_reason().is_none(),
        })
    }
}
