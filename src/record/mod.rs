//! What is written down of a run, and what can be done with what was written: recording, replaying,
//! seeking, branching, verifying.
//!
//! A [`Session`] is a game together with what is recorded of it; its [`Frame`]s go to a [`Sink`]. A
//! [`Recording`] is the same from the reader's side, [`Replay`] moves about on it and [`verify()`] believes
//! none of it; [`bot`] holds the programs that play. Frames are plain data: never here a file, a clock, or a word of how a frame becomes
//! bytes. That is the business of `save`.

pub mod bot;
mod chain;
mod diff;
mod dump;
mod frame;
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
pub use script::{Fault, ScriptError, Scripted, parse_script};
pub use session::{BeginError, KEYFRAME_EVERY, NullSink, Session, Sink, SubmitError};
pub use verify::{Mismatch, Verdict, VerifyError, verify};
