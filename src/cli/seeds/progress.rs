//! A line of progress on the standard error, if that is a terminal.

#![expect(clippy::disallowed_types, reason = "a line for people is written so many times a second")]

use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

/// The time from one update of the line to the next.
const UPDATE_INTERVAL: Duration = Duration::from_millis(100);

pub(super) struct Progress {
    count: u64,
    /// When it was written last; none if the standard error is no terminal.
    written: Option<Instant>,
    is_shown: bool,
}

impl Progress {
    pub(super) fn new(count: u64) -> Progress {
        let written = io::stderr().is_terminal().then(Instant::now);
        Progress { count, written, is_shown: false }
    }

    /// Updates the line, if the last update is long enough ago.
    pub(super) fn update(&mut self, done: u64, found: u64) {
        let Some(written) = self.written else { return };
        if written.elapsed() >= UPDATE_INTERVAL {
            self.written = Some(Instant::now());
            self.is_shown = true;
            let count = self.count;
            let _ = write!(io::stderr(), "\r{done} of {count} seeds, {found} found\x1b[K");
        }
    }

    /// Removes the line, so that other output can be printed.
    pub(super) fn clear(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
