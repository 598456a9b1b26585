//! What knows terminals: the backend that writes frames, the keys that come in, and the guard that leaves
//! the user's terminal as it was found.
//!
//! Nothing here knows the game. The backend writes to any writer and asks no terminal anything, so the same
//! code serves the local terminal, a connection and a test; only [`Local`] touches the terminal the process
//! was started in.

mod backend;
mod cell;
mod color;
mod encode;
#[cfg(test)]
mod golden;
mod input;
mod key;
mod local;
mod text;
mod watch;

pub use crate::base::{ColorChoice, ColorDepth};
pub use backend::{Backend, MAX_SIZE, MIN_SIZE, clamp_size};
pub use input::{Input, Mouse, MouseKind, Scripted, Source};
pub use key::{Key, KeyCode, ParseKeyError};
pub use local::{Local, Mode};
pub use text::sanitize;
