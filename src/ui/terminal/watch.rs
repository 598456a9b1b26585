//! A thread that watches for signals and for a hang-up of the terminal, for the thread of the screens.
//!
//! crossterm waits for keys without end, and on a terminal that hung up it spins. So one thread sleeps on
//! the signals and on the terminal's hang-up, notes what it heard, and wakes crossterm by the one signal
//! that crossterm listens to, SIGWINCH. When the process is told to end and the screens do not let go of
//! the terminal within the grace, it restores the terminal and ends the process itself.

use std::{
    fs::File,
    io,
    os::unix::net::UnixStream,
    process,
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicI32, Ordering},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use rustix::event::{PollFd, PollFlags, poll};
use signal_hook::{
    consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH},
    iterator::{Handle, backend::SignalDelivery, exfiltrator::SignalOnly},
    low_level,
};

/// How long the screens may take to let go of the terminal once the process was told to end.
const GRACE_PERIOD: Duration = Duration::from_millis(500);

/// What the thread has heard.
#[derive(Debug, Default)]
pub(super) struct Heard {
    /// The signal that ends the process, or 0.
    ending: AtomicI32,
    stop: AtomicBool,
    resumed: AtomicBool,
    released: Mutex<bool>,
    release: Condvar,
}

impl Heard {
    /// The signal by which the process was told to end.
    pub(super) fn ending(&self) -> Option<i32> {
        Some(self.ending.load(Ordering::SeqCst)).filter(|&signal| signal != 0)
    }

    /// Whether the process was asked to stop, once.
    pub(super) fn take_stop(&self) -> bool {
        self.stop.swap(false, Ordering::SeqCst)
    }

    /// Whether the process goes on after a stop, once.
    pub(super) fn take_resumed(&self) -> bool {
        self.resumed.swap(false, Ordering::SeqCst)
    }

    fn note(&self, signal: i32) {
        match signal {
            SIGTSTP => self.stop.store(true, Ordering::SeqCst),
            SIGCONT => self.resumed.store(true, Ordering::SeqCst),
            signal => self.ending.store(signal, Ordering::SeqCst),
        }
    }

    fn was_released_in_time(&self) -> bool {
        let released = self.released.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting =
            self.release.wait_timeout_while(released, GRACE_PERIOD, |released| !*released);
        *waiting.unwrap_or_else(PoisonError::into_inner).0
    }

    fn let_go(&self) {
        *self.released.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.release.notify_all();
    }
}

/// The running thread; it ends when this is dropped.
#[derive(Debug)]
pub(super) struct Watch {
    heard: Arc<Heard>,
    handle: Handle,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    /// Starts watching the signals and the terminal; `restore` is called before the process is ended.
    pub(super) fn start(terminal: File, restore: fn()) -> io::Result<Self> {
        let (read, write) = UnixStream::pair()?;
        let signals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGCONT];
        let delivery = SignalDelivery::with_pipe(read, write, SignalOnly, signals)?;
        let handle = delivery.handle();
        let heard = Arc::new(Heard::default());
        let thread = {
            let heard = Arc::clone(&heard);
            thread::Builder::new()
                .name("signals".to_owned())
                .spawn(move || listen(delivery, terminal, &heard, restore))?
        };
        Ok(Self { heard, handle, thread: Some(thread) })
    }

    pub(super) fn heard(&self) -> &Heard {
        &self.heard
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.heard.let_go();
        self.handle.close();
        if let Some(thread) = self.thread.take() {
            // It ends by itself, and a panic in it was reported by the hook.
            let _ = thread.join();
        }
    }
}

fn listen(
    mut delivery: SignalDelivery<UnixStream, SignalOnly>,
    terminal: File,
    heard: &Heard,
    restore: fn(),
) {
    let mut terminal = Some(terminal);
    loop {
        match wait(&delivery, terminal.as_ref()) {
            Waited::HungUp => {
                terminal = None;
                heard.note(SIGHUP);
            }
            Waited::CannotWatch => terminal = None,
            Waited::Signal => {}
        }
        for signal in delivery.pending() {
            heard.note(signal);
        }
        if delivery.handle().is_closed() {
            return;
        }
        // Failing to wake is no harm that could be mended: the signal itself always exists.
        let _ = low_level::raise(SIGWINCH);
        if let Some(signal) = heard.ending() {
            if heard.was_released_in_time() {
                return;
            }
            restore();
            process::exit(128 + signal);
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
