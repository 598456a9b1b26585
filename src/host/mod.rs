//! The storage of runs, scores and settings: for the player at this machine, folders ([`LocalHost`]).
//!
//! A host implements the interface that the screens use, [`ui::Host`](crate::ui::Host) and [`ui::Run`](crate::ui::Run). The
//! traits stand in `ui`, below this room, so that no screen can name an implementation or open a file; from `ui` a host
//! uses nothing else. Never here: a screen, a rule of the game, a report, an exit code.

#![expect(clippy::disallowed_types, reason = "a host stamps runs and scores by the clock")]

#[cfg(feature = "tui")]
mod background;
#[cfg(feature = "tui")]
mod earlier_splits;
mod environment;
mod file_stamp;
mod folders;
#[cfg(feature = "tui")]
mod hand_me_down;
#[cfg(feature = "tui")]
mod kept_run;
#[cfg(feature = "tui")]
mod local;
#[cfg(feature = "tui")]
mod morgue;
#[cfg(feature = "tui")]
mod no_host;
#[cfg(feature = "tui")]
mod rivals;
#[cfg(feature = "tui")]
mod run_name;
mod runs;
mod scores;
#[cfg(feature = "tui")]
mod timed_session;
mod verified_runs;

use std::time::{Duration, SystemTime, UNIX_EPOCH};

#[cfg(feature = "ssh")]
pub(crate) use earlier_splits::read_earlier_splits;
pub(crate) use environment::Environment;
pub(crate) use folders::{FoldersError, GameFolders};
#[cfg(feature = "tui")]
pub(crate) use local::LocalHost;
#[cfg(feature = "tui")]
pub(crate) use no_host::NoHost;
pub use runs::newest_unfinished;
pub(crate) use scores::read_scores;
pub use scores::{Scores, add_score};
#[cfg(feature = "ssh")]
pub(crate) use timed_session::TimedSession;
pub(crate) use verified_runs::{Standing, VerifiedRuns, verify_file};

/// The time of day, as marks have it.
#[cfg(feature = "tui")]
pub(crate) fn now_in_milliseconds() -> u64 {
    since_epoch(SystemTime::now()).as_millis() as u64
}

/// The time from 1970 to a moment; none for a moment before that.
pub(crate) fn since_epoch(moment: SystemTime) -> Duration {
    moment.duration_since(UNIX_EPOCH).unwrap_or_default()
}
