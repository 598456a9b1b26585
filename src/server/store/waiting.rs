//! Which threads wait for the database, for whoever tells their players.

use std::cell::RefCell;
use std::sync::Arc;

/// Learns when a thread waits for the database.
pub(crate) trait WaitObserver {
    /// A call has begun.
    fn wait_begins(&self);
    /// The call has ended.
    fn wait_ends(&self);
}

thread_local! {
    /// That of this thread, while no call is under way: one within another tells nothing.
    static OBSERVER: RefCell<Option<Arc<dyn WaitObserver>>> = const { RefCell::new(None) };
}

/// Has an observer learn of the calls of this thread.
pub(crate) fn observe(observer: Arc<dyn WaitObserver>) {
    OBSERVER.set(Some(observer));
}

/// A call of this thread, from its begin until this is dropped.
pub(super) struct Waiting(Option<Arc<dyn WaitObserver>>);

impl Waiting {
    pub(super) fn begin() -> Waiting {
        let observer = OBSERVER.take();
        if let Some(observer) = &observer {
            observer.wait_begins();
        }
        Waiting(observer)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if let Some(observer) = self.0.take() {
            observer.wait_ends();
            OBSERVER.set(Some(observer));
        }
    }
}
