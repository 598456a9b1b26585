//! What a session writes, on its way to the connection: bounded, so that a client that does not
//! read holds no memory, and whoever writes waits for it a limited time.

use std::io;
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};
use tokio::sync::Notify;

use super::client::Ending;
use super::inbox::Inbox;
use crate::store::WaitObserver;

/// The bytes that may wait before a writer waits: several whole pictures of the largest terminal.
const MAX_WAITING_BYTES: usize = 256 * 1_024;

/// Both sides: the session writes by an [`OutletWriter`], the connection takes what was written.
#[derive(Debug)]
pub(crate) struct Outlet {
    state: Mutex<State>,
    /// Something was sent, or the connection is gone.
    drained: Condvar,
    /// Something was written, or nothing more will be.
    filled: Notify,
    inbox: Arc<Inbox>,
    /// How long a writer waits for a client that does not read.
    patience: Duration,
}

#[derive(Debug, Default)]
struct State {
    waiting: Vec<u8>,
    /// Whether bytes are on their way to the client.
    is_sending: bool,
    /// Whether the session wants to know when everything is sent.
    wants_ready: bool,
    /// Whether the session has written its last.
    is_finished: bool,
    /// Whether the connection is gone.
    is_gone: bool,
    /// Since when the session waits for the database, until its player is told.
    waits_since: Option<Instant>,
    notice_place: NoticePlace,
    /// Whether a notice stands where a picture was, until that is drawn anew.
    covers_picture: bool,
}

impl Outlet {
    /// An outlet that tells `inbox` when the client can take a picture again.
    pub(crate) fn new(inbox: Arc<Inbox>, patience: Duration) -> Arc<Outlet> {
        let state = Mutex::new(State::default());
        let (drained, filled) = (Condvar::new(), Notify::new());
        Arc::new(Outlet { state, drained, filled, inbox, patience })
    }

    /// Whether the last picture has not been sent yet: then [`Inbox::ready`] follows when it has.
    pub(crate) fn is_busy(&self) -> bool {
        let mut state = self.state.lock();
        let is_busy = state.is_sending || !state.waiting.is_empty();
        state.wants_ready |= is_busy;
        is_busy
    }

    pub(super) fn place_notices(&self, place: NoticePlace) {
        self.state.lock().notice_place = place;
    }

    /// Tells the player that the session waits for the database, if at `now` it has for long.
    /// [`Inbox::ready`] follows where that covers a picture.
    pub(super) fn tell_of_wait(&self, now: Instant) {
        let mut state = self.state.lock();
        let is_long = |since: &mut Instant| now.duration_since(*since) >= MAX_SILENT_WAIT;
        if state.waits_since.take_if(is_long).is_none() || state.is_gone || state.is_finished {
            return;
        }
        let place = state.notice_place;
        state.waiting.extend(place.bytes());
        let covers_picture = place == NoticePlace::LastRow;
        state.covers_picture |= covers_picture;
        self.filled.notify_one();
        drop(state);
        if covers_picture {
            self.inbox.ready();
        }
    }

    /// For whoever draws pictures: whether a notice stands where one was, which is drawn anew then.
    pub(super) fn uncover_picture(&self) -> bool {
        std::mem::take(&mut self.state.lock().covers_picture)
    }

    pub(crate) fn finish(&self) {
        self.state.lock().is_finished = true;
        self.filled.notify_one();
    }

    /// The client takes nothing any more, or is gone: writers fail, and the session ends.
    pub(crate) fn cut(&self, ending: Option<Ending>) {
        match ending {
            Some(ending) => self.inbox.end(ending),
            None => self.inbox.close(),
        }
        self.state.lock().is_gone = true;
        self.drained.notify_all();
        self.filled.notify_one();
    }

    /// For the connection: what is to be sent next; none at the end. [`Outlet::sent`] follows.
    pub(crate) async fn next(&self) -> Option<Vec<u8>> {
        loop {
            let filled = self.filled.notified();
            {
                let mut state = self.state.lock();
                if state.is_gone {
                    return None;
                }
                if !state.waiting.is_empty() {
                    state.is_sending = true;
                    return Some(std::mem::take(&mut state.waiting));
                }
                if state.is_finished {
                    return None;
                }
            }
            filled.await;
        }
    }

    /// For the connection: what was taken last has been sent.
    pub(crate) fn sent(&self) {
        let mut state = self.state.lock();
        state.is_sending = false;
        let tells = state.waiting.is_empty() && std::mem::take(&mut state.wants_ready);
        drop(state);
        self.drained.notify_all();
        if tells {
            self.inbox.ready();
        }
    }
}

impl WaitObserver for Outlet {
    fn wait_begins(&self) {
        self.state.lock().waits_since = Some(Instant::now());
    }

    fn wait_ends(&self) {
        self.state.lock().waits_since = None;
    }
}

/// The session's side.
#[derive(Clone, Debug)]
pub(crate) struct OutletWriter(pub(crate) Arc<Outlet>);

impl Write for OutletWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let outlet = &*self.0;
        let is_full = |state: &mut State| {
            !state.is_gone
                && !state.waiting.is_empty()
                && state.waiting.len() + bytes.len() > MAX_WAITING_BYTES
        };
        let mut state = outlet.state.lock();
        outlet.drained.wait_while_for(&mut state, is_full, outlet.patience);
        if state.is_gone {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        if is_full(&mut state) {
            return Err(io::ErrorKind::TimedOut.into());
        }
        state.waiting.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.filled.notify_one();
        Ok(())
    }
}

/// How long the database may take until the player is told.
pub(super) const MAX_SILENT_WAIT: Duration = Duration::from_secs(1);

/// A narrower terminal shows what has room of it.
const WORDS: &str = "The books are stuck. What you type is kept; wait a little.";

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum NoticePlace {
    /// A line of its own.
    #[default]
    Line,
    /// The last row of a picture.
    LastRow,
}

impl NoticePlace {
    pub(super) fn bytes(self) -> Vec<u8> {
        match self {
            NoticePlace::Line => format!("{WORDS}\r\n").into_bytes(),
            // A terminal takes a row beyond its last for its last. Without wrapping, nothing
            // scrolls.
            NoticePlace::LastRow => {
                format!("\x1b7\x1b[?7l\x1b[999;1H\x1b[0;7m {WORDS} \x1b[m\x1b[?7h\x1b8")
                    .into_bytes()
            }
        }
    }
}
