//! The bytes that change a terminal's pen: SGR in its shortest form.

use super::cell::{BOLD, DIM, ITALIC, Pen, REVERSE, TerminalCell, TerminalColor, UNDERLINE};

/// Appends the SGR after which a glyph looks right, and says what the pen is then.
pub(super) fn repaint(pen: Option<Pen>, glyph: TerminalCell, out: &mut Vec<u8>) -> Pen {
    let Some(from) = pen else {
        absolute(glyph.pen, out);
        return glyph.pen;
    };
    if glyph.fits(from) {
        return from;
    }
    let mut to = glyph.pen;
    if glyph.is_bare() {
        // Only the background is seen: the rest stays as it is, for what comes next.
        to = Pen { bg: glyph.pen.bg, attributes: from.attributes & !(UNDERLINE | REVERSE), ..from };
    }
    let start = out.len();
    relative(from, to, out);
    let length = out.len() - start;
    absolute(glyph.pen, out);
    if out.len() - start - length < length {
        out.drain(start..start + length);
        glyph.pen
    } else {
        out.truncate(start + length);
        to
    }
}

/// SGR that sets everything anew.
fn absolute(pen: Pen, out: &mut Vec<u8>) {
    out.extend_from_slice(b"\x1b[");
    let start = out.len();
    attributes_on(pen.attributes, out);
    if pen.fg != TerminalColor::Default {
        colour(pen.fg, b'3', out);
    }
    if pen.bg != TerminalColor::Default {
        colour(pen.bg, b'4', out);
    }
    if out.len() > start {
        // An empty first parameter is the zero that resets.
        out.insert(start, b';');
        out.pop();
    }
    out.push(b'm');
}

/// SGR that sets only what differs.
fn relative(from: Pen, to: Pen, out: &mut Vec<u8>) {
    out.extend_from_slice(b"\x1b[");
    let gone = from.attributes & !to.attributes;
    let mut on = to.attributes & !from.attributes;
    if gone & (BOLD | DIM) != 0 {
        out.extend_from_slice(b"22;");
        on |= to.attributes & (BOLD | DIM);
    }
    for (bit, off) in [(ITALIC, b"23;"), (UNDERLINE, b"24;"), (REVERSE, b"27;")] {
        if gone & bit != 0 {
            out.extend_from_slice(off);
        }
    }
    attributes_on(on, out);
    if from.fg != to.fg {
        colour(to.fg, b'3', out);
    }
    if from.bg != to.bg {
        colour(to.bg, b'4', out);
    }
    out.pop();
    out.push(b'm');
}

fn attributes_on(attributes: u8, out: &mut Vec<u8>) {
    for (bit, on) in [(BOLD, b'1'), (DIM, b'2'), (ITALIC, b'3'), (UNDERLINE, b'4'), (REVERSE, b'7')]
    {
        if attributes & bit != 0 {
            out.extend_from_slice(&[on, b';']);
        }
    }
}

/// The parameters of a colour, each with a semicolon behind it; `ground` is 3 for text, 4 for what
/// is behind.
fn colour(paint: TerminalColor, ground: u8, out: &mut Vec<u8>) {
    match paint {
        TerminalColor::Default => out.extend_from_slice(&[ground, b'9', b';']),
        TerminalColor::Indexed(index @ 0..8) => {
            out.extend_from_slice(&[ground, b'0' + index, b';']);
        }
        TerminalColor::Indexed(index @ 8..16) => {
            let bright: &[u8] = if ground == b'3' { b"9" } else { b"10" };
            out.extend_from_slice(bright);
            out.extend_from_slice(&[b'0' + index - 8, b';']);
        }
        TerminalColor::Indexed(index) => {
            out.extend_from_slice(&[ground, b'8', b';', b'5', b';']);
            digits(out, u16::from(index));
            out.push(b';');
        }
        TerminalColor::Rgb(r, g, b) => {
            out.extend_from_slice(&[ground, b'8', b';', b'2', b';']);
            for part in [r, g, b] {
                digits(out, u16::from(part));
                out.push(b';');
            }
        }
    }
}

/// Appends a number.
pub(super) fn digits(out: &mut Vec<u8>, value: u16) {
    if value >= 10 {
        digits(out, value / 10);
    }
    out.push(b'0' + (value % 10) as u8);
}
