//! A thread that watches for signals and for a hang-up of the terminal, and sends them to the loop of the screens.
//!
//! crossterm waits for keys without end, and on a terminal that hung up it spins. So one thread sleeps on the signals
//! and on the terminal's hang-up and sends each as an input. When the process is told to end and the screens do not
//! let go of the terminal within the grace period, the thread restores the terminal and ends the process itself.

use std::{
    convert::Infallible,
    fs::File,
    io,
    os::unix::net::UnixStream,
    process,
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    thread::{self, JoinHandle},
    time::Duration,
};

use rustix::event::{PollFd, PollFlags, poll};
use signal_hook::{
    consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP},
    iterator::{Handle, backend::SignalDelivery, exfiltrator::SignalOnly},
};

use super::{Input, InputSender};

/// The time in which the screens must give the terminal back once the process was told to end.
const GRACE_PERIOD: Duration = Duration::from_millis(500);

/// The running thread; it ends when this is dropped.
#[derive(Debug)]
pub(super) struct Watch {
    handle: Handle,
    /// Nothing is sent: that it is dropped tells the thread that the screens have let go of the terminal.
    hold: Option<Sender<Infallible>>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    /// Starts watching the signals and the terminal; `restore` is called before the process is ended.
    pub(super) fn start(terminal: File, inputs: InputSender, restore: fn()) -> io::Result<Self> {
        let (read, write) = UnixStream::pair()?;
        let signals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGCONT];
        let delivery = SignalDelivery::with_pipe(read, write, SignalOnly, signals)?;
        let handle = delivery.handle();
        let (hold, held) = mpsc::channel();
        let thread = thread::Builder::new()
            .name("signals".to_owned())
            .spawn(move || listen(delivery, terminal, &inputs, &held, restore))?;
        Ok(Self { handle, hold: Some(hold), thread: Some(thread) })
    }
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
    terminal: File,
    inputs: &InputSender,
    held: &Receiver<Infallible>,
    restore: fn(),
) {
    let mut terminal = Some(terminal);
    loop {
        let waited = wait(&delivery, terminal.as_ref());
        if !matches!(waited, Waited::Signal) {
            terminal = None;
        }
        let hang_up = matches!(waited, Waited::HungUp).then_some(SIGHUP);
        let heard: Vec<i32> = delivery.pending().chain(hang_up).collect();
        if delivery.handle().is_closed() {
            return;
        }
        // A signal that ends the process goes before a stop: the screens see only the first.
        let ending = heard.iter().copied().find(|signal| ![SIGTSTP, SIGCONT].contains(signal));
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
