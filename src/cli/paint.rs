//! Colours for reports that people read on a terminal. Into a file or a pipe none are written.

use std::io::{self, IsTerminal as _, Write};

use super::{ColorChoice, Globals};

/// How many colours a report is written with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    None,
    /// The sixteen that every colour terminal has, in shades its owner chose.
    Sixteen,
    /// xterm's cube and grey ramp.
    Indexed,
}

/// The few colours that reports are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hue {
    /// The terminal's own.
    Plain,
    Bright,
    Faint,
    Stone,
    Red,
    Orange,
    Yellow,
    Green,
    Teal,
    Blue,
    Violet,
    Brown,
}

impl Paint {
    /// What the standard output takes: nothing where it is no terminal; else what was asked for on the
    /// command line, or what the environment says.
    pub fn of_output(globals: &Globals) -> Paint {
        if !io::stdout().is_terminal() {
            return Paint::None;
        }
        Paint::chosen(globals.color, |name| std::env::var(name).ok())
    }

    fn chosen(choice: Option<ColorChoice>, lookup: impl Fn(&str) -> Option<String>) -> Paint {
        match choice {
            Some(ColorChoice::Never) => Paint::None,
            Some(ColorChoice::Sixteen) => Paint::Sixteen,
            Some(ColorChoice::Indexed | ColorChoice::Truecolor) => Paint::Indexed,
            None | Some(ColorChoice::Auto) => Paint::detect(lookup),
        }
    }

    fn detect(lookup: impl Fn(&str) -> Option<String>) -> Paint {
        let term = lookup("TERM").unwrap_or_default();
        let is_unwanted = lookup("NO_COLOR").is_some_and(|value| !value.is_empty());
        if is_unwanted || term.is_empty() || term == "dumb" || term.starts_with("vt") {
            return Paint::None;
        }
        let has_many = lookup("COLORTERM").is_some_and(|value| !value.is_empty())
            || term.contains("256color")
            || term.ends_with("-direct");
        if has_many { Paint::Indexed } else { Paint::Sixteen }
    }

    /// Begins to write in a colour.
    pub fn begin(self, hue: Hue, out: &mut impl Write) -> io::Result<()> {
        let (sixteen, indexed) = hue.numbers();
        match self {
            Paint::None => Ok(()),
            _ if hue == Hue::Plain => out.write_all(b"\x1b[m"),
            Paint::Sixteen => write!(out, "\x1b[{sixteen}m"),
            Paint::Indexed => write!(out, "\x1b[38;5;{indexed}m"),
        }
    }

    /// Writes text in a colour, and goes on in the terminal's own.
    pub fn write(self, hue: Hue, text: &str, out: &mut impl Write) -> io::Result<()> {
        if hue == Hue::Plain || self == Paint::None {
            return out.write_all(text.as_bytes());
        }
        self.begin(hue, out)?;
        out.write_all(text.as_bytes())?;
        self.begin(Hue::Plain, out)
    }
}

impl Hue {
    /// The code of one of the sixteen, and the number in xterm's cube: as the theme of the screens has them.
    const fn numbers(self) -> (u8, u8) {
        match self {
            Hue::Plain => (39, 0),
            Hue::Bright => (97, 231),
            Hue::Faint => (90, 242),
            Hue::Stone => (37, 250),
            Hue::Red => (91, 203),
            Hue::Orange => (33, 208),
            Hue::Yellow => (93, 227),
            Hue::Green => (92, 114),
            Hue::Teal => (36, 80),
            Hue::Blue => (94, 75),
            Hue::Violet => (35, 177),
            Hue::Brown => (31, 173),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detected(vars: &[(&str, &str)]) -> Paint {
        Paint::detect(|name| {
            vars.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_environment_tells_how_many_colours() {
        assert_eq!(detected(&[("TERM", "xterm-256color")]), Paint::Indexed);
        assert_eq!(detected(&[("TERM", "linux")]), Paint::Sixteen);
        assert_eq!(detected(&[("TERM", "linux"), ("COLORTERM", "24bit")]), Paint::Indexed);
        assert_eq!(detected(&[("TERM", "xterm-256color"), ("NO_COLOR", "1")]), Paint::None);
        assert_eq!(detected(&[("TERM", "xterm-256color"), ("NO_COLOR", "")]), Paint::Indexed);
        assert_eq!(detected(&[("TERM", "dumb")]), Paint::None);
        assert_eq!(detected(&[]), Paint::None);
    }

    #[test]
    fn what_was_asked_for_comes_first() {
        let no_color = |name: &str| (name == "NO_COLOR").then(|| "1".to_owned());
        assert_eq!(Paint::chosen(Some(ColorChoice::Indexed), no_color), Paint::Indexed);
        assert_eq!(Paint::chosen(Some(ColorChoice::Auto), no_color), Paint::None);
        let xterm = |name: &str| (name == "TERM").then(|| "xterm-256color".to_owned());
        assert_eq!(Paint::chosen(Some(ColorChoice::Never), xterm), Paint::None);
        assert_eq!(Paint::chosen(Some(ColorChoice::Sixteen), xterm), Paint::Sixteen);
    }
}
