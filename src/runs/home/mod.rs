//! The game's files on this machine: where they are, the list of finished runs, and what verifying
//! them came to.
//!
//! Never here: a rule of the game, a screen, a report, an exit code.

#![expect(clippy::disallowed_types, reason = "run files and scores are stamped by the clock")]

mod folders;
mod scores;
mod unfinished;
mod verified_runs;

use std::time::{Duration, SystemTime, UNIX_EPOCH};

pub use folders::{Environment, FoldersError, GameFolders};
pub use scores::{Scores, add_score, read_scores};
pub use unfinished::{
    UnfinishedRun, UnfinishedState, WholePart, is_run_file_name, ranked_try, run_files,
    save_whole_part, unfinished_run, unfinished_runs,
};
pub use verified_runs::{Standing, VerifiedRun, VerifiedRuns, verify_file};

/// The time from 1970 to a moment; none for a moment before that.
pub fn since_epoch(moment: SystemTime) -> Duration {
    moment.duration_since(UNIX_EPOCH).unwrap_or_default()
}
