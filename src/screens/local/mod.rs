//! The host of the player at this machine: runs, scores and settings in folders ([`LocalHost`]).
//!
//! It implements the interface that the screens use, [`Host`](crate::Host) and [`Run`](crate::Run), so that no screen
//! names an implementation or opens a file. Never here: a screen, a rule of the game, a report, an exit code.

#![expect(clippy::disallowed_types, reason = "a host stamps runs and scores by the clock")]

mod background;
mod beside;
mod earlier_play;
mod hand_me_down;
mod kept_run;
mod local_host;
mod morgue;
mod no_host;
mod play_clock;
mod rivals;
mod run_name;
mod timed_session;

pub use earlier_play::{EarlierPlay, read_earlier_play};
pub use local_host::LocalHost;
pub use no_host::NoHost;
pub use play_clock::PlayClock;
pub use timed_session::TimedSession;
