//! A run that is recorded in the store, as the screens drive it.

use std::sync::Arc;
use std::time::Duration;

use super::failed;
use crate::FrontEnd;
use crate::service::{fetch_command, run_result};
use crate::session::registry::SessionId;
use crate::store::{Lease, PendingAppend, Progress, RunResult, StoreError};
use engine::sim::{Command, Outcome};
use engine::view::View;
use runs::record::{LiveTimer, RunEnding, Session, SubmitError};
use runs::save::{RunId, RunWriter, Score};
use screens::local::{EarlierPlay, PlayClock, TimedSession};
use screens::run::EarlierLog;
use screens::{CommandRefusal, HostError, Receipt, Run};

/// A session whose frames are gathered until they are committed.
pub(crate) type GatheringSession = Session<RunWriter<Vec<u8>>>;

/// A run whose frames are appended to the store before a picture is drawn.
pub(crate) struct StoredRun {
    front_end: Arc<FrontEnd>,
    player: SessionId,
    /// Its sink holds what is not in the store yet.
    run: TimedSession<RunWriter<Vec<u8>>>,
    lease: Lease,
    /// What is on its way to the store.
    append: Option<PendingAppend>,
    id: RunId,
    /// Whether nothing more can be written: it is over, goes on elsewhere, or the store has failed.
    is_closed: bool,
}

impl StoredRun {
    /// A run that the lease is of, with nothing in its sink that the store has.
    pub(crate) fn new(
        front_end: Arc<FrontEnd>,
        player: SessionId,
        session: GatheringSession,
        clock: PlayClock,
        lease: Lease,
        earlier: Option<EarlierPlay>,
    ) -> StoredRun {
        let id = RunId::from(lease.run());
        let run = TimedSession::new(session, clock, earlier);
        StoredRun { front_end, player, run, lease, append: None, id, is_closed: false }
    }

    /// What its end claims; none while it goes on.
    fn result(&self) -> Option<RunResult> {
        let session = self.run.session();
        let ending = RunEnding::of(session.game(), session.commands(), session.chain())?;
        let view = session.game().view();
        let (clock, turns) = (view.turns(), view.turns_worked());
        let score = Score::new(session.header(), &ending, clock, turns, self.id.clone(), 0);
        Some(run_result(score))
    }

    fn progress(&self) -> Progress {
        let session = self.run.session();
        Progress { turn: session.game().view().turns().0, commands: session.commands() }
    }

    /// Waits for what is on its way.
    fn complete_append(&mut self) -> Result<(), HostError> {
        let Some(append) = self.append.take() else { return Ok(()) };
        let kept = self.front_end.store.complete_append(&self.lease, append);
        kept.map_err(|error| self.close(error))
    }

    /// Nothing more can be written.
    fn close(&mut self, error: StoreError) -> HostError {
        self.is_closed = true;
        match error {
            StoreError::LeaseLost => HostError::TakenOver,
            error => failed(error),
        }
    }
}

impl Run for StoredRun {
    fn view(&self) -> View<'_> {
        self.run.session().game().view()
    }

    fn submit(&mut self, command: Command) -> Result<Outcome, CommandRefusal> {
        self.run.submit(command).map_err(|error| match error {
            SubmitError::Rejected(reject) => CommandRefusal::Rules(reject),
            SubmitError::Unrecorded(error) => CommandRefusal::Storage(error.into()),
        })
    }

    /// The end of a run is left to [`Run::commit`].
    fn begin_commit(&mut self) -> Result<(), HostError> {
        self.complete_append()?;
        if self.is_closed || self.run.sink_mut().get_mut().is_empty() || self.result().is_some() {
            return Ok(());
        }
        let bytes = std::mem::take(self.run.sink_mut().get_mut());
        let begun = self.front_end.store.begin_append(&self.lease, bytes, self.progress());
        self.append = Some(begun.map_err(|error| self.close(error))?);
        Ok(())
    }

    /// Errors: the store did not answer, or another session plays the run: what was gathered was
    /// never shown.
    fn commit(&mut self) -> Result<(), HostError> {
        self.complete_append()?;
        let bytes = std::mem::take(self.run.sink_mut().get_mut());
        if bytes.is_empty() || self.is_closed {
            return Ok(());
        }
        let store = &self.front_end.store;
        let kept = match self.result() {
            Some(result) => {
                self.is_closed = true;
                let kept = store.finish(&self.lease, &bytes, result);
                self.front_end.verifier.request();
                kept
            }
            None => store.append(&self.lease, &bytes, self.progress()),
        };
        kept.map_err(|error| self.close(error))
    }

    fn idle(&mut self) -> Result<(), HostError> {
        self.commit()
    }

    fn save(&mut self) -> Result<(), HostError> {
        if !self.is_closed {
            self.run.mark_leave()?;
        }
        match self.commit() {
            // Only the player's leaving was not written: all else is with whoever plays it now.
            Err(HostError::TakenOver) => Ok(()),
            committed => committed,
        }
    }

    fn watchers(&self) -> u32 {
        self.front_end.watchers.count(self.lease.run())
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

    fn hides_seed(&self) -> bool {
        self.front_end.is_secret_seed(self.run.session().header().setup.seed)
    }

    fn receipt(&self) -> Option<Receipt> {
        let session = self.run.session();
        Some(Receipt {
            digest: session.chain().digest(),
            run: self.id.clone(),
            location: format!("{}.upk", self.id),
            fetch: Some(fetch_command(&self.id)),
            ranked: session.header().unranked_reason().is_none(),
        })
    }
}

/// Whoever looks who plays does not find it any more.
impl Drop for StoredRun {
    fn drop(&mut self) {
        self.front_end.registry.leave(self.player, self.lease.run());
        // Keys that came together may have left it before a picture was due. What breaks off before
        // it was handed to the store is not kept.
        if !std::thread::panicking()
            && let Err(error) = self.commit()
        {
            tracing::warn!(run = %self.id, %error, "the last commands of a run were not kept");
        }
        if !self.is_closed
            && let Err(error) = self.front_end.store.release(&self.lease)
        {
            tracing::warn!(run = %self.id, %error, "a run was not given back");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{self, AssertUnwindSafe};
    use std::sync::Arc;

    use crate::front_end::tests::front_end;
    use crate::members;
    use crate::members::PublicKey;
    use crate::play::host::StoreHost;
    use crate::session::registry::SessionId;
    use base::Seed;
    use content::Depth;
    use engine::sim::{Command, Setup};
    use runs::home::Environment;
    use screens::Host as _;

    /// How many commands are kept of a run whose last one was not shown, after a panic or not.
    fn kept_commands(is_panic: bool) -> u32 {
        let (_folder, front_end) = front_end();
        let front_end = Arc::new(front_end);
        front_end.store.heartbeat(&front_end.id, &[]).expect("alive");
        let key = PublicKey { fingerprint: "SHA256:ann".to_owned(), text: String::new() };
        let name = "Ann".parse().expect("a name");
        let account = members::create_account(&front_end.store, &name, &key).expect("an account").0;
        let (id, environment) = (account.id, Environment::default());
        let mut host =
            StoreHost::new(front_end.clone(), account, environment, SessionId::default());
        let mut run =
            host.begin(Setup::shift("vault", Depth(1), Seed(7)), "", "").expect("a shift");
        run.submit(Command::Wait).expect("a turn");
        run.commit().expect("kept");
        run.submit(Command::Wait).expect("a turn");
        let ended = panic::catch_unwind(AssertUnwindSafe(move || {
            let _run = run;
            assert!(!is_panic, "in the middle of a picture");
        }));
        assert_eq!(ended.is_err(), is_panic);
        let run = front_end.store.unfinished_runs(id).expect("an answer").swap_remove(0);
        // It waits to be played on, here or elsewhere.
        assert_eq!(run.holder, None);
        run.progress.commands
    }

    #[test]
    fn what_a_panic_breaks_off_before_it_is_handed_over_is_not_kept() {
        assert_eq!([false, true].map(kept_commands), [2, 1]);
    }
}
