//! A line on the standard error that tells how far a search is, while somebody watches.

#![expect(clippy::disallowed_types, reason = "a line for people is written so many times a second")]

use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

const PAUSE: Duration = Duration::from_millis(100);

pub struct Progress {
    count: u64,
    /// When it was written last; nothing if nobody watches.
    written: Option<Instant>,
    is_shown: bool,
}

impl Progress {
    pub fn new(count: u64) -> Progress {
        let written = io::stderr().is_terminal().then(Instant::now);
        Progress { count, written, is_shown: false }
    }

    /// Tells where the search is, now and then.
    pub fn tell(&mut self, done: u64, found: u64) {
        let Some(written) = self.written else { return };
        if written.elapsed() >= PAUSE {
            self.written = Some(Instant::now());
            self.is_shown = true;
            let count = self.count;
            let _ = write!(io::stderr(), "\r{done} of {count} seeds, {found} found\x1b[K");
        }
    }

    /// Makes room for something else.
    pub fn clear(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
