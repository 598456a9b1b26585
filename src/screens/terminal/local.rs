//! The terminal the process was started in: taken over while a [`LocalTerminal`] lives, and given back as it was on
//! drop, on a panic, on a signal that ends the process and while it is stopped.

use std::{
    fs::{File, OpenOptions},
    io::{self, IsTerminal},
    os::fd::AsFd,
    panic,
    sync::{
        Once,
        atomic::{AtomicU8, Ordering},
    },
    time::Duration,
};

use crossterm::{
    event::{self, Event},
    terminal,
};
use ratatui::layout::Size;
use signal_hook::{
    consts::{SIGCONT, SIGHUP, SIGTSTP, SIGWINCH},
    low_level,
};

use super::{Input, InputQueue, Key, Source, TerminalMode, clamp_size, input_queue, watch::Watch};

/// The modes of the terminal that are to be undone, as flags: a process has one terminal.
static MODES_TO_RESTORE: AtomicU8 = AtomicU8::new(0);
const RAW_MODE_FLAG: u8 = 1;
const SCREEN_MODE_FLAG: u8 = 2;

/// The shortest wait for a key. With a timeout of zero crossterm does not look at the terminal at all (0.29, its source
/// for `/dev/tty`), and a screen that ticks without a pause would hear no key.
const MIN_KEY_WAIT: Duration = Duration::from_millis(1);

/// The terminal, taken over. It is a [`Source`] of input; draw to [`Self::output`].
///
/// Ctrl-Z stops the process as everywhere else, and does not reach the screens; what they see of it is
/// [`Input::Resize`] afterwards.
#[derive(Debug)]
pub struct LocalTerminal {
    mode: TerminalMode,
    size: Size,
    /// Inputs that other threads sent. They are taken before those of the terminal.
    queue: InputQueue,
    /// Sends the signals. Kept for its drop, which ends the thread.
    _watch: Watch,
}

impl LocalTerminal {
    /// Takes the terminal over. There is one terminal: hold one `LocalTerminal` at a time.
    ///
    /// # Errors
    /// When there is no terminal, or it cannot be set.
    pub fn open(mode: TerminalMode) -> io::Result<Self> {
        let stdin = io::stdin();
        let terminal = if stdin.is_terminal() {
            File::from(stdin.as_fd().try_clone_to_owned()?)
        } else {
            OpenOptions::new().read(true).open("/dev/tty")?
        };
        restore_on_panic();
        if let Err(error) = enter(mode) {
            restore();
            return Err(error);
        }
        // Lets crossterm listen for SIGWINCH before the first signal can come.
        let (sender, queue) = input_queue(wake);
        let started =
            event::poll(Duration::ZERO).and_then(|_| Watch::start(terminal, sender, restore));
        match started {
            Ok(watch) => Ok(Self { mode, size: ask_size(), queue, _watch: watch }),
            Err(error) => {
                restore();
                Err(error)
            }
        }
    }

    /// A writer on the terminal without a buffer of its own.
    ///
    /// # Errors
    /// When the process has no file descriptor left.
    pub fn output(&self) -> io::Result<File> {
        standard_output()
    }

    /// The terminal's size (clamped), as last heard.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Gives the terminal back, stops the process, and takes the terminal again when it goes on.
    fn stop(&mut self) -> io::Result<Input> {
        restore();
        low_level::emulate_default_handler(SIGTSTP)?;
        self.resume()
    }

    fn resume(&mut self) -> io::Result<Input> {
        // The shell may have set the terminal meanwhile: start from what was found first.
        restore();
        enter(self.mode)?;
        self.size = ask_size();
        Ok(Input::Resize(self.size))
    }

    /// The next input that another thread sent. Stops and continues are dealt with here.
    fn take_sent(&mut self) -> io::Result<Option<Input>> {
        match self.queue.take() {
            Some(Input::Signal(SIGTSTP)) => self.stop().map(Some),
            Some(Input::Signal(SIGCONT)) => self.resume().map(Some),
            sent => Ok(sent),
        }
    }

    fn input(&mut self, event: Event) -> io::Result<Option<Input>> {
        if let Event::Resize(..) = event {
            // Also what `wake` makes of crossterm's wait, when the size is as it was.
            let size = ask_size();
            let is_new = size != self.size;
            self.size = size;
            return Ok(is_new.then_some(Input::Resize(size)));
        }
        match Input::of_event(event) {
            Some(Input::Key(pressed)) if pressed == Key::ctrl('z') => self.stop().map(Some),
            input => Ok(input),
        }
    }

    fn next(&mut self, timeout: Option<Duration>) -> io::Result<Input> {
        #[expect(clippy::disallowed_types, reason = "waiting for a key depends on no rule")]
        let started = std::time::Instant::now();
        loop {
            if let Some(input) = self.take_sent()? {
                return Ok(input);
            }
            if let Some(timeout) = timeout
                && !event::poll(timeout.saturating_sub(started.elapsed()).max(MIN_KEY_WAIT))?
            {
                return Ok(Input::Tick);
            }
            let event = event::read()?;
            if let Some(input) = self.input(event)? {
                return Ok(input);
            }
        }
    }
}

impl Source for LocalTerminal {
    /// Never fails: a terminal that cannot be read any more has hung up.
    fn poll(&mut self, timeout: Option<Duration>) -> io::Result<Input> {
        Ok(self.next(timeout).unwrap_or(Input::Signal(SIGHUP)))
    }
}

impl Drop for LocalTerminal {
    fn drop(&mut self) {
        restore();
    }
}

/// Ends crossterm's wait for keys, by the only signal to which it listens. A signal that comes just before the wait ends
/// it too, since crossterm keeps the signal in a pipe.
fn wake() {
    // Only an unknown signal could fail.
    let _ = low_level::raise(SIGWINCH);
}

fn enter(mode: TerminalMode) -> io::Result<()> {
    MODES_TO_RESTORE.fetch_or(RAW_MODE_FLAG, Ordering::SeqCst);
    terminal::enable_raw_mode()?;
    if let TerminalMode::Screen { .. } = mode {
        MODES_TO_RESTORE.fetch_or(SCREEN_MODE_FLAG, Ordering::SeqCst);
        mode.enter(&mut standard_output()?)?;
    }
    Ok(())
}

/// Gives the terminal back. Does nothing when it is not taken, and nothing can be done when it is gone.
fn restore() {
    let modes = MODES_TO_RESTORE.swap(0, Ordering::SeqCst);
    if modes & SCREEN_MODE_FLAG != 0 {
        let mode = TerminalMode::Screen { mouse: true };
        let _ = standard_output().and_then(|mut out| mode.leave(&mut out));
    }
    if modes & RAW_MODE_FLAG != 0 {
        let _ = terminal::disable_raw_mode();
    }
}

/// The standard output without its buffer and its lock, which the thread that panicked may hold.
fn standard_output() -> io::Result<File> {
    Ok(File::from(io::stdout().as_fd().try_clone_to_owned()?))
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
    match terminal::size() {
        Ok((width, height)) if width > 0 && height > 0 => clamp_size(width, height),
        _ => Size { width: 80, height: 24 },
    }
}
