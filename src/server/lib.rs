//! The server: one program that takes connections over SSH, knows whose they are by their keys, and
//! runs the screens for each of them on a thread of its own, with everything kept in a database.
//!
//! Never here: a rule of the game, a screen that a player at home has too, a report of the CLI.

#![expect(
    clippy::disallowed_types,
    reason = "deadlines, leases and logs go by the clock; nothing of it enters a run"
)]

pub mod bans;
pub mod config;
mod front_end;
mod http;
pub mod limits;
mod members;
mod metrics;
pub mod names;
mod play;
mod private_file;
mod random;
mod screens;
mod serve;
mod service;
mod session;
mod ssh;
pub mod store;
mod work;

use std::any::Any;

pub(crate) use front_end::FrontEnd;
pub use serve::{Order, ServeError, serve};
pub use service::dry_run;
pub use ssh::HostKeyError;

/// The text of a panic that was caught, for logs.
fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("?")
}
