//! Recordings of runs: recording, replaying, seeking, branching, verifying.
//!
//! A [`Session`] is a game together with its recording; the [`Frame`]s go to a [`Sink`] as they are made. A
//! [`Recording`] is what was read back, [`Replay`] moves about in it, and [`verify()`] plays it again and believes none of
//! it. [`bot`] holds the programs that play. Frames are plain data. Never here: a file, a clock, or how a frame is encoded;
//! that is the business of `save`.

pub mod bot;
mod chain;
mod diff;
mod dump;
mod frame;
mod position;
mod recording;
mod replay;
mod run_header;
mod script;
mod session;
mod verify;

pub use chain::Chain;
pub use diff::{Difference, differences};
pub use dump::Dump;
pub use frame::{Ending, Frame, Keyframe, StateDigest, outcome_name};
pub use recording::{KeyframeSource, Lost, Recording};
pub use replay::{Replay, ReplayError, branch};
pub use run_header::{Origin, OtherRuleset, RULES, Ruleset, RunHeader};
pub use script::{CommandError, ScriptError, Scripted, parse_script};
pub use session::{BeginError, KEYFRAME_EVERY, NullSink, Session, Sink, SubmitError};
pub use verify::{Mismatch, Verdict, VerifyError, verify};
