//! Which threads wait for the database and since when, for whoever tells their players and for the limit of the wait.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::time::Instant;

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

thread_local! {
    /// When the call of this thread has begun that is under way.
    static BEGUN: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// A call of this thread, from its begin until this is dropped. One within another has begun with it.
pub(super) struct Waiting {
    observer: Option<Arc<dyn WaitObserver>>,
    begun: Instant,
    is_outermost: bool,
}

impl Waiting {
    pub(super) fn begin() -> Waiting {
        let outer = BEGUN.get();
        let begun = outer.unwrap_or_else(Instant::now);
        BEGUN.set(Some(begun));
        let observer = OBSERVER.take();
        if let Some(observer) = &observer {
            observer.wait_begins();
        }
        Waiting { observer, begun, is_outermost: outer.is_none() }
    }

    /// When the outermost call has begun.
    pub(super) fn begun(&self) -> Instant {
        self.begun
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if self.is_outermost {
            BEGUN.set(None);
        }
        if let Some(observer) = self.observer.take() {
            observer.wait_ends();
            OBSERVER.set(Some(observer));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_within_another_has_begun_with_it() {
        let outer = Waiting::begin();
        while Instant::now() == outer.begun() {}
        let first = Waiting::begin().begun();
        let second = Waiting::begin().begun();
        assert_eq!([first, second], [outer.begun(); 2]);
        drop(outer);
        assert!(Waiting::begin().begun() > first);
    }
}
