//! The thread that plays finished runs again: only what it has found true is on boards.
//!
//! It takes runs of the ruleset of this program, one at a time and the oldest first; those of other rulesets stay as they are.
//! Several front ends share the work by claims in the store.

mod examine;
mod signal;

use std::io;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::metrics::Counter;
use super::store::{PendingRun, RunError, RunKey, StoreError, Verdict};
use super::{FrontEnd, thread_priority};
use examine::Examination;
use runs::record::Ruleset;

pub(super) use examine::examine;
pub(crate) use signal::VerifierSignal;

/// The time from one look at what waits to the next, if nothing asks for one: others may have left something behind.
const INTERVAL: Duration = Duration::from_secs(15);
/// How long a run is this worker's. The longest takes some seconds; one whose worker died waits for so long.
const CLAIM: Duration = Duration::from_mins(3);

/// The running thread.
pub(super) struct Verifier {
    front_end: Arc<FrontEnd>,
    thread: JoinHandle<()>,
}

impl Verifier {
    /// Ends it, also in the middle of a run, which others may verify then.
    pub(super) fn stop(self) {
        self.front_end.verifier.stop();
        // It has nothing to tell.
        let _ = self.thread.join();
    }
}

/// Starts it.
pub(super) fn begin(front_end: Arc<FrontEnd>) -> io::Result<Verifier> {
    let worker = Worker::new(front_end.clone());
    let thread = thread_priority::spawn("verifier", move || worker.work())?;
    Ok(Verifier { front_end, thread })
}

struct Worker {
    front_end: Arc<FrontEnd>,
    ruleset: String,
    found_true: Counter,
    found_untrue: Counter,
    turns: Counter,
}

impl Worker {
    fn new(front_end: Arc<FrontEnd>) -> Worker {
        let verdicts = |verdict| {
            let help = "Runs that were played again, by what was found.";
            front_end.metrics.counter("upkeeper_verified_runs_total", help, &[("verdict", verdict)])
        };
        let (found_true, found_untrue) = (verdicts("true"), verdicts("untrue"));
        let help = "Turns of the runs that were played again.";
        let turns = front_end.metrics.counter("upkeeper_verified_turns_total", help, &[]);
        let ruleset = Ruleset::of(&front_end.catalog).to_string();
        Worker { front_end, ruleset, found_true, found_untrue, turns }
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
                signal.wait_for_request(INTERVAL);
            }
            if signal.is_stopping() {
                return;
            }
        }
    }

    /// Verifies the run that has waited longest. False if there is none.
    fn verify_next(&self) -> Result<bool, RunError> {
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
            Ok(()) | Err(RunError::NoSuchRun) => Ok(true),
            Err(error) => Err(error),
        }
    }

    /// Plays a run again; none if it is gone or this has been stopped.
    fn examine(&self, run: RunKey) -> Result<Option<Examination>, StoreError> {
        let FrontEnd { store, catalog, verifier, .. } = &*self.front_end;
        let Some(info) = store.run(run)? else { return Ok(None) };
        let bytes = match store.run_bytes(run) {
            Ok(bytes) => bytes.unwrap_or_default(),
            Err(error) if error.is_damage() => {
                return Ok(Some(Examination::untrue(&error.to_string())));
            }
            Err(error) => return Err(error),
        };
        Ok(examine(&bytes, &info, catalog, || verifier.is_stopping()))
    }

    fn keep(&self, run: RunKey, examination: Examination) -> Result<(), RunError> {
        let store = &self.front_end.store;
        let Examination { verdict, clock, worked_turns } = examination;
        if matches!(verdict, Verdict::True { .. }) {
            store.correct_turns(run, clock.0, worked_turns.0)?;
        }
        match store.keep_verdict(run, verdict)? {
            Verdict::True { measures, .. } => {
                self.found_true.increment();
                tracing::info!(%run, turns = clock.0, categories = measures.len(), "a run is true");
            }
            Verdict::Untrue { reason } => {
                self.found_untrue.increment();
                tracing::info!(%run, reason, "a run is untrue");
            }
        }
        self.turns.add(clock.0.into());
        self.front_end.verifier.tell_verdict();
        Ok(())
    }
}
