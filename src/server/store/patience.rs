//! How long a call goes on for a database that does not answer.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The patience of all calls of a store.
#[derive(Debug)]
pub(super) struct Patience {
    limit: Duration,
    /// From when on no call goes on.
    last_try: OnceLock<Instant>,
}

impl Patience {
    pub(super) fn new(limit: Duration) -> Patience {
        Patience { limit, last_try: OnceLock::new() }
    }

    /// Whether a call that has begun at some time goes on.
    pub(super) fn lasts_since(&self, begun: Instant) -> bool {
        let last_try = self.last_try.get();
        begun.elapsed() < self.limit && last_try.is_none_or(|last| Instant::now() < *last)
    }

    /// After some time no call goes on any more.
    pub(super) fn end_after(&self, time: Duration) {
        self.last_try.get_or_init(|| Instant::now() + time);
    }
}
