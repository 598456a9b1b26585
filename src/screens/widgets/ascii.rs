//! Text for terminals that show nothing but ASCII: typographic quotes, dashes and dots become plain ones.

use ratatui::buffer::Buffer;

use crate::glyphs::{GlyphId, GlyphSet};

/// The ASCII character nearest to a character; a question mark where there is none.
pub fn ascii(c: char) -> char {
    match c {
        c if c.is_ascii() => c,
        '“' | '”' | '„' => '"',
        '‘' | '’' => '\'',
        '–' | '—' => '-',
        '×' => 'x',
        '·' | '…' => '.',
        '─' | '━' | '┄' => '-',
        '│' | '┃' | '┆' => '|',
        '\u{2500}'..='\u{257f}' => '+',
        c => of_glyph(c),
    }
}

/// The ASCII character of a glyph by its Unicode character; a question mark if there is none.
fn of_glyph(c: char) -> char {
    let symbol = |glyph: GlyphId, set: GlyphSet| set.get(glyph).chars().next();
    let glyph = GlyphId::ALL.iter().find(|glyph| symbol(**glyph, GlyphSet::Unicode) == Some(c));
    glyph.and_then(|glyph| symbol(*glyph, GlyphSet::Ascii)).unwrap_or('?')
}

/// Replaces every cell of a drawn screen that is not ASCII.
pub fn fold(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if !cell.symbol().is_ascii() {
            let plain = cell.symbol().chars().next().map_or(' ', ascii);
            cell.set_char(plain);
        }
    }
}
