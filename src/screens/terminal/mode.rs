//! How a terminal is used, and the bytes that take it over and give it back, for any writer.
//!
//! [`LocalTerminal`](super::LocalTerminal) writes them to the terminal of the process; a server's
//! session writes them to its connection.

use std::io::{self, Write};

/// How the terminal is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerminalMode {
    /// All of it, on its alternate screen; with `mouse` its clicks are reported too.
    Screen { mouse: bool },
    /// Line by line below what is there, as screen readers and the simplest terminals need it.
    Lines,
}

/// Alternate screen, hidden cursor, pastes marked.
const ENTER_SCREEN: &[u8] = b"\x1b[?1049h\x1b[?25l\x1b[?2004h";
/// Keys told apart where the terminal can, as in kitty's protocol: the keypad, Esc (1), and what a
/// key is on the usual layout (4). These flags come on top of those that were set before, which
/// leaving takes up again.
const PUSH_KEY_FLAGS: &[u8] = b"\x1b[>5u";
/// The same in place of those that are set now.
const SET_KEY_FLAGS: &[u8] = b"\x1b[=5u";
const ENTER_MOUSE: &[u8] = b"\x1b[?1000h\x1b[?1006h";
/// Two signs that East Asian terminals may draw two columns wide (UAX #11, "ambiguous"), in the
/// second row, since an answer of the first may be F3; and the question where the cursor is then.
const ASK_SIGN_WIDTH: &str = "\x1b[2;1H·─\x1b[6n";
/// Undoes both, and whatever a broken frame left behind.
const LEAVE_SCREEN: &[u8] =
    b"\x1b[?2026l\x1b[<u\x1b[?1006l\x1b[?1000l\x1b[?2004l\x1b[m\x1b[?25h\x1b[?1049l";

impl TerminalMode {
    /// Writes what takes the terminal over.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn enter(self, out: &mut impl Write) -> io::Result<()> {
        self.write_entry(PUSH_KEY_FLAGS, out)
    }

    /// Writes what takes the terminal over if it may be taken already, as after a stop of which
    /// nothing was heard.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn enter_again(self, out: &mut impl Write) -> io::Result<()> {
        self.write_entry(SET_KEY_FLAGS, out)
    }

    fn write_entry(self, key_flags: &[u8], out: &mut impl Write) -> io::Result<()> {
        let Self::Screen { mouse } = self else { return Ok(()) };
        let mouse = if mouse { ENTER_MOUSE } else { &[] };
        out.write_all(&[ENTER_SCREEN, key_flags, mouse].concat())
    }

    /// Writes a question to which the answer is how wide the terminal draws the signs of the
    /// Unicode set, for [`InputParser::await_sign_width`](super::InputParser::await_sign_width).
    /// What it leaves on the screen has to be drawn over.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn ask_sign_width(out: &mut impl Write) -> io::Result<()> {
        out.write_all(ASK_SIGN_WIDTH.as_bytes())?;
        out.flush()
    }

    /// Writes what gives the terminal back as [`TerminalMode::enter`] found it.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn leave(self, out: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Screen { .. } => out.write_all(LEAVE_SCREEN),
            Self::Lines => Ok(()),
        }
    }
}
