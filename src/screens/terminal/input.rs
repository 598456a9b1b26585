//! Input from a player's terminal and from other threads, and its sources.
//!
//! Screens know only [`Input`] and the trait [`Source`]; a local terminal, a connection and a test each bring their
//! own source.

use std::{io, time::Duration};

use ratatui::layout::Size;

use super::key::Key;

/// One thing that happened at the player's end, or that another thread sent ([`super::InputSender`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    Key(Key),
    /// Text that was pasted, sanitised, in one line.
    Paste(String),
    Mouse(Mouse),
    /// The terminal has this size (clamped). Also sent, with the size unchanged, when the terminal has lost its picture,
    /// as after a stop and a continue: then the backend must be told, and everything drawn.
    Resize(Size),
    /// The terminal draws signs of one column two columns wide, or not at all.
    WideSigns,
    /// A terminal that could take no picture can take one now.
    Ready,
    /// The process was told to end by this signal, or the terminal hung up: the loop must leave within the grace period
    /// and exit with 128 + the number. [`LocalTerminal`](super::LocalTerminal) handles the signals that stop and continue
    /// the process itself.
    Signal(i32),
    /// Nothing came within the time given.
    Tick,
}

/// The mouse did something at a cell, counted from the upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mouse {
    pub x: u16,
    pub y: u16,
    pub kind: MouseKind,
}

/// What the mouse did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MouseKind {
    /// The left button went down.
    Click,
    /// The right button went down.
    RightClick,
    ScrollUp,
    ScrollDown,
}

/// Where input comes from.
pub trait Source {
    /// The next input. Waits at most `timeout`, for ever with `None`, and a millisecond at most with zero; without an input
    /// in that time it is [`Input::Tick`]. An input that has already come is returned with any timeout.
    ///
    /// # Errors
    /// When the other end is gone or cannot be read.
    fn poll(&mut self, timeout: Option<Duration>) -> io::Result<Input>;

    /// The size (clamped) that the terminal has now, where it can be asked: not every terminal tells when it changes.
    fn ask_size(&mut self) -> Option<Size> {
        None
    }

    /// Whether another input has come already, as far as that is known.
    fn has_input(&self) -> bool {
        false
    }
}
