//! Long work: how far it is, on a terminal at the standard error, and its interruption by signals.

use std::fmt;
use std::io::{self, IsTerminal as _, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle, TermLike};
use rustix::termios::tcgetwinsize;
use signal_hook::consts::{SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;

use super::failure::warn;
use super::{Answer, Invocation};

/// How often the bar is drawn.
const UPDATES_A_SECOND: u8 = 10;
/// The time from one update of the bar to the next, also where nothing is done meanwhile.
const UPDATE_INTERVAL: Duration = Duration::from_millis(100);
/// The columns that are left free behind the bar, for the ^C that terminals echo: in the next row
/// it could not be wiped out.
const FREE_COLUMNS: u16 = 4;
/// The parts of the bar: how many are done of how many, what was found, rate and time left.
const TEMPLATE: &str = "[{bar:20}] {pos} of {len} {prefix}{msg}, {rate}, {eta} left";

/// The bar of one piece of work. With `--verbose` there is none: the lines tell how far it is.
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// A bar for `count` of something, in the plural; of one there is none.
    pub(super) fn new(count: u64, unit: &'static str, invocation: &Invocation) -> Progress {
        let bar = Progress::begin(Some(count), TEMPLATE, count > 1, invocation);
        bar.0.set_prefix(unit);
        bar
    }

    /// A line for work of which nobody knows how much there is: it shows what is
    /// [told](Progress::tell).
    pub(super) fn line(invocation: &Invocation) -> Progress {
        Progress::begin(None, "{msg}", true, invocation)
    }

    fn begin(
        count: Option<u64>,
        template: &str,
        is_wanted: bool,
        invocation: &Invocation,
    ) -> Progress {
        let is_dumb = invocation.environment.get("TERM").is_none_or(|term| term == "dumb");
        let is_shown =
            is_wanted && io::stderr().is_terminal() && !is_dumb && !invocation.globals.verbose;
        let target = if is_shown {
            ProgressDrawTarget::term_like_with_hz(Box::new(BarTerminal), UPDATES_A_SECOND)
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(count, target);
        let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
            let rate = state.per_sec();
            let digits = usize::from(rate < 100.0);
            // What cannot be written is not shown.
            let _ = write!(out, "{rate:.digits$}/s");
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.with_key("rate", rate).progress_chars("=> "));
        }
        if is_shown {
            bar.enable_steady_tick(UPDATE_INTERVAL);
        }
        Progress(bar)
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    pub(super) fn update(&self, done: u64) {
        self.0.set_position(done);
    }

    /// Shows a text: behind the bar, such as ", 3 found", or as the line.
    pub(super) fn tell(&self, found: String) {
        self.0.set_message(found);
    }

    /// Prints something, with the bar out of its way.
    pub(super) fn around<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }

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

/// Lets writing beyond the largest file that the process may have fail, instead of ending the
/// process.
pub(super) fn refuse_by_error() {
    // Heard, it does nothing; without a handler it is as it was.
    let _ = flag::register(SIGXFSZ, Arc::default());
}

/// Whether a signal has interrupted the work, and which one. Long work looks at it often, and ends
/// with what it has done. By default nothing interrupts it: signals do what they did.
#[derive(Default)]
pub(super) struct Interruption {
    flag: Arc<AtomicBool>,
    signal: Arc<AtomicUsize>,
}

impl Interruption {
    /// From now on SIGINT and SIGTERM set this; the second of them ends the process at once.
    pub(super) fn by_signals() -> Interruption {
        let (set, signal) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
        for number in [SIGINT, SIGTERM] {
            // If no handler can be installed, the signal ends the process.
            let _ = flag::register_conditional_shutdown(number, 128 + number, Arc::clone(&set));
            let _ = flag::register_usize(number, Arc::clone(&signal), number as usize);
            let _ = flag::register(number, Arc::clone(&set));
        }
        Interruption { flag: set, signal }
    }

    pub(super) fn flag(&self) -> &AtomicBool {
        &self.flag
    }

    pub(super) fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// The answer of work that was interrupted after `done` of `count`; prints that.
    pub(super) fn answer(&self, done: u64, count: u64, unit: &str) -> Answer {
        warn(&format_args!("interrupted after {done} of {count} {unit}"));
        Answer::Stopped { signal: self.signal.load(Ordering::SeqCst) as u8 }
    }
}
