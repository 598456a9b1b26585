//! The thread that plays finished runs again: only what it has found true is on boards.
//!
//! It takes runs of the ruleset of this program, one at a time and the oldest first; those of other
//! rulesets stay as they are. Several front ends share the work by claims in the store.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::background::{Background, become_background};
use super::examine::{Examination, examine};
use crate::FrontEnd;
use crate::store::{PendingRun, RunKey, StoreError, Verdict};
use runs::record::Ruleset;

/// The time from one look at what waits to the next, if nothing asks: others may leave runs behind.
const INTERVAL: Duration = Duration::from_secs(15);
/// How long a run is this worker's. The longest takes seconds; a dead worker's run waits so long.
const CLAIM: Duration = Duration::from_mins(3);

/// Starts it. Where it is ended in the middle of a run, others may verify that run then.
pub(crate) fn begin(front_end: Arc<FrontEnd>) -> io::Result<Background> {
    let worker = Worker::new(front_end.clone());
    Background::begin(
        "verifier",
        move || front_end.verifier.stop(),
        move || {
            become_background();
            worker.work();
        },
    )
}

struct Worker {
    front_end: Arc<FrontEnd>,
    ruleset: String,
}

impl Worker {
    fn new(front_end: Arc<FrontEnd>) -> Worker {
        let ruleset = Ruleset::of(&front_end.catalog).to_string();
        Worker { front_end, ruleset }
    }

    /// Verifies what waits until it is stopped.
    fn work(&self) {
        loop {
            // After a failure of the store there is more to do, but not at once.
            let is_idle = match self.verify_next() {
                Ok(found) => !found,
                Err(error) => {
                    tracing::warn!(%error, "no run was verified");
                    true
                }
            };
            let signal = &self.front_end.verifier;
            if is_idle {
                signal
                    .wait(INTERVAL, |state| std::mem::take(&mut state.is_requested).then_some(()));
            }
            if signal.is_stopping() {
                return;
            }
        }
    }

    /// Verifies the run that has waited longest. False if there is none.
    fn verify_next(&self) -> Result<bool, StoreError> {
        let store = &self.front_end.store;
        let pending = store.pending_verification(&self.ruleset, 1, CLAIM)?;
        let Some(&PendingRun { run, .. }) = pending.first() else { return Ok(false) };
        let begun = Instant::now();
        let examined = self.examine(run).inspect_err(|_| {
            // It is not the run's fault. If the store does not answer, the claim ends by itself.
            let _ = store.give_back_verification(run);
        });
        let Some(examination) = examined? else {
            store.give_back_verification(run)?;
            return Ok(true);
        };
        let (micros, turns) = (begun.elapsed().as_micros(), examination.clock.0);
        tracing::debug!(%run, micros, turns, "a run was played again");
        match self.keep(run, examination) {
            // It was deleted meanwhile.
            Ok(()) | Err(StoreError::NoSuchRun) => Ok(true),
            Err(error) => Err(error),
        }
    }

    /// Plays a run again; none if it is gone or this has been stopped.
    fn examine(&self, run: RunKey) -> Result<Option<Examination>, StoreError> {
        let FrontEnd { store, catalog, verifier, .. } = &*self.front_end;
        let Some(row) = store.run(run)? else { return Ok(None) };
        let bytes = match store.run_bytes(run) {
            Ok(bytes) => bytes.unwrap_or_default(),
            Err(error) if error.is_damage() => {
                return Ok(Some(Examination::untrue(&error.to_string())));
            }
            Err(error) => return Err(error),
        };
        Ok(examine(&bytes, &row, catalog, || verifier.is_stopping()))
    }

    fn keep(&self, run: RunKey, examination: Examination) -> Result<(), StoreError> {
        let FrontEnd { store, metrics, .. } = &*self.front_end;
        let Examination { verdict, clock, worked_turns } = examination;
        if matches!(verdict, Verdict::True { .. }) {
            store.correct_turns(run, clock.0, worked_turns.0)?;
        }
        match store.keep_verdict(run, verdict)? {
            Verdict::True { measures, .. } => {
                metrics.found_true.add(1);
                tracing::info!(%run, turns = clock.0, categories = measures.len(), "a run is true");
            }
            Verdict::Untrue { reason } => {
                metrics.found_untrue.add(1);
                tracing::info!(%run, reason, "a run is untrue");
            }
        }
        metrics.verified_turns.add(clock.0.into());
        self.front_end.verifier.change(|state| state.verdicts += 1);
        Ok(())
    }
}
