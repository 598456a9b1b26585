//! Crashes of ours: a folder with what is needed to find the fault, and where it lies.
//!
//! The hook runs before the stack is unwound. It writes the folder and prints where it is;
//! [`guard`] turns the panic into exit code 70. The screens restore the terminal before, by a hook
//! of their own around this one.

use std::backtrace::Backtrace;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, IsTerminal as _};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use super::failure::warn;
use super::{Answer, Failure, Invocation};
use base::{Day, path_text};
use content::Sources;
use runs::home::Environment;
#[cfg(debug_assertions)]
use runs::record::PANIC_AT_COMMAND;
use runs::record::{RULES_VERSION, Scripted, command_in_progress};
use runs::save;

/// Runs a command. A panic in it is a failure of which the hook has told.
pub(super) fn guard(command: impl FnOnce() -> Result<Answer, Failure>) -> Result<Answer, Failure> {
    catch_unwind(AssertUnwindSafe(command)).unwrap_or_else(|_| Err(Failure::printed(70)))
}

/// Installs the hook that writes the folder. Nothing is asked for before there is a crash.
pub(super) fn install(invocation: &Invocation) {
    #[cfg(debug_assertions)]
    prepare_crash();
    let folders = invocation.folders();
    let folder = folders.map_or_else(|_| std::env::temp_dir(), |folders| folders.crashes());
    let environment = invocation.environment.clone();
    panic::set_hook(Box::new(move |info| {
        // Threads that wait for the one that panicked panic in their turn.
        static HAS_CRASHED: AtomicBool = AtomicBool::new(false);
        if HAS_CRASHED.swap(true, Ordering::SeqCst) {
            return;
        }
        let report = report_text(info, &environment);
        warn(&format_args!("a fault of ours: {}", message(info)));
        match write_bundle(&folder, &report) {
            Ok(bundle) => {
                let bundle = path_text(&bundle);
                warn(&format_args!(
                    "what is needed to find it lies in {bundle}: report.txt, and the run up to the \
                     command, if one was recorded"
                ));
                warn(&"please send that folder with what you did last; what was played is saved");
            }
            Err(error) => {
                warn(&format_args!("{}: {error}; here is the report:", path_text(&folder)));
                warn(&report);
            }
        }
    }));
}

/// Writes the report, and copies of the run files that this process writes, into a folder of their
/// own.
///
/// Not as drafts: nothing is replaced here, a part of a report is better than none, and a process
/// that panics should do little more.
fn write_bundle(folder: &Path, report: &str) -> io::Result<PathBuf> {
    let bundle = create_folder(folder)?;
    fs::write(bundle.join("report.txt"), report)?;
    for (number, run) in (1..).zip(save::open_run_files()) {
        let name = if number == 1 { "run.upk".to_owned() } else { format!("run-{number}.upk") };
        // What of a run cannot be copied is missed less than the report.
        let _ = fs::copy(run, bundle.join(name));
    }
    Ok(bundle)
}

/// A new folder, named by the time.
fn create_folder(folder: &Path) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let time = time_now();
    for number in 1..100 {
        let name = if number == 1 { time.clone() } else { format!("{time}-{number}") };
        let bundle = folder.join(name);
        match fs::create_dir(&bundle) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return created.map(|()| bundle),
        }
    }
    Err(io::Error::from(io::ErrorKind::AlreadyExists))
}

/// The variables of the environment that say what the terminal can do.
const TERMINAL_VARIABLES: [&str; 9] =
    ["TERM", "COLORTERM", "TERM_PROGRAM", "NO_COLOR", "TMUX", "STY", "LANG", "LC_ALL", "SSH_TTY"];

/// Everything that is known of a panic.
fn report_text(info: &PanicHookInfo<'_>, environment: &Environment) -> String {
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

fn size() -> String {
    #[cfg(feature = "tui")]
    if let Ok((columns, rows)) = crossterm::terminal::size() {
        return format!("{columns}×{rows}");
    }
    "unknown".to_owned()
}

pub(super) fn message(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "a panic without a message".to_owned())
}

/// The time of day in UTC: "20261122T213000Z".
fn time_now() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let (year, month, day) = Day::of_seconds(now).civil();
    let (hour, minute, second) = (now / 3_600 % 24, now / 60 % 60, now % 60);
    format!("{year:04}{month:02}{day:02}T{hour:02}{minute:02}{second:02}Z")
}

/// Takes the number of commands after which the next one panics, for the tests of all this; no part
/// of what ships.
#[cfg(debug_assertions)]
fn prepare_crash() {
    let number = env::var("UPKEEPER_PANIC_AT").ok().and_then(|text| text.parse().ok());
    if let Some(number) = number {
        PANIC_AT_COMMAND.store(number, Ordering::SeqCst);
    }
}
