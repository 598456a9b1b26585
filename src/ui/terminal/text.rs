//! Text that did not come from this program: players' names, files, pasted lines.
//!
//! A terminal obeys what it is sent, so such text goes through [`sanitize`] before it is shown, and the
//! backend checks every cell once more with [`is_printable`].

/// The text with nothing in it that a terminal would obey or that would rearrange what stands around it:
/// line breaks and tabs become blanks, other control and direction characters are dropped.
pub(crate) fn sanitize(text: &str) -> String {
    text.chars()
        .filter_map(|c| match c {
            '\n' | '\t' | '\u{2028}' | '\u{2029}' => Some(' '),
            c if is_printable(c) => Some(c),
            _ => None,
        })
        .collect()
}

/// Whether a character draws something (or nothing, or a mark on its neighbour) and does nothing else.
pub(super) fn is_printable(c: char) -> bool {
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
