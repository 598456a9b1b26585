//! A line on the standard error that says how far long work has come, if that is a terminal.

use std::fmt::Display;
use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

/// The time from one update of the line to the next.
const UPDATE_INTERVAL: Duration = Duration::from_millis(100);

pub(super) struct StatusLine {
    begun: Instant,
    /// When it was written last; none if the standard error is no terminal.
    written: Option<Instant>,
    is_shown: bool,
}

impl StatusLine {
    pub(super) fn new() -> StatusLine {
        let begun = Instant::now();
        let written = io::stderr().is_terminal().then_some(begun);
        StatusLine { begun, written, is_shown: false }
    }

    /// The time since the work began.
    pub(super) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Replaces the line, if the last update is long enough ago.
    pub(super) fn update(&mut self, line: &impl Display) {
        if self.written.is_some_and(|written| written.elapsed() >= UPDATE_INTERVAL) {
            self.written = Some(Instant::now());
            self.is_shown = true;
            let _ = write!(io::stderr(), "\r{line}\x1b[K");
        }
    }

    /// Removes the line, so that other output can be printed.
    pub(super) fn clear(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
