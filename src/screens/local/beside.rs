//! Work beside the screens, which goes on without a thread where the system has none to give.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Begins work on a thread of its own; does it here and now if there is none.
pub(super) fn beside(work: impl FnOnce() + Send + 'static) {
    let here = Arc::new(Mutex::new(Some(work)));
    let there = here.clone();
    let take = |work: &Mutex<Option<_>>| work.lock().unwrap_or_else(PoisonError::into_inner).take();
    let spawned = thread::Builder::new().spawn(move || {
        if let Some(work) = take(&there) {
            work();
        }
    });
    if spawned.is_err()
        && let Some(work) = take(&here)
    {
        work();
    }
}
