//! What a client sends, on its way from the connection to the thread of its session.
//!
//! The connection never waits and holds little: excess bytes are dropped, and only the last size
//! kept.

use std::time::Instant;

use parking_lot::{Condvar, Mutex};

use ratatui::layout::Size;

use super::client::Ending;

/// The bytes of input that may wait for the session; a player who types ahead fills a few hundred.
const MAX_WAITING_BYTES: usize = 8_192;

#[derive(Debug, Default)]
pub(crate) struct Inbox {
    state: Mutex<State>,
    arrived: Condvar,
}

#[derive(Debug, Default)]
struct State {
    bytes: Vec<u8>,
    /// When the first of them came.
    since: Option<Instant>,
    size: Option<Size>,
    is_ready: bool,
    ending: Option<Ending>,
    /// Whether nothing more comes.
    is_closed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Arrived {
    /// With the time at which the first of them came.
    Bytes(Vec<u8>, Instant),
    Size(Size),
    /// The terminal can take a picture again.
    Ready,
    /// Nothing in the time given.
    Nothing,
    /// The session has ended, or its client is gone.
    Ended,
}

impl Inbox {
    /// Input; returns how many bytes of it were dropped, because too many wait.
    pub(crate) fn put(&self, bytes: &[u8]) -> usize {
        let mut state = self.state.lock();
        let taken = bytes.len().min(MAX_WAITING_BYTES - state.bytes.len());
        // The session knows of what waits already.
        if state.bytes.is_empty() {
            state.since = Some(Instant::now());
            self.arrived.notify_one();
        }
        state.bytes.extend_from_slice(&bytes[..taken]);
        bytes.len() - taken
    }

    pub(crate) fn resize(&self, size: Size) {
        self.state.lock().size = Some(size);
        self.arrived.notify_one();
    }

    /// The terminal can take a picture again, or there is news that no input has brought about.
    pub(crate) fn ready(&self) {
        self.state.lock().is_ready = true;
        self.arrived.notify_one();
    }

    pub(super) fn has_bytes(&self) -> bool {
        !self.state.lock().bytes.is_empty()
    }

    /// Ends the session, with what has come for it left aside. The first reason stands.
    pub(crate) fn end(&self, ending: Ending) {
        self.state.lock().ending.get_or_insert(ending);
        self.arrived.notify_one();
    }

    /// Nothing more comes: the session ends when it has taken what is there.
    pub(crate) fn close(&self) {
        self.state.lock().is_closed = true;
        self.arrived.notify_one();
    }

    /// Why the session was ended from outside, if it was.
    pub(crate) fn ending(&self) -> Option<Ending> {
        self.state.lock().ending
    }

    /// Takes what has come, the most urgent first; waits for it until a moment. Bytes wait for
    /// another time if they are not wanted.
    pub(super) fn take(&self, until: Instant, wants_bytes: bool) -> Arrived {
        let mut state = self.state.lock();
        loop {
            if let Some(arrived) = state.take(wants_bytes) {
                return arrived;
            }
            if Instant::now() >= until {
                return Arrived::Nothing;
            }
            self.arrived.wait_until(&mut state, until);
        }
    }
}

impl State {
    fn take(&mut self, wants_bytes: bool) -> Option<Arrived> {
        if self.ending.is_some() {
            return Some(Arrived::Ended);
        }
        if let Some(size) = self.size.take() {
            return Some(Arrived::Size(size));
        }
        if wants_bytes && !self.bytes.is_empty() {
            let since = self.since.take().unwrap_or_else(Instant::now);
            return Some(Arrived::Bytes(std::mem::take(&mut self.bytes), since));
        }
        if std::mem::take(&mut self.is_ready) {
            return Some(Arrived::Ready);
        }
        (self.is_closed && self.bytes.is_empty()).then_some(Arrived::Ended)
    }
}
