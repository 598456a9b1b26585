//! Threads that give the terminal back: on a signal, on a hang-up of the terminal, on an abort.
//!
//! [`Watch`] sleeps on signals and on the terminal, and sends each as an input to the loop of the
//! screens. When the process is told to end and the screens do not let go of the terminal within
//! the grace period, it restores the terminal and ends the process itself.
//!
//! [`AbortGuard`] gives the terminal back when the process aborts, for want of memory or by a panic
//! during a panic. An abort ends the process as soon as the handler of its signal returns. So the
//! handler wakes a thread, and then writes into a full pipe, which holds it up until that thread
//! has given the terminal back and empties the pipe.

use std::{
    convert::Infallible,
    fs::File,
    io::{self, PipeReader, PipeWriter, Read as _, Write as _, pipe},
    os::{fd::AsFd, unix::net::UnixStream},
    process,
    sync::Arc,
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    thread::{self, JoinHandle},
    time::Duration,
};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use signal_hook::{
    SigId,
    consts::{
        SIGABRT, SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGIO, SIGPROF, SIGQUIT, SIGSYS, SIGTERM,
        SIGTRAP, SIGTSTP, SIGUSR1, SIGUSR2, SIGVTALRM, SIGWINCH, SIGXCPU,
    },
    iterator::{Handle, backend::SignalDelivery, exfiltrator::SignalOnly},
    low_level::{pipe::register, unregister},
};

use super::{Input, InputSender};

/// The stack of the thread for aborts: little, so that it is to be had where memory is short. The
/// thread only waits and writes.
const ABORT_STACK_BYTES: usize = 64 * 1_024;

/// More than a pipe holds, on any system.
const MAX_PIPE_BYTES: usize = 1 << 20;

/// The time in which the screens must give the terminal back once the process was told to end.
const GRACE_PERIOD: Duration = Duration::from_millis(500);

/// The signals that are heard besides those that end the process.
const OTHERS: [i32; 3] = [SIGTSTP, SIGCONT, SIGWINCH];

/// The signals that end a process which does not hear them, but for those of its own faults.
const ENDINGS: [i32; 14] = [
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGABRT, SIGALRM, SIGIO, SIGPROF, SIGSYS, SIGTRAP, SIGUSR1,
    SIGUSR2, SIGVTALRM, SIGXCPU,
];

/// Linux's signal of a failing power supply, which has no name among the constants.
const SIGPWR: Option<i32> = if cfg!(target_os = "linux") { Some(30) } else { None };

/// The running thread; it ends when this is dropped.
#[derive(Debug)]
pub(super) struct Watch {
    handle: Handle,
    /// Nothing is sent: that it is dropped tells the thread that the screens have let go of the
    /// terminal.
    hold: Option<Sender<Infallible>>,
    thread: Option<JoinHandle<()>>,
    /// The signals, if there is no thread.
    pending: Option<SignalDelivery<UnixStream, SignalOnly>>,
}

impl Watch {
    /// Starts watching the signals and the terminal; `restore` is called before the process is
    /// ended. Where the system has no thread for it, the loop itself must ask for signals
    /// ([`Watch::take`]).
    pub(super) fn start(
        terminal: Arc<File>,
        inputs: InputSender,
        restore: fn(),
    ) -> io::Result<Self> {
        let watched = delivery()?;
        let handle = watched.handle();
        let (hold, held) = mpsc::channel();
        let thread = thread::Builder::new()
            .name("signals".to_owned())
            .spawn(move || listen(watched, terminal, &inputs, &held, restore));
        if let Ok(thread) = thread {
            return Ok(Self { handle, hold: Some(hold), thread: Some(thread), pending: None });
        }
        let pending = delivery()?;
        Ok(Self { handle: pending.handle(), hold: None, thread: None, pending: Some(pending) })
    }

    /// Whether no thread sends the signals.
    pub(super) fn is_alone(&self) -> bool {
        self.pending.is_some()
    }

    /// The signals that have come and that no thread sends.
    pub(super) fn take(&mut self) -> impl Iterator<Item = Input> {
        self.pending.iter_mut().flat_map(SignalDelivery::pending).map(Input::Signal)
    }
}

fn delivery() -> io::Result<SignalDelivery<UnixStream, SignalOnly>> {
    let (read, write) = UnixStream::pair()?;
    SignalDelivery::with_pipe(read, write, SignalOnly, OTHERS.iter().chain(&ENDINGS).chain(&SIGPWR))
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.hold = None;
        self.handle.close();
        if let Some(thread) = self.thread.take() {
            // It ends by itself, and a panic in it was reported by the hook.
            let _ = thread.join();
        }
    }
}

/// The thread: sends what it hears until the watch is dropped or the process is told to end.
fn listen(
    mut delivery: SignalDelivery<UnixStream, SignalOnly>,
    terminal: Arc<File>,
    inputs: &InputSender,
    held: &Receiver<Infallible>,
    restore: fn(),
) {
    let mut terminal = Some(terminal);
    loop {
        let waited = wait(&delivery, terminal.as_deref());
        if !matches!(waited, Waited::Signal) {
            terminal = None;
        }
        let hang_up = matches!(waited, Waited::HungUp).then_some(SIGHUP);
        let heard: Vec<i32> = delivery.pending().chain(hang_up).collect();
        if delivery.handle().is_closed() {
            return;
        }
        // A signal that ends the process goes before a stop: the screens see only the first.
        let ending = heard.iter().copied().find(|signal| !OTHERS.contains(signal));
        if let Some(signal) = ending {
            inputs.send(Input::Signal(signal));
            if held.recv_timeout(GRACE_PERIOD) == Err(RecvTimeoutError::Disconnected) {
                return;
            }
            restore();
            process::exit(128 + signal);
        }
        for signal in heard {
            inputs.send(Input::Signal(signal));
        }
    }
}

enum Waited {
    Signal,
    HungUp,
    /// Some systems cannot poll a terminal's device.
    CannotWatch,
}

fn wait(delivery: &SignalDelivery<UnixStream, SignalOnly>, terminal: Option<&File>) -> Waited {
    let mut watched = vec![PollFd::new(delivery.get_read(), PollFlags::IN)];
    // Asking for nothing leaves what is always told: a hang-up or an error.
    watched.extend(terminal.map(|file| PollFd::new(file, PollFlags::empty())));
    if poll(&mut watched, None).is_err() {
        // Interrupted by a signal: it is in the pipe.
        return Waited::Signal;
    }
    match watched.get(1).map(PollFd::revents) {
        Some(found) if found.contains(PollFlags::NVAL) => Waited::CannotWatch,
        Some(found) if found.intersects(PollFlags::HUP | PollFlags::ERR) => Waited::HungUp,
        _ => Waited::Signal,
    }
}

/// The registered handler and its thread; both end when this is dropped.
#[derive(Debug)]
pub(super) struct AbortGuard {
    handlers: [SigId; 2],
    /// What the handler may wait for.
    drain: PipeReader,
    thread: Option<JoinHandle<()>>,
}

impl AbortGuard {
    /// Has `restore` called before the process aborts. It must need no memory.
    ///
    /// # Errors
    /// The system has no thread or no descriptors for it: then an abort leaves the terminal as it
    /// is.
    pub(super) fn start(restore: fn()) -> io::Result<Self> {
        let (mut heard, wakes) = UnixStream::pair()?;
        let (drain, full) = pipe()?;
        fill(&full)?;
        let (blocks, mut own_drain) = (full.try_clone()?, drain.try_clone()?);
        let builder = thread::Builder::new().name("abort".to_owned()).stack_size(ABORT_STACK_BYTES);
        let thread = builder.spawn(move || {
            let mut byte = [0];
            if heard.read_exact(&mut byte).is_ok() {
                restore();
                empty(&mut own_drain);
            }
        })?;
        // The handlers are called in the order in which they were registered.
        let waker = register(SIGABRT, wakes)?;
        let holder = register(SIGABRT, full)?;
        // `register` has set it not to wait.
        set_blocking(&blocks, true)?;
        Ok(Self { handlers: [waker, holder], drain, thread: Some(thread) })
    }
}

impl Drop for AbortGuard {
    fn drop(&mut self) {
        // A handler may wait in the very thread that would let it on.
        if set_blocking(&self.drain, false).is_ok() {
            empty(&mut self.drain);
        }
        // The end of the socket is closed by that, which ends the thread.
        for handler in self.handlers {
            unregister(handler);
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Fills a pipe, so that the next write waits.
fn fill(mut pipe: &PipeWriter) -> io::Result<()> {
    set_blocking(pipe, false)?;
    let bytes = [0; 4096];
    for _ in 0..MAX_PIPE_BYTES / bytes.len() {
        match pipe.write(&bytes) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
            written => _ = written?,
        }
    }
    set_blocking(pipe, true)
}

/// Empties a pipe, so that who waits to write to it goes on.
fn empty(pipe: &mut PipeReader) {
    let mut bytes = [0; 4096];
    while pipe.read(&mut bytes).is_ok_and(|count| count == bytes.len()) {}
}

fn set_blocking(pipe: impl AsFd, blocks: bool) -> io::Result<()> {
    let mut flags = fcntl_getfl(&pipe)?;
    flags.set(OFlags::NONBLOCK, !blocks);
    Ok(fcntl_setfl(&pipe, flags)?)
}
