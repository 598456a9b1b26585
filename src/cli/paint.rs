//! Colours of text reports on a terminal. None are written to a file or a pipe.

use std::io::{self, IsTerminal as _, Write};

use super::Invocation;
use base::{ColorDepth, Pigment};

/// How many colours a report is written with; more than xterm's 256 are not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Paint(ColorDepth);

impl Paint {
    pub(super) const NONE: Self = Self(ColorDepth::None);

    /// The colours that the standard output takes: none where it is no terminal; else what was
    /// asked for on the command line, or what the environment says.
    pub(super) fn of_output(invocation: &Invocation) -> Self {
        if !io::stdout().is_terminal() {
            return Self::NONE;
        }
        Self(
            invocation
                .globals
                .color
                .unwrap_or_default()
                .depth(|name| invocation.environment.get(name)),
        )
    }

    /// Begins to write in a colour.
    pub(super) fn begin(self, pigment: Pigment, out: &mut impl Write) -> io::Result<()> {
        match self.0 {
            ColorDepth::None => Ok(()),
            ColorDepth::Sixteen => match pigment.sixteen() {
                None => out.write_all(b"\x1b[m"),
                Some(number @ 0..8) => write!(out, "\x1b[{}m", 30 + number),
                Some(number) => write!(out, "\x1b[{}m", 90 - 8 + number),
            },
            ColorDepth::Indexed | ColorDepth::Truecolor => match pigment.indexed() {
                None => out.write_all(b"\x1b[m"),
                Some(number) => write!(out, "\x1b[38;5;{number}m"),
            },
        }
    }

    /// Writes text in a colour, and goes on in the terminal's own.
    pub(super) fn write(
        self,
        pigment: Pigment,
        text: &str,
        out: &mut impl Write,
    ) -> io::Result<()> {
        if pigment == Pigment::Plain || self == Self::NONE {
            return out.write_all(text.as_bytes());
        }
        self.begin(pigment, out)?;
        out.write_all(text.as_bytes())?;
        self.begin(Pigment::Plain, out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_written_by_its_number_and_taken_back() {
        let written = |depth| {
            let mut out = Vec::new();
            Paint(depth).write(Pigment::Brown, "oak ", &mut out).unwrap();
            Paint(depth).write(Pigment::Red, "elm", &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(written(ColorDepth::None), "oak elm");
        assert_eq!(written(ColorDepth::Sixteen), "\x1b[31moak \x1b[m\x1b[91melm\x1b[m");
        let indexed = "\x1b[38;5;173moak \x1b[m\x1b[38;5;203melm\x1b[m";
        assert_eq!(written(ColorDepth::Indexed), indexed);
        assert_eq!(written(ColorDepth::Truecolor), indexed);
    }
}
