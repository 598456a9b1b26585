//! A run that is recorded in a file, as the screens drive it.

use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

use super::{add_score, now_in_milliseconds, since_epoch};
use crate::record::{MarkKind, RunEnding, Session, SubmitError};
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
    /// Whether the player has left since the last command.
    has_left: bool,
    /// Why the score could not be added to the list; returned when the run is saved.
    score_error: Option<SaveError>,
}

impl KeptRun {
    pub(super) fn new(session: Session<RunFile>, id: RunId, scores: PathBuf) -> KeptRun {
        KeptRun {
            session,
            id,
            scores,
            last_command: Instant::now(),
            has_left: false,
            score_error: None,
        }
    }

    fn add_score(&self) -> Result<(), SaveError> {
        let session = &self.session;
        let ending = RunEnding::of(session.game(), session.commands(), session.chain());
        if let Some(ending) = ending {
            let now = since_epoch(SystemTime::now()).as_secs();
            let turns = session.game().view().turns_worked();
            let score = Score::new(session.header(), &ending, turns, self.id.clone(), now);
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
        self.last_command = Instant::now();
        self.has_left = false;
        if matches!(outcome.status, RunStatus::Over(_)) {
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
