//! Text for terminals that show nothing but ASCII: quotes, dashes and dots give way to plain ones.

use ratatui::buffer::Buffer;

/// The character nearest to one in ASCII, a question mark where there is none.
pub fn ascii(c: char) -> char {
    match c {
        c if c.is_ascii() => c,
        '“' | '”' | '„' => '"',
        '‘' | '’' => '\'',
        '–' | '—' => '-',
        '×' => 'x',
        '·' | '…' => '.',
        _ => '?',
    }
}

/// Leaves nothing but ASCII in what was drawn.
pub fn fold(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if !cell.symbol().is_ascii() {
            let plain = cell.symbol().chars().next().map_or(' ', ascii);
            cell.set_char(plain);
        }
    }
}
