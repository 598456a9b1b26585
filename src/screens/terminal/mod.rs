//! Terminals: the backend that writes frames, the keys that come in, and the guard that leaves the user's terminal
//! as it was found.
//!
//! Nothing here knows the game. [`Backend`] and [`TerminalMode`] write to any writer and ask no terminal anything, and
//! [`InputParser`] takes bytes from anywhere, so the same code serves the local terminal, a connection and a
//! test; only [`LocalTerminal`] touches the terminal that the process was started in.

mod abort;
mod backend;
mod cell;
mod color;
mod encode;
#[cfg(test)]
mod golden;
mod input;
mod key;
mod local;
mod mode;
mod paint;
mod parser;
mod queue;
mod watch;

pub use backend::Backend;
pub(crate) use backend::clamp_size;
pub(crate) use base::sanitize;
pub use base::{ColorChoice, ColorDepth};
#[cfg(test)]
pub(crate) use color::contrast;
pub use input::{Input, Mouse, MouseKind, Source};
pub use key::Key;
pub use key::{KeyCode, ParseKeyError};
pub use local::{LocalTerminal, TerminalOutput};
pub use mode::TerminalMode;
pub use paint::Paint;
pub use parser::{InputParser, KEY_TIMEOUT};
pub(crate) use queue::InputSender;
pub use queue::{InputQueue, input_queue};
