//! How many colours a terminal has, and which of them comes nearest to the one asked for.
//!
//! Distances are integers, weighted as the eye weighs red, green and blue. The environment is read through
//! a closure, so that a connection can answer for its own client.

use std::{fmt, str::FromStr};

use ratatui::style::Color;

use super::glyph::Paint;

/// The colours of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// No colours: bold, reverse and underline have to do.
    None,
    /// The sixteen that every colour terminal has, in shades its owner chose.
    Sixteen,
    /// The 6×6×6 cube and the grey ramp of xterm beside the sixteen.
    Indexed,
    /// 24 bits.
    Truecolor,
}

impl Depth {
    /// All of them, poorest first.
    pub const ALL: [Self; 4] = [Self::None, Self::Sixteen, Self::Indexed, Self::Truecolor];

    /// What the environment says of the terminal: `NO_COLOR` with any value but an empty one wins, then
    /// `COLORTERM`, then the name in `TERM`.
    pub fn detect(lookup: impl Fn(&str) -> Option<String>) -> Self {
        if lookup("NO_COLOR").is_some_and(|value| !value.is_empty()) {
            return Self::None;
        }
        let term = lookup("TERM").unwrap_or_default();
        if term.is_empty() || term == "dumb" || term.starts_with("vt") {
            return Self::None;
        }
        if lookup("COLORTERM").is_some_and(|value| matches!(&*value, "truecolor" | "24bit"))
            || term.ends_with("-direct")
        {
            return Self::Truecolor;
        }
        if term.contains("256color") { Self::Indexed } else { Self::Sixteen }
    }

    /// The nearest a terminal of this depth has to a colour.
    pub(super) fn paint(self, color: Color) -> Paint {
        let paint = match color {
            Color::Reset => return Paint::Default,
            Color::Black => Paint::Indexed(0),
            Color::Red => Paint::Indexed(1),
            Color::Green => Paint::Indexed(2),
            Color::Yellow => Paint::Indexed(3),
            Color::Blue => Paint::Indexed(4),
            Color::Magenta => Paint::Indexed(5),
            Color::Cyan => Paint::Indexed(6),
            Color::Gray => Paint::Indexed(7),
            Color::DarkGray => Paint::Indexed(8),
            Color::LightRed => Paint::Indexed(9),
            Color::LightGreen => Paint::Indexed(10),
            Color::LightYellow => Paint::Indexed(11),
            Color::LightBlue => Paint::Indexed(12),
            Color::LightMagenta => Paint::Indexed(13),
            Color::LightCyan => Paint::Indexed(14),
            Color::White => Paint::Indexed(15),
            Color::Indexed(index) => Paint::Indexed(index),
            Color::Rgb(r, g, b) => Paint::Rgb(r, g, b),
        };
        match (self, paint) {
            (Self::None, _) => Paint::Default,
            // The cube and the ramp are the same everywhere, and shorter to write.
            (Self::Truecolor, Paint::Rgb(r, g, b)) => {
                let index = nearest_of_256([r, g, b]);
                if rgb_of(index) == [r, g, b] { Paint::Indexed(index) } else { paint }
            }
            (Self::Indexed, Paint::Rgb(r, g, b)) => Paint::Indexed(nearest_of_256([r, g, b])),
            (Self::Sixteen, Paint::Rgb(r, g, b)) => Paint::Indexed(nearest_of_16([r, g, b])),
            (Self::Sixteen, Paint::Indexed(index @ 16..)) => {
                Paint::Indexed(nearest_of_16(rgb_of(index)))
            }
            _ => paint,
        }
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "none",
            Self::Sixteen => "16",
            Self::Indexed => "256",
            Self::Truecolor => "truecolor",
        })
    }
}

/// What the user asked for with `--color` or in the settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorChoice {
    /// As the terminal seems to be.
    #[default]
    Auto,
    /// So, whatever the terminal says of itself.
    Always(Depth),
}

impl ColorChoice {
    /// The words of the option, in the order in which help should list them.
    pub const NAMES: [&str; 5] = ["auto", "truecolor", "256", "16", "never"];

    /// The depth to draw with.
    pub fn depth(self, lookup: impl Fn(&str) -> Option<String>) -> Depth {
        match self {
            Self::Auto => Depth::detect(lookup),
            Self::Always(depth) => depth,
        }
    }
}

impl fmt::Display for ColorChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Always(Depth::None) => f.write_str("never"),
            Self::Always(depth) => depth.fmt(f),
        }
    }
}

impl FromStr for ColorChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(match text {
            "auto" => Self::Auto,
            "truecolor" => Self::Always(Depth::Truecolor),
            "256" => Self::Always(Depth::Indexed),
            "16" => Self::Always(Depth::Sixteen),
            "never" => Self::Always(Depth::None),
            _ => return Err(format!("one of {}", Self::NAMES.join(", "))),
        })
    }
}

type Rgb = [u8; 3];

/// The steps of xterm's colour cube.
const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// The sixteen as xterm draws them. Owners of terminals repaint them, mostly without changing their kind.
const SIXTEEN: [Rgb; 16] = [
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

fn rgb_of(index: u8) -> Rgb {
    match index {
        0..16 => SIXTEEN[usize::from(index)],
        16..232 => {
            let index = usize::from(index - 16);
            [STEPS[index / 36], STEPS[index / 6 % 6], STEPS[index % 6]]
        }
        232.. => [8 + 10 * (index - 232); 3],
    }
}

fn nearest_of_256(rgb: Rgb) -> u8 {
    let step = |value: u8| {
        (0..6u8).min_by_key(|&i| value.abs_diff(STEPS[usize::from(i)])).unwrap_or_default()
    };
    let cube = 16 + 36 * step(rgb[0]) + 6 * step(rgb[1]) + step(rgb[2]);
    let mean = rgb.iter().map(|&c| u32::from(c)).sum::<u32>() / 3;
    let grey = 232 + (mean.saturating_sub(3) / 10).min(23) as u8;
    if distance(rgb_of(grey), rgb) < distance(rgb_of(cube), rgb) { grey } else { cube }
}

fn nearest_of_16(rgb: Rgb) -> u8 {
    (0..16u8).min_by_key(|&i| distance(SIXTEEN[usize::from(i)], rgb)).unwrap_or_default()
}

fn distance(a: Rgb, b: Rgb) -> u32 {
    let square = |i: usize| u32::from(a[i].abs_diff(b[i])).pow(2);
    2 * square(0) + 4 * square(1) + 3 * square(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(vars: &[(&str, &str)]) -> Depth {
        Depth::detect(|name| {
            vars.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_environment_tells_the_depth() {
        assert_eq!(with(&[("TERM", "xterm-256color")]), Depth::Indexed);
        assert_eq!(with(&[("TERM", "xterm-256color"), ("COLORTERM", "24bit")]), Depth::Truecolor);
        assert_eq!(with(&[("TERM", "linux")]), Depth::Sixteen);
        assert_eq!(with(&[("TERM", "dumb"), ("COLORTERM", "truecolor")]), Depth::None);
        assert_eq!(with(&[("TERM", "vt220")]), Depth::None);
        assert_eq!(with(&[]), Depth::None);
        assert_eq!(with(&[("TERM", "xterm-256color"), ("NO_COLOR", "1")]), Depth::None);
        assert_eq!(with(&[("TERM", "xterm-256color"), ("NO_COLOR", "")]), Depth::Indexed);
    }

    #[test]
    fn the_option_overrules_the_environment() {
        for name in ColorChoice::NAMES {
            assert_eq!(
                name.parse::<ColorChoice>().map(|choice| choice.to_string()),
                Ok(name.into())
            );
        }
        let no_color = |name: &str| (name == "NO_COLOR").then(|| "1".to_owned());
        let choice = ColorChoice::Always(Depth::Truecolor);
        assert_eq!(choice.depth(no_color), Depth::Truecolor);
        assert_eq!(ColorChoice::Auto.depth(no_color), Depth::None);
    }

    #[test]
    fn every_indexed_colour_is_nearest_to_itself() {
        for index in 16..=255u8 {
            let [r, g, b] = rgb_of(index);
            let Paint::Indexed(found) = Depth::Indexed.paint(Color::Rgb(r, g, b)) else {
                panic!("{index} did not map to an index");
            };
            assert_eq!(rgb_of(found), [r, g, b], "{index} became {found}");
        }
    }

    #[test]
    fn the_nearest_of_256_is_never_farther_than_any_grey_or_corner() {
        for r in (0..=255u8).step_by(17) {
            for g in (0..=255u8).step_by(15) {
                for b in (0..=255u8).step_by(51) {
                    let found = distance(rgb_of(nearest_of_256([r, g, b])), [r, g, b]);
                    for index in [16u8, 231, 196, 46, 21] {
                        assert!(found <= distance(rgb_of(index), [r, g, b]));
                    }
                }
            }
        }
    }

    #[test]
    fn sixteen_colours_keep_their_kind() {
        let paint = |r, g, b| Depth::Sixteen.paint(Color::Rgb(r, g, b));
        assert_eq!(paint(250, 20, 10), Paint::Indexed(9));
        assert_eq!(paint(10, 10, 10), Paint::Indexed(0));
        assert_eq!(paint(250, 250, 240), Paint::Indexed(15));
        assert_eq!(Depth::Sixteen.paint(Color::Indexed(46)), Paint::Indexed(10));
        assert_eq!(Depth::None.paint(Color::Red), Paint::Default);
    }

    #[test]
    fn truecolor_writes_cube_colours_by_their_number() {
        assert_eq!(Depth::Truecolor.paint(Color::Rgb(95, 135, 255)), Paint::Indexed(69));
        assert_eq!(Depth::Truecolor.paint(Color::Rgb(1, 2, 3)), Paint::Rgb(1, 2, 3));
    }
}
