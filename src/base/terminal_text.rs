//! Text for a terminal that did not come from this program: players' names, files, pasted lines.
//!
//! A terminal obeys control characters, so such text goes through [`sanitize`] before it is shown. The backend of the
//! screens checks every cell once more with [`is_printable`].

/// The text without control characters and without those that change the direction of writing. Line breaks and tabs become
/// blanks, the others are dropped.
pub(crate) fn sanitize(text: &str) -> String {
    text.chars()
        .filter_map(|c| match c {
            '\n' | '\t' | '\u{2028}' | '\u{2029}' => Some(' '),
            c if is_printable(c) => Some(c),
            _ => None,
        })
        .collect()
}

/// Whether a character only draws: a glyph, a blank, or a mark on the character before it.
pub(crate) fn is_printable(c: char) -> bool {
    !(c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_gone() {
        assert_eq!(sanitize("a\x1b[31mb\x07\u{9b}2J"), "a[31mb2J");
        assert_eq!(sanitize("one\r\ntwo\tthree"), "one two three");
        assert_eq!(sanitize("evil\u{202e}txt.exe"), "eviltxt.exe");
        assert_eq!(sanitize("Łukasz 太郎 é"), "Łukasz 太郎 é");
    }
}
