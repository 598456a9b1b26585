//! How sessions and requests wake the verifier, and wait for what it comes to.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Shared by the verifier and by those who have something for it.
#[derive(Debug, Default)]
pub(crate) struct VerifierSignal {
    state: Mutex<State>,
    changed: Condvar,
    /// Read after every command of a run.
    is_stopping: AtomicBool,
}

#[derive(Debug, Default)]
struct State {
    is_requested: bool,
    /// How many verdicts this front end has come to.
    verdicts: u64,
}

impl VerifierSignal {
    /// There is a run to verify.
    pub(crate) fn request(&self) {
        self.lock().is_requested = true;
        self.changed.notify_all();
    }

    /// How many verdicts there have been, for [`VerifierSignal::wait_for_verdict`].
    pub(crate) fn verdicts(&self) -> u64 {
        self.lock().verdicts
    }

    /// Waits for another verdict than the first so many, for a time.
    pub(crate) fn wait_for_verdict(&self, verdicts: u64, limit: Duration) {
        let is_waiting = |state: &mut State| state.verdicts == verdicts && !self.is_stopping();
        drop(self.changed.wait_timeout_while(self.lock(), limit, is_waiting));
    }

    pub(super) fn tell_verdict(&self) {
        self.lock().verdicts += 1;
        self.changed.notify_all();
    }

    /// Waits until a run is to be verified, for a time.
    pub(super) fn wait_for_request(&self, limit: Duration) {
        let is_waiting = |state: &mut State| !state.is_requested && !self.is_stopping();
        let waited = self.changed.wait_timeout_while(self.lock(), limit, is_waiting);
        waited.unwrap_or_else(PoisonError::into_inner).0.is_requested = false;
    }

    pub(super) fn stop(&self) {
        // Under the lock, so that nobody misses it between looking and waiting.
        let state = self.lock();
        self.is_stopping.store(true, Ordering::SeqCst);
        drop(state);
        self.changed.notify_all();
    }

    pub(super) fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::SeqCst)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
