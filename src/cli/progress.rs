//! A bar on the standard error that tells how far long work is, if that is a terminal.

use std::fmt;
use std::io::{self, IsTerminal as _, Write as _};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle, TermLike};
use rustix::termios::tcgetwinsize;

use super::Invocation;

/// How often the bar is drawn.
const UPDATES_A_SECOND: u8 = 10;
/// The time from one update of the bar to the next, also where nothing is done meanwhile.
const UPDATE_INTERVAL: Duration = Duration::from_millis(100);
/// The columns that are left free behind the bar, for the ^C that terminals echo: in the next row it could not be wiped out.
const FREE_COLUMNS: u16 = 4;
/// The parts of the bar: how many are done of how many, what was found, rate and time left.
const TEMPLATE: &str = "[{bar:20}] {pos} of {len} {prefix}{msg}, {rate}, {eta} left";

/// The bar of one piece of work. With `--verbose` there is none: the lines tell how far it is.
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// A bar for `count` of something, in the plural; of one there is none.
    pub(super) fn new(count: u64, unit: &'static str, invocation: &Invocation) -> Progress {
        let is_dumb = invocation.environment.get("TERM").is_none_or(|term| term == "dumb");
        let is_shown =
            count > 1 && io::stderr().is_terminal() && !is_dumb && !invocation.globals.verbose;
        let target = if is_shown {
            ProgressDrawTarget::term_like_with_hz(Box::new(BarTerminal), UPDATES_A_SECOND)
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(count), target);
        let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
            let rate = state.per_sec();
            let digits = usize::from(rate < 100.0);
            // What cannot be written is not shown.
            let _ = write!(out, "{rate:.digits$}/s");
        };
        if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
            bar.set_style(style.with_key("rate", rate).progress_chars("=> "));
        }
        bar.set_prefix(unit);
        if is_shown {
            bar.enable_steady_tick(UPDATE_INTERVAL);
        }
        Progress(bar)
    }

    /// So many are done.
    pub(super) fn update(&self, done: u64) {
        self.0.set_position(done);
    }

    /// Adds what was found to the bar: ", 3 found".
    pub(super) fn tell(&self, found: String) {
        self.0.set_message(found);
    }

    /// Prints something, with the bar out of its way.
    pub(super) fn around<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }

    /// Wipes the bar out.
    pub(super) fn clear(&self) {
        self.0.finish_and_clear();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

/// The standard error, for a bar of one row.
#[derive(Debug)]
struct BarTerminal;

impl BarTerminal {
    /// Moves the cursor by `cells` in the direction that the letter stands for.
    fn move_cursor(&self, cells: usize, direction: char) -> io::Result<()> {
        match cells {
            0 => Ok(()),
            cells => self.write_str(&format!("\x1b[{cells}{direction}")),
        }
    }
}

impl TermLike for BarTerminal {
    fn width(&self) -> u16 {
        let columns = tcgetwinsize(io::stderr()).map_or(0, |size| size.ws_col);
        // A terminal that does not know its size has 80.
        let columns = if columns == 0 { 80 } else { columns };
        columns.saturating_sub(FREE_COLUMNS).max(1)
    }

    fn move_cursor_up(&self, rows: usize) -> io::Result<()> {
        self.move_cursor(rows, 'A')
    }

    fn move_cursor_down(&self, rows: usize) -> io::Result<()> {
        self.move_cursor(rows, 'B')
    }

    fn move_cursor_right(&self, columns: usize) -> io::Result<()> {
        self.move_cursor(columns, 'C')
    }

    fn move_cursor_left(&self, columns: usize) -> io::Result<()> {
        self.move_cursor(columns, 'D')
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.write_str(text)?;
        self.write_str("\n")
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        io::stderr().write_all(text.as_bytes())
    }

    fn clear_line(&self) -> io::Result<()> {
        self.write_str("\r\x1b[2K")
    }

    fn flush(&self) -> io::Result<()> {
        io::stderr().flush()
    }
}
