//! Text for terminals that show nothing but ASCII: typographic quotes, dashes and dots become plain ones.

use ratatui::buffer::Buffer;

/// The ASCII character nearest to a character; a question mark where there is none.
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

/// Replaces every cell of a drawn screen that is not ASCII.
pub fn fold(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if !cell.symbol().is_ascii() {
            let plain = cell.symbol().chars().next().map_or(' ', ascii);
            cell.set_char(plain);
        }
    }
}
