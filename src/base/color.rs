//! Colours as terminals number them: how many a terminal has, and the thirteen that everything is
//! drawn in.
//!
//! Reports of the command line and screens share this table. The environment is read through a
//! closure, so that a connection can answer for its own client.

use std::fmt;

/// The colour depth of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ColorDepth {
    /// No colours: only bold, reverse and underline.
    None,
    /// The sixteen that every colour terminal has, in shades that its owner chose.
    Sixteen,
    /// The 6×6×6 cube and the grey ramp of xterm, besides the sixteen.
    Indexed,
    /// 24 bits.
    Truecolor,
}

/// The beginnings of the names of terminals that have 24 bits of colour. Over a connection most of
/// them tell nothing else, since `COLORTERM` is seldom sent; their entries in terminfo have `RGB`
/// or `Tc`, or should.
const TRUECOLOR_TERMINALS: [&str; 14] = [
    "xterm-kitty",
    "xterm-ghostty",
    "ghostty",
    "alacritty",
    "foot",
    "wezterm",
    "contour",
    "iterm2",
    "konsole",
    "mintty",
    "mlterm",
    "rio",
    "tmux-direct",
    "vte-",
];

impl ColorDepth {
    /// All depths, the fewest colours first.
    pub const ALL: [Self; 4] = [Self::None, Self::Sixteen, Self::Indexed, Self::Truecolor];

    /// What the environment says of the terminal: `NO_COLOR` with any value but an empty one wins,
    /// then `COLORTERM`, then the name in `TERM`; a name ending in `-16color` or `-mono` is
    /// believed.
    pub fn detect(lookup: impl Fn(&str) -> Option<String>) -> Self {
        if lookup("NO_COLOR").is_some_and(|value| !value.is_empty()) {
            return Self::None;
        }
        let term = lookup("TERM").unwrap_or_default();
        let is_plain = term.starts_with("vt") && !term.starts_with("vte");
        if term.is_empty() || term == "dumb" || is_plain || term.ends_with("-mono") {
            return Self::None;
        }
        if term.ends_with("-16color") {
            return Self::Sixteen;
        }
        if lookup("COLORTERM").is_some_and(|value| matches!(&*value, "truecolor" | "24bit"))
            || term.ends_with("-direct")
            || TRUECOLOR_TERMINALS.iter().any(|known| term.starts_with(known))
        {
            return Self::Truecolor;
        }
        if term.contains("256color") { Self::Indexed } else { Self::Sixteen }
    }
}

impl fmt::Display for ColorDepth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "none",
            Self::Sixteen => "16",
            Self::Indexed => "256",
            Self::Truecolor => "truecolor",
        })
    }
}

/// The beginnings of the names of terminals that erase to their own ground, whatever colour is set:
/// those without `bce` in terminfo that have colours at all.
const ERASING_TO_THEIR_GROUND: [&str; 4] = ["screen", "ansi", "cygwin", "dtterm"];

/// Whether the terminal erases to the colour that was set last, by its name in `TERM`. tmux does,
/// under any name; screen does not, unless its name says so.
pub fn erases_to_color(lookup: impl Fn(&str) -> Option<String>) -> bool {
    let term = lookup("TERM").unwrap_or_default();
    let is_known = ERASING_TO_THEIR_GROUND.iter().any(|known| term.starts_with(known));
    let is_screen = lookup("STY").is_some() && lookup("TMUX").is_none();
    term.contains("-bce") || lookup("TMUX").is_some() || !(is_known || is_screen)
}

/// The colour depth that the user chose, with `--color` or in the settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorChoice {
    /// As many as the environment says that the terminal has.
    #[default]
    Auto,
    /// This many, whatever the environment says.
    Always(ColorDepth),
}

impl ColorChoice {
    /// Every choice with the word for it, in the order in which help and screens list them.
    pub const WORDS: &[(&str, Self)] = &[
        ("auto", Self::Auto),
        ("truecolor", Self::Always(ColorDepth::Truecolor)),
        ("256", Self::Always(ColorDepth::Indexed)),
        ("16", Self::Always(ColorDepth::Sixteen)),
        ("never", Self::Always(ColorDepth::None)),
    ];

    /// The depth to draw with.
    pub fn depth(self, lookup: impl Fn(&str) -> Option<String>) -> ColorDepth {
        match self {
            Self::Auto => ColorDepth::detect(lookup),
            Self::Always(depth) => depth,
        }
    }
}

/// Red, green and blue.
pub type Rgb = [u8; 3];

/// The steps of xterm's colour cube.
pub const CUBE_STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// The sixteen as xterm draws them. Owners of terminals repaint them, mostly without changing their
/// kind.
pub const XTERM_SIXTEEN: [Rgb; 16] = [
    [0, 0, 0],
    [205, 0, 0],
    [0, 205, 0],
    [205, 205, 0],
    [0, 0, 238],
    [205, 0, 205],
    [0, 205, 205],
    [229, 229, 229],
    [127, 127, 127],
    [255, 0, 0],
    [0, 255, 0],
    [255, 255, 0],
    [92, 92, 255],
    [255, 0, 255],
    [0, 255, 255],
    [255, 255, 255],
];

/// One of xterm's 256 colours.
pub fn rgb_of(index: u8) -> Rgb {
    match index {
        0..16 => XTERM_SIXTEEN[usize::from(index)],
        16..232 => {
            let index = usize::from(index - 16);
            [CUBE_STEPS[index / 36], CUBE_STEPS[index / 6 % 6], CUBE_STEPS[index % 6]]
        }
        232.. => [8 + 10 * (index - 232); 3],
    }
}

/// So many eighths of a colour, and the rest of another.
pub fn mix(color: Rgb, eighths: u32, other: Rgb) -> Rgb {
    let part = |i: usize| (u32::from(color[i]) * eighths + u32::from(other[i]) * (8 - eighths)) / 8;
    [part(0) as u8, part(1) as u8, part(2) as u8]
}

/// The few colours that a palette is made of. The numbers are for text on black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
pub enum Pigment {
    /// The terminal's own colour of text: it costs nothing to set, and its owner can read it.
    Plain,
    Bright,
    Faint,
    Stone,
    Red,
    Orange,
    Amber,
    Yellow,
    Green,
    Teal,
    Blue,
    Violet,
    Brown,
}

impl Pigment {
    /// The numbers among the sixteen colours, and in xterm's cube and ramp; `None` for the
    /// terminal's own. The latter mean the same with 256 colours and with all of them, and are
    /// short to write.
    ///
    /// The sixteen are chosen by eye, because the nearest is often of the wrong kind: bright blue
    /// is readable on black and blue is not, and orange is rather yellow than red.
    fn numbers(self) -> Option<(u8, u8)> {
        Some(match self {
            Self::Plain => return None,
            Self::Bright => (15, 231),
            Self::Faint => (8, 242),
            Self::Stone => (7, 250),
            Self::Red => (9, 203),
            Self::Orange => (3, 208),
            Self::Amber => (11, 222),
            Self::Yellow => (11, 227),
            Self::Green => (10, 114),
            Self::Teal => (6, 80),
            Self::Blue => (12, 75),
            Self::Violet => (5, 177),
            Self::Brown => (1, 173),
        })
    }

    /// The number among the sixteen colours; `None` for the terminal's own.
    pub fn sixteen(self) -> Option<u8> {
        self.numbers().map(|(sixteen, _)| sixteen)
    }

    /// The number in xterm's cube and ramp; `None` for the terminal's own.
    pub fn indexed(self) -> Option<u8> {
        self.numbers().map(|(_, indexed)| indexed)
    }

    /// As it is seen on a dark ground.
    pub fn rgb(self) -> Rgb {
        rgb_of(self.indexed().unwrap_or(252))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(vars: &[(&str, &str)]) -> impl Fn(&str) -> Option<String> {
        |name| vars.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
    }

    #[test]
    fn the_environment_tells_how_many_colours_there_are() {
        let (xterm, linux) = (("TERM", "xterm-256color"), ("TERM", "linux"));
        for (vars, depth) in [
            (&[xterm][..], ColorDepth::Indexed),
            (&[xterm, ("COLORTERM", "24bit")], ColorDepth::Truecolor),
            (&[linux], ColorDepth::Sixteen),
            (&[linux, ("COLORTERM", "24bit")], ColorDepth::Truecolor),
            (&[("TERM", "dumb"), ("COLORTERM", "truecolor")], ColorDepth::None),
            (&[("TERM", "xterm-kitty")], ColorDepth::Truecolor),
            (&[("TERM", "foot-extra")], ColorDepth::Truecolor),
            (&[("TERM", "xterm-direct")], ColorDepth::Truecolor),
            (&[("TERM", "konsole-16color")], ColorDepth::Sixteen),
            (&[("TERM", "xterm-mono")], ColorDepth::None),
            (&[("TERM", "vt220")], ColorDepth::None),
            (&[], ColorDepth::None),
            (&[xterm, ("NO_COLOR", "1")], ColorDepth::None),
            (&[xterm, ("NO_COLOR", "")], ColorDepth::Indexed),
        ] {
            assert_eq!(ColorDepth::detect(environment(vars)), depth, "{vars:?}");
        }
    }

    #[test]
    fn screen_erases_to_its_own_ground_and_tmux_to_the_colour_that_is_set() {
        let erases = |vars: &[(&str, &str)]| erases_to_color(environment(vars));
        let screen = ("TERM", "screen-256color");
        assert!(!erases(&[screen]) && erases(&[screen, ("TMUX", "/tmp/tmux")]));
        assert!(!erases(&[("TERM", "xterm-256color"), ("STY", "1.pts-0")]));
        assert!(erases(&[("TERM", "screen-256color-bce")]) && erases(&[("TERM", "xterm")]));
    }

    #[test]
    fn the_option_overrules_the_environment() {
        let (no_color, xterm) = ([("NO_COLOR", "1")], [("TERM", "xterm-256color")]);
        for (choice, vars, depth) in [
            (ColorChoice::Always(ColorDepth::Truecolor), &no_color, ColorDepth::Truecolor),
            (ColorChoice::Auto, &no_color, ColorDepth::None),
            (ColorChoice::Always(ColorDepth::None), &xterm, ColorDepth::None),
            (ColorChoice::Always(ColorDepth::Sixteen), &xterm, ColorDepth::Sixteen),
        ] {
            assert_eq!(choice.depth(environment(vars)), depth, "{choice:?}");
        }
    }
}
