//! Crashes of ours: a folder with what is needed to find the fault, and where it lies.
//!
//! The hook runs before the stack is unwound. It writes the folder and prints where it is; [`guard`] turns the panic into
//! exit code 70. The screens restore the terminal before, by a hook of their own around this one.

mod report;

use std::fs;
use std::io;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::failure::warn;
use super::{Answer, Failure, Invocation};
use base::path_text;
use runs::save;

/// Runs a command. A panic in it is a failure of which the hook has told.
pub(super) fn guard(command: impl FnOnce() -> Result<Answer, Failure>) -> Result<Answer, Failure> {
    catch_unwind(AssertUnwindSafe(command)).unwrap_or_else(|_| Err(Failure::printed(70)))
}

/// Installs the hook that writes the folder. Nothing is asked for before there is a crash.
pub(super) fn install(invocation: &Invocation) {
    #[cfg(debug_assertions)]
    on_purpose::prepare();
    let folders = invocation.folders();
    let folder = folders.map_or_else(|_| std::env::temp_dir(), |folders| folders.crashes());
    let environment = invocation.environment.clone();
    panic::set_hook(Box::new(move |info| {
        // Threads that wait for the one that panicked panic in their turn.
        static HAS_CRASHED: AtomicBool = AtomicBool::new(false);
        if HAS_CRASHED.swap(true, Ordering::SeqCst) {
            return;
        }
        let report = report::write(info, &environment);
        warn(&format_args!("a fault of ours: {}", report::message(info)));
        match write_bundle(&folder, &report) {
            Ok(bundle) => {
                let bundle = path_text(&bundle);
                warn(&format_args!(
                    "what is needed to find it lies in {bundle}: report.txt, and the run up to the command, if one was \
                     recorded"
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

/// Writes the report, and copies of the run files that this process writes, into a folder of their own.
///
/// Not as drafts: nothing is replaced here, a part of a report is better than none, and a process that panics should do
/// little more.
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
    let time = report::time_now();
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

/// Crashes for the tests of all this; no part of what ships.
#[cfg(debug_assertions)]
mod on_purpose {
    use std::sync::atomic::Ordering;

    use runs::record::PANIC_AT_COMMAND;

    /// The variable with the number of commands after which the next one panics.
    const VARIABLE: &str = "UPKEEPER_PANIC_AT";

    pub(super) fn prepare() {
        let number = std::env::var(VARIABLE).ok().and_then(|text| text.parse().ok());
        if let Some(number) = number {
            PANIC_AT_COMMAND.store(number, Ordering::SeqCst);
        }
    }
}
