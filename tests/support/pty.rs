//! A program on a terminal of its own, driven as a user drives it: keys go in, the screen is looked
//! at, the terminal is resized or closed, the process gets signals. Everything waits for what it
//! wants to see, nothing for a time.

use std::{
    io::{Read, Write},
    num::NonZero,
    path::{Path, PathBuf},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use portable_pty::{
    Child, CommandBuilder, ExitStatus, MasterPty, PtySize, SlavePty, native_pty_system,
};

/// How long anything may take. Only a test that fails waits for it.
const DEADLINE: Duration = Duration::from_secs(20);

/// What is to be started, and on what terminal.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    program: PathBuf,
    arguments: Vec<String>,
    variables: Vec<(String, String)>,
    size: (u16, u16),
    is_read: bool,
}

impl Start {
    /// A program on an 80×24 terminal of 256 colours, in an environment with nothing in it but
    /// that.
    pub(crate) fn new(program: impl AsRef<Path>) -> Self {
        let variable = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        Self {
            program: program.as_ref().to_owned(),
            arguments: Vec::new(),
            variables: vec![
                variable("TERM", "xterm-256color"),
                variable("LANG", "C.UTF-8"),
                variable("PATH", "/usr/bin:/bin"),
            ],
            size: (80, 24),
            is_read: true,
        }
    }

    pub(crate) fn arguments<'a>(mut self, arguments: impl IntoIterator<Item = &'a str>) -> Self {
        self.arguments.extend(arguments.into_iter().map(str::to_owned));
        self
    }

    pub(crate) fn variable(mut self, name: &str, value: &str) -> Self {
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Columns and rows.
    pub(crate) fn size(mut self, width: u16, height: u16) -> Self {
        self.size = (width, height);
        self
    }

    /// What the program writes is not read.
    #[cfg(feature = "tui")]
    pub(crate) fn unread(mut self) -> Self {
        self.is_read = false;
        self
    }

    pub(crate) fn run(&self) -> Pty {
        Pty::start(self)
    }
}

/// What came from the program.
struct Seen {
    terminal: vt100::Parser,
    bytes: Vec<u8>,
    ended: bool,
}

struct Shared {
    seen: Mutex<Seen>,
    changed: Condvar,
    closing: AtomicBool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A running program and its terminal.
pub(crate) struct Pty {
    master: Option<Box<dyn MasterPty + Send>>,
    slave: Option<Box<dyn SlavePty + Send>>,
    writer: Option<Box<dyn Write + Send>>,
    child: Box<dyn Child + Send + Sync>,
    shared: Arc<Shared>,
    listener: Option<JoinHandle<()>>,
}

impl Pty {
    fn start(start: &Start) -> Self {
        let (width, height) = start.size;
        let pair = native_pty_system().openpty(pty_size(width, height)).expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(&start.program);
        command.env_clear();
        command.args(&start.arguments);
        for (name, value) in &start.variables {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).expect("the program starts");
        let reader = pair.master.try_clone_reader().expect("the terminal can be read");
        let writer = pair.master.take_writer().expect("the terminal can be written to");
        let shared = Arc::new(Shared {
            seen: Mutex::new(Seen {
                terminal: terminal(width, height),
                bytes: Vec::new(),
                ended: false,
            }),
            changed: Condvar::new(),
            closing: AtomicBool::new(false),
        });
        let listener = start.is_read.then(|| {
            let shared = Arc::clone(&shared);
            thread::spawn(move || listen(reader, &shared))
        });
        Self {
            master: Some(pair.master),
            slave: Some(pair.slave),
            writer: Some(writer),
            child,
            shared,
            listener,
        }
    }

    /// Types: characters as they are, other keys as the sequences a terminal sends.
    pub(crate) fn send(&mut self, keys: &str) {
        self.send_bytes(keys.as_bytes());
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let writer = self.writer.as_mut().expect("the terminal is open");
        writer.write_all(bytes).and_then(|()| writer.flush()).expect("the terminal takes keys");
    }

    /// Waits until the screen is as wished.
    ///
    /// # Panics
    /// With the screen as it is, when that takes too long or the terminal ends first.
    pub(crate) fn wait_until(&self, what: &str, wish: impl Fn(&vt100::Screen) -> bool) {
        let seen = self.shared.lock();
        let waiting = |seen: &mut Seen| !wish(seen.terminal.screen()) && !seen.ended;
        let (seen, _) = self
            .shared
            .changed
            .wait_timeout_while(seen, DEADLINE, waiting)
            .unwrap_or_else(PoisonError::into_inner);
        let screen = seen.terminal.screen();
        assert!(wish(screen), "waited in vain for {what}; the screen:\n{}", screen.contents());
    }

    /// Waits until a text stands on the screen.
    pub(crate) fn wait_for(&self, text: &str) {
        self.wait_until(text, |screen| screen.contents().contains(text));
    }

    /// Types, and waits until a text stands on the screen.
    #[cfg(feature = "tui")]
    pub(crate) fn press(&mut self, keys: &str, then: &str) {
        self.send(keys);
        self.wait_for(then);
    }

    /// Waits for words on the screen, whatever lines they are broken into.
    #[cfg(feature = "tui")]
    pub(crate) fn wait_for_words(&self, words: &str) {
        self.wait_until(words, |screen| {
            screen.contents().split_whitespace().collect::<Vec<_>>().join(" ").contains(words)
        });
    }

    /// The screen as text, without blanks at the ends of lines.
    pub(crate) fn text(&self) -> String {
        self.screen(vt100::Screen::contents)
    }

    /// Looks at the screen: colours, cursor, modes.
    pub(crate) fn screen<T>(&self, look: impl FnOnce(&vt100::Screen) -> T) -> T {
        look(self.shared.lock().terminal.screen())
    }

    /// All bytes that came since this was last called.
    pub(crate) fn take_bytes(&self) -> Vec<u8> {
        std::mem::take(&mut self.shared.lock().bytes)
    }

    /// Waits until the program has ended and everything it wrote is on the screen.
    pub(crate) fn wait_exit(&mut self) -> ExitStatus {
        let waits = DEADLINE.as_millis() / 5;
        for _ in 0..waits {
            if let Some(status) = self.child.try_wait().expect("the process can be waited for") {
                // Without it the last end is open, and reading the terminal does not end.
                self.slave = None;
                if self.master.is_some() {
                    self.join_listener();
                }
                return status;
            }
            #[expect(
                clippy::disallowed_methods,
                reason = "a child cannot be waited for with a limit"
            )]
            thread::sleep(Duration::from_millis(5));
        }
        panic!("the program did not end; the screen:\n{}", self.text());
    }

    /// Types what ends the program, and demands its exit code.
    #[track_caller]
    pub(crate) fn ends_by(&mut self, keys: &str, code: u32) {
        self.send(keys);
        self.ends_with(code);
    }

    #[track_caller]
    pub(crate) fn ends_with(&mut self, code: u32) {
        assert_eq!(self.wait_exit().exit_code(), code, "{}", self.text());
    }

    fn join_listener(&mut self) {
        if let Some(listener) = self.listener.take() {
            let _ = listener.join();
        }
    }
}

/// What only the tests of the screens do to a terminal.
#[cfg(feature = "tui")]
impl Pty {
    pub(crate) fn resize(&self, width: u16, height: u16) {
        let (rows, columns) = sides(width, height);
        self.shared.lock().terminal.screen_mut().set_size(rows, columns);
        let master = self.master.as_ref().expect("the terminal is open");
        master.resize(pty_size(width, height)).expect("a pseudo-terminal can be resized");
    }

    /// Closes the terminal, as when a window is closed or a connection is lost.
    pub(crate) fn hang_up(&mut self) {
        self.shared.closing.store(true, Ordering::SeqCst);
        // The listener holds the terminal open as long as it waits: one byte ends that.
        let mut command = CommandBuilder::new("/usr/bin/printf");
        command.arg(".");
        command.set_controlling_tty(false);
        let slave = self.slave.take().expect("the terminal is open");
        let mut waker = slave.spawn_command(command).expect("printf starts");
        self.join_listener();
        let _ = waker.wait();
        self.writer = None;
        self.master = None;
    }

    pub(crate) fn process(&self) -> u32 {
        self.child.process_id().expect("the process runs")
    }

    /// Sends a signal by its name: `TERM`, `KILL`, `CONT`.
    pub(crate) fn signal(&self, name: &str) {
        let process = self.process().to_string();
        let done =
            std::process::Command::new("kill").args([&format!("-{name}"), &process]).status();
        assert!(done.is_ok_and(|status| status.success()), "kill -{name} {process}");
    }

    /// Sends a signal to the process that a shell has started.
    pub(crate) fn signal_child(&self, name: &str) {
        let shell = self.process().to_string();
        let done =
            std::process::Command::new("pkill").args([&format!("-{name}"), "-P", &shell]).status();
        assert!(done.is_ok_and(|status| status.success()), "pkill -{name} -P {shell}");
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        // What a failed test leaves behind; a process that has ended cannot be killed.
        let _ = self.child.kill();
    }
}

/// The begin and the end of what a terminal shows in one go.
const SYNCHRONISE: [&[u8]; 2] = [b"\x1b[?2026h", b"\x1b[?2026l"];

/// How many bytes a terminal that synchronises its output shows of those that have come.
fn shown(came: &[u8]) -> usize {
    let last = |bytes: &[u8]| came.windows(bytes.len()).rposition(|own| own == bytes);
    match SYNCHRONISE.map(last) {
        [Some(begin), end] if end.is_none_or(|end| end < begin) => begin,
        _ => came.len(),
    }
}

fn listen(mut reader: Box<dyn Read + Send>, shared: &Shared) {
    let mut buffer = [0; 4_096];
    let mut came = Vec::new();
    while let Ok(length @ 1..) = reader.read(&mut buffer) {
        came.extend_from_slice(&buffer[..length]);
        let rest = came.split_off(shown(&came));
        let mut seen = shared.lock();
        seen.terminal.process(&came);
        seen.bytes.extend_from_slice(&buffer[..length]);
        drop(seen);
        came = rest;
        shared.changed.notify_all();
        if shared.closing.load(Ordering::SeqCst) {
            break;
        }
    }
    let mut seen = shared.lock();
    seen.terminal.process(&came);
    seen.ended = true;
    drop(seen);
    shared.changed.notify_all();
}

fn sides(width: u16, height: u16) -> (NonZero<u16>, NonZero<u16>) {
    (NonZero::new(height).expect("rows"), NonZero::new(width).expect("columns"))
}

fn terminal(width: u16, height: u16) -> vt100::Parser {
    let (rows, columns) = sides(width, height);
    vt100::Parser::new(rows, columns, 0)
}

fn pty_size(width: u16, height: u16) -> PtySize {
    PtySize { rows: height, cols: width, pixel_width: 0, pixel_height: 0 }
}
