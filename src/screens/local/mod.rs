//! The host of the player at this machine: runs, scores and settings in folders ([`LocalHost`]).
//!
//! It implements the interface that the screens use, [`Host`](crate::Host) and [`Run`](crate::Run),
//! so that no screen names an implementation or opens a file. Never here: a screen, a rule of the
//! game, a report, an exit code.

#![expect(clippy::disallowed_types, reason = "a host stamps runs and scores by the clock")]

mod background;
mod kept_run;
mod local_host;
mod no_host;
mod timed_session;

pub use local_host::LocalHost;
pub use no_host::NoHost;
pub use timed_session::{EarlierPlay, PlayClock, TimedSession, read_earlier_play};
