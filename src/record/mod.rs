//! What is written down of a run, and what can be done with what was written: recording, replaying,
//! seeking, branching, verifying.
//!
//! A [`Session`] is a game together with what is recorded of it; its [`Frame`]s go to a [`Sink`]. A
//! [`Tape`] is the same from the reader's side, [`Replay`] moves about on it and [`verify()`] believes
//! none of it; [`bot`] holds the programs that play. Frames are plain data: never here a file, a clock, or a word of how a frame becomes
//! bytes. That is the business of `save`.

pub mod bot;
mod chain;
mod diff;
mod dump;
mod frame;
mod opening;
mod replay;
mod script;
mod session;
mod tape;
mod verify;

pub use chain::Chain;
pub use diff::{Difference, differences};
pub use dump::Dump;
pub use frame::{Check, Ending, Frame, Keyframe, outcome_name};
pub use opening::{Opening, Origin, OtherRuleset, RULES, Ruleset};
pub use replay::{Replay, ReplayError, branch};
pub use script::{Fault, ScriptError, Scripted, parse_script};
pub use session::{BeginError, KEYFRAME_EVERY, Nowhere, Session, Sink, SubmitError};
pub use tape::{KeyframeSource, Lost, Tape};
pub use verify::{Mismatch, Verdict, VerifyError, verify};
