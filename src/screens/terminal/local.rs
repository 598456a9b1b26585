//! The terminal the process was started in: taken over while a [`LocalTerminal`] lives, and given
//! back as it was on drop, on a panic, on a signal that ends the process and while it is stopped.
//!
//! Keys come from the standard input, or from the terminal of the process (`/dev/tty`) where that
//! is something else. Other programs may share the terminal, and some leave it without blocking:
//! whoever reads or writes waits for it by `poll`.

#![expect(clippy::disallowed_types, reason = "waiting for keys depends on no rule")]

use std::{
    collections::VecDeque,
    fs::{File, OpenOptions},
    io::{self, IsTerminal, Read, Write},
    mem,
    os::fd::AsFd,
    os::unix::net::UnixStream,
    panic,
    sync::{Arc, Mutex, MutexGuard, Once, PoisonError},
    time::{Duration, Instant},
};

use ratatui::layout::Size;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};
use signal_hook::{
    consts::{SIGCONT, SIGHUP, SIGTSTP, SIGWINCH},
    low_level,
};

use super::{
    Input, InputParser, InputQueue, KEY_TIMEOUT, Key, Source, TerminalMode, clamp_size,
    input_queue,
    watch::{AbortGuard, Watch},
};

/// The terminal while it is taken: a process has one. Whatever giving it back needs is here.
static TAKEN: Mutex<Option<Taken>> = Mutex::new(None);

/// How long the bytes that give the terminal back wait for a terminal that does not read.
const LEAVE_PATIENCE: Duration = Duration::from_millis(700);

/// How long leaving waits for an answer that the terminal was asked for.
const ANSWER_PATIENCE: Duration = Duration::from_millis(50);

/// The bytes that fit into a terminal that can be written to at all: Linux reports one as writable
/// from 256 on.
const SAFE_CHUNK_BYTES: usize = 128;

/// How often signals are looked for where no thread sends them.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(250);

const READ_BYTES: usize = 4096;

#[derive(Clone, Debug)]
struct Taken {
    keys: Arc<File>,
    output: TerminalOutput,
    found: Termios,
    mode: TerminalMode,
    leave_bytes: Arc<[u8]>,
}

impl Taken {
    /// Takes the terminal; `again` if it may be taken already.
    fn enter(&self, again: bool) -> io::Result<()> {
        let mut raw = self.found.clone();
        raw.make_raw();
        tcsetattr(&*self.keys, OptionalActions::Now, &raw)?;
        let mut output = self.output.clone();
        if again { self.mode.enter_again(&mut output) } else { self.mode.enter(&mut output) }
    }

    /// Gives the terminal back; it needs no memory for that. Nothing can be done when it is gone or
    /// does not read.
    fn leave(&self) {
        let _ = self.output.write_within(&self.leave_bytes, LEAVE_PATIENCE);
        let _ = tcsetattr(&*self.keys, OptionalActions::Now, &self.found);
    }
}

/// The terminal, if it is taken. The lock is not held while the terminal is written to: it may not
/// read, and whoever gives it back then must not wait for that.
fn taken() -> Option<Taken> {
    lock().clone()
}

fn lock() -> MutexGuard<'static, Option<Taken>> {
    TAKEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The terminal, taken over. It is a [`Source`] of input; draw to [`Self::output`].
///
/// Ctrl-Z stops the process as everywhere else, and does not reach the screens; what they see of it
/// is [`Input::Resize`] afterwards. Where nobody could let it go on, it reaches them as a key.
#[derive(Debug)]
pub struct LocalTerminal {
    keys: Arc<File>,
    output: TerminalOutput,
    size: Size,
    parser: InputParser,
    /// What was parsed and not taken yet.
    inputs: VecDeque<Input>,
    /// From when on silence decides what an unfinished sequence is.
    silent_since: Instant,
    /// Inputs that other threads sent. They are taken before those of the terminal.
    queue: InputQueue,
    /// Readable when something is in the queue.
    wake: UnixStream,
    watch: Watch,
    /// Where the system has a thread for it.
    abort_guard: Option<AbortGuard>,
}

impl LocalTerminal {
    /// Whether there is a terminal to draw on and one to hear keys from.
    pub fn is_there() -> bool {
        io::stdout().is_terminal() && open_keys().is_ok()
    }

    /// Takes the terminal over. There is one terminal: hold one `LocalTerminal` at a time.
    pub fn open(mode: TerminalMode) -> io::Result<Self> {
        let keys = Arc::new(open_keys()?);
        let output = File::from(io::stdout().as_fd().try_clone_to_owned()?);
        let output = TerminalOutput(Arc::new(output));
        let (wake, waker) = UnixStream::pair()?;
        wake.set_nonblocking(true)?;
        waker.set_nonblocking(true)?;
        let (sender, queue) = input_queue(move || {
            // A full pipe wakes as well.
            let _ = (&waker).write(&[0]);
        });
        let found = tcgetattr(&*keys)?;
        let mut leave_bytes = Vec::new();
        mode.leave(&mut leave_bytes)?;
        let leave_bytes = leave_bytes.into();
        let to_leave =
            Taken { keys: keys.clone(), output: output.clone(), found, mode, leave_bytes };
        restore_on_panic();
        let watch = Watch::start(keys.clone(), sender, restore)?;
        *lock() = Some(to_leave);
        let mut terminal = Self {
            keys,
            output,
            size: ask_size(),
            parser: InputParser::default(),
            inputs: VecDeque::new(),
            silent_since: Instant::now(),
            queue,
            wake,
            watch,
            abort_guard: None,
        };
        terminal.resume(false)?;
        // Last, since everything else is worth a thread and descriptors more.
        terminal.abort_guard = AbortGuard::start(restore_without_memory).ok();
        Ok(terminal)
    }

    /// A writer on the terminal without a buffer of its own.
    pub fn output(&self) -> TerminalOutput {
        self.output.clone()
    }

    /// Asks the terminal how wide it draws the signs of the Unicode set: [`Input::WideSigns`] comes
    /// if two columns. What is on the screen has to be drawn over.
    pub fn ask_sign_width(&mut self) -> io::Result<()> {
        self.parser.await_sign_width();
        TerminalMode::ask_sign_width(&mut self.output)
    }

    /// Asks the terminal for its ground: [`Input::Ground`] comes if it answers.
    pub fn ask_ground(&mut self) -> io::Result<()> {
        self.parser.await_ground();
        TerminalMode::ask_ground(&mut self.output)
    }

    /// The terminal's size (clamped), as last heard.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Gives the terminal back, stops the process, and takes the terminal again when it goes on.
    /// Where nobody could let it go on the key is the screens'.
    fn stop(&mut self) -> io::Result<Input> {
        if is_orphaned() {
            return Ok(Input::Key(Key::ctrl('z')));
        }
        leave();
        low_level::emulate_default_handler(SIGTSTP)?;
        self.resume(false)
    }

    /// Takes the terminal; `again` if it may be taken already.
    fn resume(&mut self, again: bool) -> io::Result<Input> {
        if let Some(taken) = taken() {
            // The shell may have set the terminal meanwhile: it starts from what was found first.
            taken.enter(again)?;
        }
        self.size = ask_size();
        Ok(Input::Resize(self.size))
    }

    /// What an input is to the screens. Stops, continues and new sizes are dealt with here.
    fn input(&mut self, input: Input) -> io::Result<Option<Input>> {
        match input {
            Input::Signal(SIGTSTP) => self.stop().map(Some),
            Input::Key(pressed) if pressed == Key::ctrl('z') => self.stop().map(Some),
            Input::Signal(SIGCONT) => self.resume(true).map(Some),
            Input::Signal(SIGWINCH) => {
                let size = ask_size();
                let is_new = size != std::mem::replace(&mut self.size, size);
                Ok(is_new.then_some(Input::Resize(size)))
            }
            other => Ok(Some(other)),
        }
    }

    /// Waits for keys and for other threads, until a moment if there is one.
    fn wait(&mut self, until: Option<Instant>) -> io::Result<()> {
        let timeout = until.map(|until| timespec(until.saturating_duration_since(Instant::now())));
        let mut ends =
            [PollFd::new(&*self.keys, PollFlags::IN), PollFd::new(&self.wake, PollFlags::IN)];
        match poll(&mut ends, timeout.as_ref()) {
            // By a signal, which the watch sends.
            Err(rustix::io::Errno::INTR) => return Ok(()),
            other => other?,
        };
        let (keys, wake) = (ends[0].revents(), ends[1].revents());
        let mut bytes = [0; READ_BYTES];
        if !wake.is_empty() {
            while self.wake.read(&mut bytes).is_ok_and(|count| count > 0) {}
        }
        if keys.is_empty() {
            return Ok(());
        }
        match (&*self.keys).read(&mut bytes) {
            Ok(0) => Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(count) => {
                self.silent_since = Instant::now();
                let inputs = &mut self.inputs;
                self.parser.feed(&bytes[..count], &mut |input| inputs.push_back(input));
                Ok(())
            }
            Err(error) if is_passing(&error) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn next(&mut self, timeout: Option<Duration>) -> io::Result<Input> {
        let until = timeout.map(|timeout| Instant::now() + timeout);
        let mut has_looked = false;
        loop {
            self.inputs.extend(self.watch.take());
            while let Some(input) = self.queue.take().or_else(|| self.inputs.pop_front()) {
                if let Some(input) = self.input(input)? {
                    return Ok(input);
                }
            }
            let silence = self.parser.silence(KEY_TIMEOUT);
            let silent_at = silence.map(|silence| self.silent_since + silence);
            let now = Instant::now();
            if has_looked && silent_at.is_some_and(|at| now >= at) {
                self.silent_since = now;
                let inputs = &mut self.inputs;
                self.parser.time_out(&mut |input| inputs.push_back(input));
            } else if has_looked && until.is_some_and(|until| now >= until) {
                return Ok(Input::Tick);
            } else {
                let signals_at = self.watch.is_alone().then(|| now + SIGNAL_INTERVAL);
                self.wait([until, silent_at, signals_at].into_iter().flatten().min())?;
                has_looked = true;
            }
        }
    }
}

impl Source for LocalTerminal {
    /// Never fails: a terminal that cannot be read any more has hung up.
    fn poll(&mut self, timeout: Option<Duration>) -> io::Result<Input> {
        Ok(self.next(timeout).unwrap_or(Input::Signal(SIGHUP)))
    }

    fn has_input(&self) -> bool {
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        let mut keys = [PollFd::new(&*self.keys, PollFlags::IN)];
        !self.inputs.is_empty() || poll(&mut keys, Some(&now)).is_ok_and(|ready| ready > 0)
    }

    fn ask_size(&mut self) -> Option<Size> {
        self.size = ask_size();
        Some(self.size)
    }
}

impl Drop for LocalTerminal {
    fn drop(&mut self) {
        self.abort_guard = None;
        // An answer that is still on its way would be typed into the shell.
        let until = Instant::now() + ANSWER_PATIENCE;
        while self.parser.awaits_answer() && Instant::now() < until {
            if self.wait(Some(until)).is_err() {
                break;
            }
        }
        restore();
    }
}

/// Writes to a terminal, and waits for it where it does not take more: a program that shares it may
/// have set it not to block.
#[derive(Clone, Debug)]
pub struct TerminalOutput(Arc<File>);

impl Write for TerminalOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            match (&*self.0).write(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    self.wait_writable(None)?;
                }
                other => return other,
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl TerminalOutput {
    /// Writes to a terminal that may not read, for a limited time.
    fn write_within(&self, mut bytes: &[u8], time: Duration) -> io::Result<()> {
        let until = Instant::now() + time;
        while !bytes.is_empty() {
            if !self.wait_writable(Some(until))? {
                return Err(io::ErrorKind::TimedOut.into());
            }
            match (&*self.0).write(&bytes[..bytes.len().min(SAFE_CHUNK_BYTES)]) {
                Ok(count) => bytes = &bytes[count..],
                Err(error) if is_passing(&error) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Waits until something can be written; false when the time is over.
    fn wait_writable(&self, until: Option<Instant>) -> io::Result<bool> {
        loop {
            let timeout =
                until.map(|until| timespec(until.saturating_duration_since(Instant::now())));
            match poll(&mut [PollFd::new(&*self.0, PollFlags::OUT)], timeout.as_ref()) {
                Err(rustix::io::Errno::INTR) => {}
                other => return Ok(other? > 0),
            }
        }
    }
}

/// Whether what failed is to be tried again.
fn is_passing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}

/// The time in milliseconds, rounded up: a wait that ends too soon is a wait without end.
fn timespec(time: Duration) -> Timespec {
    let time = time.min(Duration::from_hours(1)).as_nanos().div_ceil(1_000_000) as i64;
    Timespec { tv_sec: time / 1_000, tv_nsec: time % 1_000 * 1_000_000 }
}

/// Gives the terminal back, for a while.
fn leave() {
    if let Some(taken) = taken() {
        taken.leave();
    }
}

/// Gives the terminal back. Does nothing when it is not taken.
fn restore() {
    let taken = lock().take();
    if let Some(taken) = taken {
        taken.leave();
    }
}

/// As [`restore`], for a process that aborts: it neither waits for another thread nor takes or
/// gives back memory.
fn restore_without_memory() {
    if let Ok(mut taken) = TAKEN.try_lock()
        && let Some(taken) = taken.take()
    {
        taken.leave();
        mem::forget(taken);
    }
}

/// The terminal that keys come from.
fn open_keys() -> io::Result<File> {
    let stdin = io::stdin();
    if stdin.is_terminal() {
        return Ok(File::from(stdin.as_fd().try_clone_to_owned()?));
    }
    OpenOptions::new().read(true).write(true).open("/dev/tty")
}

/// Whether nobody is there who could let this process go on after a stop: no process above it in
/// the same session belongs to another group, as the shell does that says `fg`. (POSIX calls this
/// an orphaned process group.)
fn is_orphaned() -> bool {
    let Some(own) = Ancestor::of("self") else { return is_session_leader() };
    // A shell that gives its commands groups of their own can say `fg`, whoever it runs for.
    let has_own_group = own.group != own.session;
    let mut pid = own.parent;
    while pid > 0 {
        match Ancestor::of(&pid.to_string()) {
            Some(above) if above.session != own.session => return true,
            Some(above) if above.group != own.group => return false,
            Some(above) => pid = above.parent,
            // Not every user is shown the processes of others.
            None => return !has_own_group,
        }
    }
    true
}

/// A process by the ids of the system's table, 0 for one that cannot be seen from here (a
/// container's processes may have such a session).
struct Ancestor {
    parent: u32,
    group: u32,
    session: u32,
}

impl Ancestor {
    /// `None` where the system tells nothing of this process.
    fn of(pid: &str) -> Option<Ancestor> {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name, in brackets, may hold anything.
        let (_, fields) = stat.rsplit_once(')')?;
        let mut ids = fields.split_whitespace().skip(1).map(str::parse);
        let mut id = || ids.next()?.ok();
        Some(Ancestor { parent: id()?, group: id()?, session: id()? })
    }
}

/// What is asked where no table of processes can be read: on macOS and the BSDs, in some
/// containers.
fn is_session_leader() -> bool {
    rustix::process::getsid(None).is_ok_and(|session| session == rustix::process::getpid())
}

fn restore_on_panic() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            restore();
            before(info);
        }));
    });
}

/// The size of the terminal; 80×24 for a terminal that does not know its size.
fn ask_size() -> Size {
    match crossterm::terminal::size() {
        Ok((width, height)) if width > 0 && height > 0 => clamp_size(width, height),
        _ => Size { width: 80, height: 24 },
    }
}
