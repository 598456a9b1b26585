//! One cell of a terminal as the backend keeps it: a character and how it is painted.
//!
//! Two cells that look the same are equal here: attributes that cannot be seen on a blank are not kept.

use ratatui::{
    buffer::Cell,
    style::{Color, Modifier},
};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::color::TerminalColor;
use base::ColorDepth;
use base::is_printable;

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

/// The character of one cell and how it is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TerminalCell {
    base: char,
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

    /// The glyph of a cell, and how many columns ratatui thinks it covers; colours that the cell does not have are those
    /// of `plain`. One combining mark is kept; whatever is not printable becomes a question mark.
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

    /// Bytes of its text.
    pub(super) fn len(self) -> usize {
        match (self.base, self.mark) {
            (CONTINUATION, _) => 0,
            (base, '\0') => base.len_utf8(),
            (base, mark) => base.len_utf8() + mark.len_utf8(),
        }
    }

    /// Appends its text.
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
