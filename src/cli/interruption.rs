//! The interruption of long work by Ctrl-C or a request to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;

use super::Answer;
use super::failure::warn;

/// Lets writing beyond the largest file that the process may have fail, instead of ending the process.
pub(super) fn refuse_by_error() {
    // Heard, it does nothing; without a handler it is as it was.
    let _ = flag::register(SIGXFSZ, Arc::default());
}

/// Whether a signal has interrupted the work, and which one. Long work looks at it often, and ends with what it has done.
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

    /// Work that nothing interrupts: signals do what they did.
    pub(super) fn by_nothing() -> Interruption {
        Interruption { flag: Arc::default(), signal: Arc::default() }
    }

    pub(super) fn flag(&self) -> &AtomicBool {
        &self.flag
    }

    /// Whether it is time to end.
    pub(super) fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// The answer of work that was interrupted after `done` of `count`; prints that.
    pub(super) fn answer(&self, done: u64, count: u64, unit: &str) -> Answer {
        warn(&format_args!("interrupted after {done} of {count} {unit}"));
        Answer::Stopped { signal: self.signal.load(Ordering::SeqCst) as u8 }
    }
}
