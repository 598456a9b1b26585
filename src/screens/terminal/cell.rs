//! One cell of a terminal as the backend keeps it, a character and how it is painted, and the
//! colours that a terminal has.
//!
//! Two cells that look the same are equal here: attributes that cannot be seen on a blank are not
//! kept. A colour that the terminal does not have is the nearest that it has; distances are
//! integers, weighted as the eye weighs red, green and blue.

use std::sync::LazyLock;

use ratatui::{
    buffer::Cell,
    style::{Color, Modifier},
};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use base::{CUBE_STEPS, ColorDepth, Rgb, XTERM_SIXTEEN, is_printable, rgb_of};

pub(super) const BOLD: u8 = 1;
pub(super) const DIM: u8 = 2;
pub(super) const ITALIC: u8 = 4;
pub(super) const UNDERLINE: u8 = 8;
pub(super) const REVERSE: u8 = 16;

/// How characters are painted: the state that SGR sequences set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pen {
    pub(super) fg: TerminalColor,
    pub(super) bg: TerminalColor,
    pub(super) attributes: u8,
}

/// The base character of the right half of a character two columns wide.
const CONTINUATION: char = '\0';

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TerminalCell {
    pub(super) base: char,
    /// A combining mark, or NUL for none.
    mark: char,
    pub(super) pen: Pen,
}

impl TerminalCell {
    /// An empty cell on a ground.
    pub(super) const fn blank(ground: TerminalColor) -> Self {
        let pen = Pen { fg: TerminalColor::Default, bg: ground, attributes: 0 };
        Self { base: ' ', mark: '\0', pen }
    }

    /// The glyph of a cell, and how many columns ratatui thinks it covers; colours that the cell
    /// does not have are those of `plain`. One combining mark is kept; whatever is not printable
    /// becomes a question mark.
    pub(super) fn of(cell: &Cell, depth: ColorDepth, plain: Pen) -> (Self, usize) {
        let (base, mark, columns) = text_of(cell.symbol());
        let color = |color, plain| match color {
            Color::Reset => plain,
            color => TerminalColor::nearest(color, depth),
        };
        let pen = Pen {
            fg: color(cell.fg, plain.fg),
            bg: color(cell.bg, plain.bg),
            attributes: attributes(cell.modifier, depth),
        };
        (Self { base, mark, pen }.normalised(), columns)
    }

    /// The right half of this wide glyph.
    pub(super) fn continuation(self) -> Self {
        Self { base: CONTINUATION, mark: '\0', pen: self.pen }
    }

    /// A blank in the same paint.
    pub(super) fn blanked(self) -> Self {
        Self { base: ' ', mark: '\0', pen: self.pen }.normalised()
    }

    pub(super) fn is_wide(self) -> bool {
        !self.base.is_ascii() && self.base.width() == Some(2)
    }

    pub(super) fn is_continuation(self) -> bool {
        self.base == CONTINUATION
    }

    /// A blank of which nothing but its background can be seen.
    pub(super) fn is_bare(self) -> bool {
        self.base == ' ' && self.mark == '\0' && self.pen.attributes & (UNDERLINE | REVERSE) == 0
    }

    /// Whether it looks right when written with a pen.
    pub(super) fn fits(self, pen: Pen) -> bool {
        if self.is_bare() {
            self.pen.bg == pen.bg && pen.attributes & (UNDERLINE | REVERSE) == 0
        } else {
            self.pen == pen
        }
    }

    pub(super) fn len(self) -> usize {
        match (self.base, self.mark) {
            (CONTINUATION, _) => 0,
            (base, '\0') => base.len_utf8(),
            (base, mark) => base.len_utf8() + mark.len_utf8(),
        }
    }

    pub(super) fn write(self, out: &mut Vec<u8>) {
        for c in [self.base, self.mark] {
            if c != '\0' {
                out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
    }

    fn normalised(mut self) -> Self {
        if self.is_bare() {
            self.pen = Pen { bg: self.pen.bg, ..Pen::default() };
        }
        self
    }
}

/// The base, the mark or NUL, and the columns of a cell's symbol.
fn text_of(symbol: &str) -> (char, char, usize) {
    if let &[byte @ b' '..=b'~'] = symbol.as_bytes() {
        return (char::from(byte), '\0', 1);
    }
    let columns = symbol.width().max(1);
    let mut chars = symbol.chars();
    let base = chars.next().unwrap_or(' ');
    if !is_printable(base) || base.width() == Some(0) {
        return ('?', '\0', columns);
    }
    let mark = chars.next().filter(|&next| {
        is_printable(next)
            && next.width() == Some(0)
            && !matches!(next, '\u{200b}'..='\u{200d}' | '\u{fe00}'..='\u{fe0f}')
    });
    (base, mark.unwrap_or('\0'), columns)
}

fn attributes(modifier: Modifier, depth: ColorDepth) -> u8 {
    let coloured = depth != ColorDepth::None;
    // Bold and dim at once is another thing on every terminal: bold alone is the same on all.
    let dim = coloured && !modifier.contains(Modifier::BOLD);
    [
        (Modifier::BOLD, BOLD, true),
        (Modifier::DIM, DIM, dim),
        (Modifier::ITALIC, ITALIC, coloured),
        (Modifier::UNDERLINED, UNDERLINE, true),
        (Modifier::REVERSED, REVERSE, true),
    ]
    .into_iter()
    .filter(|&(flag, _, shown)| shown && modifier.contains(flag))
    .fold(0, |all, (_, bit, _)| all | bit)
}

/// What a terminal paints with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint {
    pub depth: ColorDepth,
    /// The colours of text and of what is behind it where a cell has none of its own; `None` for
    /// the terminal's.
    pub plain: Option<(Color, Color)>,
    /// Whether the terminal erases to the colour that was set last ([`base::erases_to_color`]).
    pub erases_to_color: bool,
}

impl Paint {
    /// Cells without colours are left to the terminal's own.
    pub const fn on_terminals_ground(depth: ColorDepth) -> Self {
        Self { depth, plain: None, erases_to_color: true }
    }

    /// The pen for cells without colours.
    pub(super) fn plain_pen(self) -> Pen {
        let (fg, bg) = self.plain.unwrap_or_default();
        let [fg, bg] = [fg, bg].map(|color| TerminalColor::nearest(color, self.depth));
        Pen { fg, bg, attributes: 0 }
    }

    /// Whether a row that is erased has the ground of a cell.
    pub(super) fn can_erase(self, ground: TerminalColor) -> bool {
        self.erases_to_color || ground == TerminalColor::Default
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum TerminalColor {
    #[default]
    Default,
    /// 0 to 15 are the terminal's own sixteen, 16 to 255 xterm's cube and grey ramp.
    Indexed(u8),
    Rgb(u8, u8, u8),
}

impl TerminalColor {
    /// The nearest that a terminal of a depth has to a colour.
    pub(super) fn nearest(color: Color, depth: ColorDepth) -> Self {
        let exact = match color {
            Color::Reset => return Self::Default,
            Color::Black => Self::Indexed(0),
            Color::Red => Self::Indexed(1),
            Color::Green => Self::Indexed(2),
            Color::Yellow => Self::Indexed(3),
            Color::Blue => Self::Indexed(4),
            Color::Magenta => Self::Indexed(5),
            Color::Cyan => Self::Indexed(6),
            Color::Gray => Self::Indexed(7),
            Color::DarkGray => Self::Indexed(8),
            Color::LightRed => Self::Indexed(9),
            Color::LightGreen => Self::Indexed(10),
            Color::LightYellow => Self::Indexed(11),
            Color::LightBlue => Self::Indexed(12),
            Color::LightMagenta => Self::Indexed(13),
            Color::LightCyan => Self::Indexed(14),
            Color::White => Self::Indexed(15),
            Color::Indexed(index) => Self::Indexed(index),
            Color::Rgb(r, g, b) => Self::Rgb(r, g, b),
        };
        match (depth, exact) {
            (ColorDepth::None, _) => Self::Default,
            // The cube and the ramp are the same everywhere, and shorter to write.
            (ColorDepth::Truecolor, Self::Rgb(r, g, b)) => {
                index_of([r, g, b]).map_or(exact, Self::Indexed)
            }
            (ColorDepth::Indexed, Self::Rgb(r, g, b)) => {
                Self::Indexed(nearest_of_256([r, g, b], &[]))
            }
            (ColorDepth::Sixteen, Self::Rgb(r, g, b)) => Self::Indexed(nearest_of_16([r, g, b])),
            (ColorDepth::Sixteen, Self::Indexed(index @ 16..)) => {
                Self::Indexed(nearest_of_16(rgb_of(index)))
            }
            _ => exact,
        }
    }
}

impl TerminalColor {
    /// As xterm draws it; `plain` for the terminal's own.
    pub(super) fn rgb(self, plain: Rgb) -> Rgb {
        match self {
            Self::Default => plain,
            Self::Indexed(index) => rgb_of(index),
            Self::Rgb(r, g, b) => [r, g, b],
        }
    }
}

/// The nearest of xterm's cube and ramp, by the distance in Oklab; none of those that are `taken`.
pub(crate) fn nearest_of_256(rgb: Rgb, taken: &[u8]) -> u8 {
    static OKLAB: LazyLock<[[i64; 3]; 240]> =
        LazyLock::new(|| std::array::from_fn(|i| oklab(rgb_of(16 + i as u8))));
    if let Some(index) = index_of(rgb).filter(|index| !taken.contains(index)) {
        return index;
    }
    let wanted = oklab(rgb);
    let distance = |index: u8| -> i64 {
        let known = OKLAB[usize::from(index - 16)];
        (0..3).map(|part| (known[part] - wanted[part]).pow(2)).sum()
    };
    let free = (16..=255).filter(|index| !taken.contains(index));
    free.min_by_key(|&index| distance(index)).unwrap_or(16)
}

/// The number of a colour that is in xterm's cube or ramp.
fn index_of(rgb: Rgb) -> Option<u8> {
    let step = |value: u8| CUBE_STEPS.iter().position(|&step| step == value);
    if let [Some(r), Some(g), Some(b)] = rgb.map(step) {
        return Some((16 + 36 * r + 6 * g + b) as u8);
    }
    let grey = 232 + (rgb[0].checked_sub(8)? / 10).min(23);
    (rgb_of(grey) == rgb).then_some(grey)
}

/// Lightness and the two opponents, in units of which white has 40,000 of lightness: Ottosson, "A
/// perceptual color space for image processing" (2020), with the square of each part for its curve.
fn oklab(rgb: Rgb) -> [i64; 3] {
    let linear = rgb.map(|part| i64::from(part).pow(2));
    let sum = |weights: [i64; 3], parts: [i64; 3]| -> i64 {
        weights.iter().zip(parts).map(|(weight, part)| weight * part).sum::<i64>() / 10_000
    };
    let cones = [[4122, 5363, 514], [2119, 6807, 1074], [883, 2817, 6300]];
    let cones = cones.map(|weights| cube_root(sum(weights, linear) * 1_000_000_000));
    [[2105, 7936, -41], [19_780, -24_286, 4506], [259, 7828, -8087]]
        .map(|weights| sum(weights, cones))
}

/// Rounded down; of at most 48 bits.
fn cube_root(cube: i64) -> i64 {
    (0..16).rev().fold(0, |root, bit| {
        let larger = root | 1 << bit;
        if larger * larger * larger <= cube { larger } else { root }
    })
}

fn nearest_of_16(rgb: Rgb) -> u8 {
    (0..16u8).min_by_key(|&i| distance(XTERM_SIXTEEN[usize::from(i)], rgb)).unwrap_or_default()
}

fn distance(a: Rgb, b: Rgb) -> u32 {
    let square = |i: usize| u32::from(a[i].abs_diff(b[i])).pow(2);
    2 * square(0) + 4 * square(1) + 3 * square(2)
}

/// The contrast of two colours, in hundredths from 100 to 2100: WCAG 2.2, "contrast ratio". The
/// sixteen count as xterm draws them.
///
/// # Panics
/// For [`Color::Reset`], which is the terminal's own.
#[cfg(test)]
#[expect(clippy::float_arithmetic, reason = "a test's measure, as its source defines it")]
pub(crate) fn contrast(one: Color, other: Color) -> u32 {
    let luminance = |color| {
        assert_ne!(color, Color::Reset, "a colour that nobody knows");
        let rgb = TerminalColor::nearest(color, ColorDepth::Truecolor).rgb([0; 3]);
        let linear = rgb.map(|part| match f64::from(part) / 255.0 {
            part if part <= 0.040_45 => part / 12.92,
            part => ((part + 0.055) / 1.055).powf(2.4),
        });
        linear.iter().zip([0.2126, 0.7152, 0.0722]).map(|(part, weight)| part * weight).sum::<f64>()
    };
    let (a, b) = (luminance(one), luminance(other));
    ((a.max(b) + 0.05) / (a.min(b) + 0.05) * 100.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_indexed_colour_is_nearest_to_itself() {
        for index in 16..=255u8 {
            let [r, g, b] = rgb_of(index);
            let TerminalColor::Indexed(found) =
                TerminalColor::nearest(Color::Rgb(r, g, b), ColorDepth::Indexed)
            else {
                panic!("{index} did not map to an index");
            };
            assert_eq!(rgb_of(found), [r, g, b], "{index} became {found}");
        }
    }

    #[test]
    fn of_256_a_hue_is_kept_and_what_has_none_gets_none() {
        for (rgb, wanted) in [
            ([1, 2, 3], [0, 0, 0]),
            ([120, 122, 119], [118, 118, 118]),
            ([20, 20, 110], [0, 0, 135]),
            ([110, 40, 8], [135, 0, 0]),
            ([230, 159, 0], [215, 175, 0]),
        ] {
            assert_eq!(rgb_of(nearest_of_256(rgb, &[])), wanted, "{rgb:?}");
        }
        assert_ne!(nearest_of_256([95, 0, 0], &[52]), 52);
    }

    #[test]
    fn sixteen_colours_keep_their_kind() {
        let paint = |r, g, b| TerminalColor::nearest(Color::Rgb(r, g, b), ColorDepth::Sixteen);
        assert_eq!(paint(250, 20, 10), TerminalColor::Indexed(9));
        assert_eq!(paint(10, 10, 10), TerminalColor::Indexed(0));
        assert_eq!(paint(250, 250, 240), TerminalColor::Indexed(15));
        assert_eq!(
            TerminalColor::nearest(Color::Indexed(46), ColorDepth::Sixteen),
            TerminalColor::Indexed(10)
        );
        assert_eq!(TerminalColor::nearest(Color::Red, ColorDepth::None), TerminalColor::Default);
    }

    #[test]
    fn truecolor_writes_cube_colours_by_their_number() {
        assert_eq!(
            TerminalColor::nearest(Color::Rgb(95, 135, 255), ColorDepth::Truecolor),
            TerminalColor::Indexed(69)
        );
        assert_eq!(
            TerminalColor::nearest(Color::Rgb(1, 2, 3), ColorDepth::Truecolor),
            TerminalColor::Rgb(1, 2, 3)
        );
    }
}
