//! Terminals: the backend that writes frames, the keys that come in, and the guard that leaves the
//! user's terminal as it was found.
//!
//! Nothing here knows the game. [`Backend`] and [`TerminalMode`] write to any writer and ask no
//! terminal anything, and [`InputParser`] takes bytes from anywhere, so the same code serves the
//! local terminal, a connection and a test; only [`LocalTerminal`] touches the terminal that the
//! process was started in.

mod backend;
mod cell;
mod encode;
#[cfg(test)]
mod golden;
mod input;
mod key;
mod local;
mod parser;
mod screen;
mod sgr;
mod shift;
mod svg;
mod watch;

pub(crate) use backend::clamp_size;
pub use backend::{Backend, TerminalMode};
pub(crate) use base::sanitize;
pub use base::{ColorChoice, ColorDepth};
pub use cell::Paint;
#[cfg(test)]
pub(crate) use cell::contrast;
pub(crate) use cell::nearest_of_256;
pub(crate) use input::InputSender;
pub use input::{Input, InputQueue, Mouse, MouseKind, Source, input_queue};
pub use key::{Key, KeyCode, ParseKeyError};
pub use local::{LocalTerminal, TerminalOutput};
pub use parser::{InputParser, KEY_TIMEOUT};
