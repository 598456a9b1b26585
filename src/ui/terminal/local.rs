//! The terminal the process was started in: taken over while a [`Local`] lives, and given back as it was on
//! drop, on a panic, on a signal that ends the process and while it is stopped.

use std::{
    fs::{File, OpenOptions},
    io::{self, IsTerminal, Write},
    os::fd::AsFd,
    panic,
    sync::{
        Once,
        atomic::{AtomicU8, Ordering},
    },
    time::Duration,
};

use crossterm::{
    event::{
        self, Event, KeyEvent, KeyEventKind, KeyEventState, KeyModifiers, MouseButton, MouseEvent,
        MouseEventKind,
    },
    terminal,
};
use ratatui::layout::Size;
use signal_hook::{
    consts::{SIGHUP, SIGTSTP},
    low_level,
};

use super::{
    Input, Key, KeyCode, Mouse, MouseKind, Source, clamp_size, sanitize,
    watch::{Heard, Watch},
};

/// How the terminal is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// All of it, on its alternate screen, the mouse's clicks too if they are wanted.
    Screen { mouse: bool },
    /// Line by line on what is there, as screen readers and the simplest terminals need it.
    Lines,
}

/// Alternate screen, hidden cursor, pastes marked, keys told apart where the terminal can (the keypad).
const ENTER: &str = "\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[>1u";
const ENTER_MOUSE: &str = "\x1b[?1000h\x1b[?1006h";
/// Undoes both and whatever a broken frame left behind.
const LEAVE: &str = "\x1b[?2026l\x1b[<u\x1b[?1006l\x1b[?1000l\x1b[?2004l\x1b[m\x1b[?25h\x1b[?1049l";

/// What is to be undone: one process has one terminal.
static TAKEN: AtomicU8 = AtomicU8::new(0);
const RAW: u8 = 1;
const SCREEN: u8 = 2;

/// The terminal, taken over. It is a [`Source`] of input; draw to [`Self::output`].
///
/// Ctrl-Z stops the process as everywhere else, and does not reach the screens; what they see of it is
/// [`Input::Resize`] afterwards.
#[derive(Debug)]
pub struct Local {
    mode: Mode,
    size: Size,
    watch: Watch,
}

impl Local {
    /// Takes the terminal over. There is one terminal: hold one `Local` at a time.
    ///
    /// # Errors
    /// When there is no terminal, or it cannot be set.
    pub fn open(mode: Mode) -> io::Result<Self> {
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
        let started = event::poll(Duration::ZERO).and_then(|_| Watch::start(terminal, restore));
        match started {
            Ok(watch) => Ok(Self { mode, size: ask_size(), watch }),
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
        Ok(File::from(io::stdout().as_fd().try_clone_to_owned()?))
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

    fn heard(&self) -> &Heard {
        self.watch.heard()
    }

    fn input(&mut self, event: Event) -> io::Result<Option<Input>> {
        Ok(match event {
            Event::Key(pressed) => match key(pressed) {
                Some(pressed) if pressed == Key::ctrl('z') => Some(self.stop()?),
                pressed => pressed.map(Input::Key),
            },
            Event::Paste(text) => Some(Input::Paste(sanitize(&text))),
            Event::Mouse(done) => mouse(done).map(Input::Mouse),
            Event::Resize(..) => {
                // Also what the watching thread wakes crossterm with, when the size is as it was.
                let size = ask_size();
                (size != self.size).then(|| {
                    self.size = size;
                    Input::Resize(size)
                })
            }
            Event::FocusGained | Event::FocusLost => None,
        })
    }

    fn next(&mut self, timeout: Option<Duration>) -> io::Result<Input> {
        #[expect(
            clippy::disallowed_types,
            reason = "the time a player may take is no rule's matter"
        )]
        let started = std::time::Instant::now();
        loop {
            if let Some(signal) = self.heard().ending() {
                return Ok(Input::Signal(signal));
            }
            if self.heard().take_stop() {
                return self.stop();
            }
            if self.heard().take_resumed() {
                return self.resume();
            }
            if let Some(timeout) = timeout
                && !event::poll(timeout.saturating_sub(started.elapsed()))?
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

impl Source for Local {
    /// Never fails: a terminal that cannot be read any more has hung up.
    fn poll(&mut self, timeout: Option<Duration>) -> io::Result<Input> {
        let input = self.next(timeout);
        Ok(input.unwrap_or_else(|_| Input::Signal(self.heard().ending().unwrap_or(SIGHUP))))
    }
}

impl Drop for Local {
    fn drop(&mut self) {
        restore();
    }
}

fn enter(mode: Mode) -> io::Result<()> {
    TAKEN.fetch_or(RAW, Ordering::SeqCst);
    terminal::enable_raw_mode()?;
    if let Mode::Screen { mouse } = mode {
        TAKEN.fetch_or(SCREEN, Ordering::SeqCst);
        write_out(ENTER)?;
        if mouse {
            write_out(ENTER_MOUSE)?;
        }
    }
    Ok(())
}

/// Gives the terminal back. Does nothing when it is not taken, and nothing can be done when it is gone.
fn restore() {
    let taken = TAKEN.swap(0, Ordering::SeqCst);
    if taken & SCREEN != 0 {
        let _ = write_out(LEAVE);
    }
    if taken & RAW != 0 {
        let _ = terminal::disable_raw_mode();
    }
}

/// Past the standard output's buffer and lock, which the thread that panicked may hold.
fn write_out(text: &str) -> io::Result<()> {
    File::from(io::stdout().as_fd().try_clone_to_owned()?).write_all(text.as_bytes())
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

/// The size the terminal has. Some claim to have none, until they are told: they get the usual one.
fn ask_size() -> Size {
    match terminal::size() {
        Ok((width, height)) if width > 0 && height > 0 => clamp_size(width, height),
        _ => Size { width: 80, height: 24 },
    }
}

fn key(event: KeyEvent) -> Option<Key> {
    if event.kind == KeyEventKind::Release {
        return None;
    }
    let keypad = event.state.contains(KeyEventState::KEYPAD);
    let held = |modifier| event.modifiers.contains(modifier);
    let mut key = Key {
        code: KeyCode::Enter,
        shift: held(KeyModifiers::SHIFT),
        ctrl: held(KeyModifiers::CONTROL),
        alt: held(KeyModifiers::ALT),
    };
    key.code = match event.code {
        event::KeyCode::Char(c) => match c.to_digit(10) {
            Some(digit) if keypad => KeyCode::Numpad(digit as u8),
            _ if c.is_control() => return None,
            _ => {
                key.shift = false;
                KeyCode::Char(if key.ctrl { c.to_ascii_lowercase() } else { c })
            }
        },
        event::KeyCode::BackTab => {
            key.shift = true;
            KeyCode::Tab
        }
        event::KeyCode::F(number @ 1..=12) => KeyCode::F(number),
        event::KeyCode::KeypadBegin => KeyCode::Begin,
        event::KeyCode::Enter => KeyCode::Enter,
        event::KeyCode::Esc => KeyCode::Esc,
        event::KeyCode::Tab => KeyCode::Tab,
        event::KeyCode::Backspace => KeyCode::Backspace,
        event::KeyCode::Delete => KeyCode::Delete,
        event::KeyCode::Insert => KeyCode::Insert,
        event::KeyCode::Up => KeyCode::Up,
        event::KeyCode::Down => KeyCode::Down,
        event::KeyCode::Left => KeyCode::Left,
        event::KeyCode::Right => KeyCode::Right,
        event::KeyCode::Home => KeyCode::Home,
        event::KeyCode::End => KeyCode::End,
        event::KeyCode::PageUp => KeyCode::PageUp,
        event::KeyCode::PageDown => KeyCode::PageDown,
        _ => return None,
    };
    Some(key)
}

fn mouse(event: MouseEvent) -> Option<Mouse> {
    let kind = match event.kind {
        MouseEventKind::Down(MouseButton::Left) => MouseKind::Click,
        MouseEventKind::Down(MouseButton::Right) => MouseKind::RightClick,
        MouseEventKind::ScrollUp => MouseKind::ScrollUp,
        MouseEventKind::ScrollDown => MouseKind::ScrollDown,
        _ => return None,
    };
    Some(Mouse { x: event.column, y: event.row, kind })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pressed(code: event::KeyCode, modifiers: KeyModifiers) -> Option<String> {
        key(KeyEvent::new(code, modifiers)).map(|key| key.to_string())
    }

    #[test]
    fn keys_get_the_names_that_settings_use() {
        use event::KeyCode as Code;
        let none = KeyModifiers::NONE;
        assert_eq!(pressed(Code::Char('w'), none), Some("w".into()));
        assert_eq!(pressed(Code::Char('Z'), KeyModifiers::SHIFT), Some("Z".into()));
        assert_eq!(pressed(Code::Char('S'), KeyModifiers::CONTROL), Some("ctrl-s".into()));
        assert_eq!(pressed(Code::BackTab, none), Some("shift-tab".into()));
        assert_eq!(pressed(Code::Left, KeyModifiers::SHIFT), Some("shift-left".into()));
        assert_eq!(pressed(Code::KeypadBegin, none), Some("begin".into()));
        assert_eq!(pressed(Code::CapsLock, none), None);
        let keypad = KeyEvent::new_with_kind_and_state(
            Code::Char('5'),
            none,
            KeyEventKind::Press,
            KeyEventState::KEYPAD,
        );
        assert_eq!(key(keypad).map(|key| key.to_string()), Some("numpad-5".into()));
        let release = KeyEvent::new_with_kind(Code::Char('w'), none, KeyEventKind::Release);
        assert_eq!(key(release), None);
    }
}
