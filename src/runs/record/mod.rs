//! Recordings of runs: recording, replaying, seeking, branching, verifying.
//!
//! A [`Session`] is a game together with its recording; its [`Frame`]s go to a [`Sink`] as they are
//! made. A [`Recording`] is read back from frames, a [`Replay`] reaches each of its states, and
//! [`verify()`] plays it again and compares every claim. [`bot`] holds the programs that play.
//! Frames are plain data. This module has no files, no clock and no encoding of frames: those
//! belong to `save`.

pub mod bot;
mod diff;
mod dump;
mod dump_path;
mod frame;
mod last_night;
mod milestone;
mod minimise;
mod real_time;
mod recording;
mod replay;
mod run_header;
mod run_start;
pub mod scenario;
mod script;
mod session;
mod splits;
mod timed_run;
mod verify;

pub use diff::{FieldDifference, differences, header_differences, header_names, part_names};
pub use dump::{Dump, DumpError, DumpedState};
pub use dump_path::{Assignment, AssignmentError};
pub(crate) use frame::StateDigest;
pub use frame::{
    Chain, Entry, Frame, Keyframe, Mark, MarkKind, RunEnding, outcome_name, outcome_words,
};
pub use last_night::{last_night, night_begins};
pub use milestone::{Milestone, milestones};
pub use minimise::{Judge, Minimised, minimise};
pub use real_time::{EarlierSplits, LiveSplit, LiveTimer, RealTime};
pub use recording::Recording;
pub(crate) use recording::{KeyframeSource, Lost, RejectedCommand};
pub use replay::{CachedState, MAX_STATES, Replay, ReplayError, StateCache, branch};
pub(crate) use run_header::OtherRuleset;
pub use run_header::{HeaderFault, Origin, RULES_VERSION, Ruleset, RunHeader, UnrankedReason};
pub use run_start::{Misfit, Refit, RunStart};
pub use script::{ScriptError, Scripted, VERBS, parse_script, parse_script_lines};
#[cfg(debug_assertions)]
pub use session::PANIC_AT_COMMAND;
pub use session::{
    BeginError, COMMANDS_PER_KEYFRAME, NullSink, Session, Sink, SubmitError, command_in_progress,
};
pub use splits::{CategoryResult, Moment, RunFacts, Split, SplitTimer, Unmet, category_mode};
pub use timed_run::{
    ComparedSplit, Comparison, Incomparable, Leader, Parting, TimedRun, TimingError,
    check_same_shift, compare,
};
pub use verify::{
    ExceededLimit, Mismatch, Verification, VerifyError, VerifyLimits, verify, verify_with,
};
