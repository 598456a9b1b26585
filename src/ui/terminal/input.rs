//! Input from a player's terminal, and its sources.
//!
//! Screens know only [`Input`] and the trait [`Source`]; a local terminal, a connection and a test each bring their
//! own source.

use std::{collections::VecDeque, io, time::Duration};

use ratatui::layout::Size;

use super::key::Key;

/// One thing that happened at the player's end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    Key(Key),
    /// Text that was pasted, sanitised, in one line.
    Paste(String),
    Mouse(Mouse),
    /// The terminal has this size (clamped). It also comes when the screen was lost (after a stop and a
    /// continue) with the size unchanged: tell the backend and draw everything.
    Resize(Size),
    /// The process was told to end by this signal (a hang-up, too): leave at once and exit with
    /// 128 + its number. There is only a short grace.
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
    /// The next input. Waits for it at most `timeout`, for ever with `None`, not at all with zero; then it is
    /// [`Input::Tick`]. Keys that came together are all there with a timeout of zero.
    ///
    /// # Errors
    /// When the other end is gone or cannot be read.
    fn poll(&mut self, timeout: Option<Duration>) -> io::Result<Input>;
}

/// Input prepared beforehand, for tests and for playing keys back. When it runs out, the terminal has hung up.
#[derive(Clone, Debug, Default)]
pub struct ScriptedInput {
    inputs: VecDeque<Input>,
}

impl ScriptedInput {
    /// The inputs in their order.
    pub fn new(inputs: impl IntoIterator<Item = Input>) -> Self {
        Self { inputs: inputs.into_iter().collect() }
    }

    /// Keys by their names, parted by blanks.
    ///
    /// # Errors
    /// Names the first word that is no key.
    pub fn keys(names: &str) -> Result<Self, super::ParseKeyError> {
        let keys = names.split_whitespace().map(|name| name.parse().map(Input::Key));
        Ok(Self { inputs: keys.collect::<Result<_, _>>()? })
    }
}

impl Source for ScriptedInput {
    fn poll(&mut self, _: Option<Duration>) -> io::Result<Input> {
        self.inputs.pop_front().ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_plays_its_keys_and_hangs_up() -> Result<(), Box<dyn std::error::Error>> {
        let mut script = ScriptedInput::keys("w ctrl-s")?;
        assert_eq!(script.poll(None)?, Input::Key(Key::char('w')));
        assert_eq!(script.poll(None)?, Input::Key(Key::ctrl('s')));
        assert!(script.poll(None).is_err_and(|e| e.kind() == io::ErrorKind::UnexpectedEof));
        assert!(ScriptedInput::keys("w nonsense").is_err());
        Ok(())
    }
}
