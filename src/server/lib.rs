//! The server: one program that takes connections over SSH, knows whose they are by their keys, and runs the screens for each
//! of them on a thread of its own, with everything kept in a database.
//!
//! Never here: a rule of the game, a screen that a player at home has too, a report of the command line.

#![expect(
    clippy::disallowed_types,
    reason = "deadlines, leases and logs go by the clock; nothing of it enters a run"
)]

pub mod bans;
mod boards;
pub mod config;
mod daily;
mod day_access;
mod dry_run;
mod exec;
mod file_limit;
mod front_end;
mod heartbeat;
mod host;
mod http;
pub mod limits;
mod live_view;
mod login;
mod members;
pub mod metrics;
pub mod names;
mod panic_text;
mod play_digest;
mod random;
mod rival_searches;
mod rivals;
mod run_rows;
mod screens;
mod serve;
mod session;
mod session_limits;
mod ssh;
pub mod store;
mod stored_run;
mod thread_priority;
mod verifier;
mod watcher;
mod watchers;

pub use dry_run::dry_run;
pub(crate) use front_end::FrontEnd;
pub use serve::{Order, ServeError, serve};
pub use ssh::HostKeyError;
