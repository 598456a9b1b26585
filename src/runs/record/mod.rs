//! Recordings of runs: recording, replaying, seeking, branching, verifying.
//!
//! A [`Session`] is a game together with its recording; its [`Frame`]s go to a [`Sink`] as they are made. A [`Recording`]
//! is read back from frames, a [`Replay`] reaches each of its states, and [`verify()`] plays it again and compares every
//! claim. [`bot`] holds the programs that play. Frames are plain data. This room has no files, no clock and no encoding of
//! frames: those belong to `save`.

pub mod bot;
mod category;
mod chain;
mod compare;
mod diff;
mod dump;
mod dump_path;
mod entry;
mod floor_changes;
mod frame;
mod live_timer;
mod mark;
mod milestone;
mod minimise;
mod real_time;
mod recording;
mod rejected_command;
mod replay;
mod replay_point;
mod run_header;
mod run_start;
pub mod scenario;
mod script;
mod session;
mod splits;
mod state_cache;
mod timed_run;
mod verify;

pub use category::{CategoryResult, RunFacts, Unmet};
pub use chain::Chain;
pub use compare::{
    ComparedSplit, Comparison, Incomparable, Leader, Parting, check_same_shift, compare,
};
pub use diff::{FieldDifference, differences, header_differences, header_names, part_names};
pub use dump::{Dump, DumpError, DumpedState};
pub use dump_path::{Assignment, AssignmentError};
pub use entry::Entry;
pub(crate) use frame::StateDigest;
pub use frame::{Frame, Keyframe, RunEnding, outcome_name, outcome_words};
pub use live_timer::{EarlierSplits, LiveSplit, LiveTimer};
pub use mark::{Mark, MarkKind};
pub use milestone::{Milestone, milestones};
pub use minimise::{Judge, Minimised, minimise};
pub use real_time::RealTime;
pub use recording::Recording;
pub(crate) use recording::{KeyframeSource, Lost};
pub(crate) use rejected_command::RejectedCommand;
pub use replay::ReplayError;
pub use replay::{Replay, branch};
pub(crate) use run_header::OtherRuleset;
pub use run_header::RULES_VERSION;
pub use run_header::{HeaderFault, Origin, Ruleset, RunHeader, UnrankedReason};
pub use run_start::{Misfit, Refit, RunStart};
pub use script::Scripted;
pub use script::{ScriptError, parse_script, parse_script_lines};
#[cfg(debug_assertions)]
pub use session::PANIC_AT_COMMAND;
pub use session::{BeginError, COMMANDS_PER_KEYFRAME, command_in_progress};
pub use session::{NullSink, Session, Sink, SubmitError};
pub use splits::{Moment, Split, SplitTimer, category_mode};
pub use state_cache::{CachedState, MAX_STATES, StateCache};
pub use timed_run::{TimedRun, TimingError};
pub use verify::{
    ExceededLimit, Mismatch, Verification, VerifyError, VerifyLimits, verify, verify_with,
};
