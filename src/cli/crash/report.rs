//! The text of a crash report.

use std::backtrace::Backtrace;
use std::env;
use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};
use std::panic::PanicHookInfo;
use std::time::{SystemTime, UNIX_EPOCH};

use base::{Day, path_text};
use content::Sources;
use runs::home::Environment;
use runs::record::{RULES_VERSION, Scripted, command_in_progress};
use runs::save;

/// The variables of the environment that say what the terminal can do.
const TERMINAL_VARIABLES: [&str; 9] =
    ["TERM", "COLORTERM", "TERM_PROGRAM", "NO_COLOR", "TMUX", "STY", "LANG", "LC_ALL", "SSH_TTY"];

/// Everything that is known of a panic.
pub(super) fn write(info: &PanicHookInfo<'_>, environment: &Environment) -> String {
    let mut text = String::new();
    let mut line = |key: &str, value: &str| {
        // A string takes all.
        let _ = writeln!(text, "{key}: {value}");
    };
    line("message", &message(info));
    line("at", &info.location().map_or_else(|| "?".to_owned(), ToString::to_string));
    let thread = std::thread::current();
    line("thread", thread.name().unwrap_or("?"));
    line("time", &time_now());
    line("version", env!("CARGO_PKG_VERSION"));
    let rules = format!("{RULES_VERSION}, built-in data {:016x}", Sources::default().hash());
    line("rules", &rules);
    line("system", &format!("{} {}", env::consts::OS, env::consts::ARCH));
    let arguments: Vec<String> =
        env::args_os().map(|argument| format!("{:?}", argument.to_string_lossy())).collect();
    line("command line", &arguments.join(" "));
    for run in save::open_run_files() {
        line("run file", &path_text(&run));
    }
    let command = command_in_progress().map(|command| Scripted(command).to_string());
    line("command", &command.unwrap_or_else(|| "none was being carried out".to_owned()));
    let ends = [io::stdin().is_terminal(), io::stdout().is_terminal(), io::stderr().is_terminal()];
    line("terminals", &format!("stdin {}, stdout {}, stderr {}", ends[0], ends[1], ends[2]));
    line("size", &size());
    for name in TERMINAL_VARIABLES {
        if let Some(value) = environment.get(name) {
            line(name, &value);
        }
    }
    let _ = write!(text, "\n{}", Backtrace::force_capture());
    text
}

/// The columns and rows of the terminal.
fn size() -> String {
    #[cfg(feature = "tui")]
    if let Ok((columns, rows)) = crossterm::terminal::size() {
        return format!("{columns}×{rows}");
    }
    "unknown".to_owned()
}

/// The message of a panic.
pub(super) fn message(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "a panic without a message".to_owned())
}

/// The time of day in UTC: "20261122T213000Z".
pub(super) fn time_now() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let (year, month, day) = Day::of_seconds(now).civil();
    let (hour, minute, second) = (now / 3_600 % 24, now / 60 % 60, now % 60);
    format!("{year:04}{month:02}{day:02}T{hour:02}{minute:02}{second:02}Z")
}
