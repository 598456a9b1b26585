//! What a client sends, on its way from the connection to the thread of its session.
//!
//! The connection's side never waits and holds little: bytes that nobody takes are dropped, and of sizes only the last is kept.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ratatui::layout::Size;

use super::ending::Ending;
use crate::server::FrontEnd;
use crate::server::limits::{InputLimiter, Refusal};
use crate::ui::terminal::{Input, InputParser, KEY_TIMEOUT, Source};

/// The bytes of input that may wait for the session; a player who types ahead fills a few hundred.
const MAX_WAITING_BYTES: usize = 8_192;

/// The connection's side.
#[derive(Debug, Default)]
pub(crate) struct Inbox {
    state: Mutex<State>,
    arrived: Condvar,
}

#[derive(Debug, Default)]
struct State {
    bytes: Vec<u8>,
    size: Option<Size>,
    is_ready: bool,
    ending: Option<Ending>,
    /// Whether nothing more comes.
    is_closed: bool,
}

impl Inbox {
    /// Input; returns how many bytes of it were dropped, because too many wait.
    pub(crate) fn put(&self, bytes: &[u8]) -> usize {
        let mut state = self.lock();
        let taken = bytes.len().min(MAX_WAITING_BYTES - state.bytes.len());
        state.bytes.extend_from_slice(&bytes[..taken]);
        self.arrived.notify_one();
        bytes.len() - taken
    }

    /// The terminal has this size.
    pub(crate) fn resize(&self, size: Size) {
        self.lock().size = Some(size);
        self.arrived.notify_one();
    }

    /// The terminal can take a picture again.
    pub(crate) fn ready(&self) {
        self.lock().is_ready = true;
        self.arrived.notify_one();
    }

    /// Ends the session, with what has come for it left aside. The first reason stands.
    pub(crate) fn end(&self, ending: Ending) {
        self.lock().ending.get_or_insert(ending);
        self.arrived.notify_one();
    }

    /// Nothing more comes: the session ends when it has taken what is there.
    pub(crate) fn close(&self) {
        self.lock().is_closed = true;
        self.arrived.notify_one();
    }

    /// Why the session was ended from outside, if it was.
    pub(crate) fn ending(&self) -> Option<Ending> {
        self.lock().ending
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The session's side: the source of its inputs.
pub(crate) struct SessionInput {
    inbox: Arc<Inbox>,
    parser: InputParser,
    /// What was parsed and not taken yet.
    inputs: VecDeque<Input>,
    front_end: Arc<FrontEnd>,
    /// Keys beyond its rate are dropped.
    limiter: InputLimiter,
    /// Whether that was written into the log.
    has_dropped: bool,
    /// The size of the terminal, as far as it was told.
    size: Size,
    /// When the last input came.
    last_input: Instant,
}

impl SessionInput {
    pub(crate) fn new(inbox: Arc<Inbox>, front_end: Arc<FrontEnd>, size: Size) -> SessionInput {
        SessionInput {
            inbox,
            parser: InputParser::new(),
            limiter: InputLimiter::new(front_end.config.input),
            front_end,
            has_dropped: false,
            inputs: VecDeque::new(),
            size,
            last_input: Instant::now(),
        }
    }

    pub(crate) fn size(&self) -> Size {
        self.size
    }

    /// Takes the inputs from bytes that have come, and drops keys that nobody types so fast.
    fn parse(&mut self, bytes: &[u8]) {
        let SessionInput { parser, inputs, limiter, last_input, .. } = self;
        let mut dropped = 0;
        parser.feed(bytes, &mut |input| {
            if limiter.takes_key(*last_input) {
                inputs.push_back(input);
            } else {
                dropped += 1;
            }
        });
        if dropped > 0 {
            self.front_end.metrics.refused(Refusal::InputRate);
            if !std::mem::replace(&mut self.has_dropped, true) {
                tracing::info!(limit = Refusal::InputRate.word(), "keys are dropped");
            }
        }
    }

    /// Waits until something has come or the time is up, and takes it. `None` at the end of the time.
    fn wait(&mut self, until: Option<Instant>) -> io::Result<Option<Arrived>> {
        let mut state = self.inbox.lock();
        loop {
            if let Some(arrived) = state.take()? {
                return Ok(Some(arrived));
            }
            let now = Instant::now();
            let idle_at = self.last_input + self.front_end.config.session.idle;
            let escape_at = self.parser.is_waiting().then(|| self.last_input + KEY_TIMEOUT);
            let wake_at = [until, escape_at].into_iter().flatten().fold(idle_at, Instant::min);
            if wake_at <= now {
                if idle_at <= now {
                    state.ending = Some(Ending::Refused(self.front_end.refuse(Refusal::IdleTime)));
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                return Ok(None);
            }
            let waited = self.inbox.arrived.wait_timeout(state, wake_at - now);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// What was waited for.
enum Arrived {
    Bytes(Vec<u8>),
    Size(Size),
    Ready,
}

impl State {
    /// What has come, the most urgent first.
    ///
    /// # Errors
    /// The session has ended.
    fn take(&mut self) -> io::Result<Option<Arrived>> {
        if self.ending.is_some() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if let Some(size) = self.size.take() {
            return Ok(Some(Arrived::Size(size)));
        }
        if !self.bytes.is_empty() {
            return Ok(Some(Arrived::Bytes(std::mem::take(&mut self.bytes))));
        }
        if std::mem::take(&mut self.is_ready) {
            return Ok(Some(Arrived::Ready));
        }
        if self.is_closed { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(None) }
    }
}

impl Source for SessionInput {
    fn poll(&mut self, timeout: Option<Duration>) -> io::Result<Input> {
        let until = timeout.map(|timeout| Instant::now() + timeout);
        loop {
            if self.inbox.ending().is_some() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if let Some(input) = self.inputs.pop_front() {
                return Ok(input);
            }
            match self.wait(until)? {
                Some(Arrived::Bytes(bytes)) => {
                    self.last_input = Instant::now();
                    self.parse(&bytes);
                }
                Some(Arrived::Size(size)) => {
                    self.size = size;
                    return Ok(Input::Resize(size));
                }
                Some(Arrived::Ready) => return Ok(Input::Ready),
                None if self.parser.is_waiting() && self.last_input.elapsed() >= KEY_TIMEOUT => {
                    let inputs = &mut self.inputs;
                    self.parser.time_out(&mut |input| inputs.push_back(input));
                }
                None => return Ok(Input::Tick),
            }
        }
    }
}
