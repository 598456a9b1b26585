//! Text without control characters, spans of time and bytes as text.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::path::Path;

use unicode_normalization::UnicodeNormalization as _;

/// The text without control characters and without those that change the direction of writing. Line
/// breaks and tabs become blanks, the others are dropped.
pub fn sanitize(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            // With the line feed after it this is one line break.
            '\r' if chars.peek() == Some(&'\n') => {}
            '\r' | '\n' | '\t' | '\u{2028}' | '\u{2029}' => clean.push(' '),
            c if is_printable(c) => clean.push(c),
            _ => {}
        }
    }
    clean
}

/// The longest line of a report, in characters. A longer one loses its middle: what names the
/// subject stands at the beginning, what is wrong with it at the end.
const MAX_LINE_CHARS: usize = 1_000;

/// What is left of the beginning of a line that is too long; of its end there is as much as then
/// fits.
const LINE_HEAD_CHARS: usize = 700;

/// One line of a report: as [`sanitize`], and no longer than [`MAX_LINE_CHARS`].
fn sanitize_line(line: &str) -> String {
    // The line feed after a carriage return has parted the lines.
    let line = sanitize(line.strip_suffix('\r').unwrap_or(line));
    let chars = line.chars().count();
    if chars <= MAX_LINE_CHARS {
        return line;
    }
    let tail = MAX_LINE_CHARS - LINE_HEAD_CHARS - 1;
    let head = line.chars().take(LINE_HEAD_CHARS);
    head.chain(['…']).chain(line.chars().skip(chars - tail)).collect()
}

/// Text of several lines, each as [`sanitize_line`] has it; the line breaks stay.
pub fn sanitize_lines(text: &str) -> String {
    text.split('\n').map(sanitize_line).collect::<Vec<_>>().join("\n")
}

/// The text in Unicode's composed form (NFC): texts that are the same to their reader are the same
/// bytes then, whatever keyboard or file system they came from.
pub fn compose(text: &str) -> Cow<'_, str> {
    if text.is_ascii() { text.into() } else { text.nfc().collect::<String>().into() }
}

/// The name of a file as reports and errors have it.
pub fn path_text(path: &Path) -> String {
    sanitize(&path.to_string_lossy())
}

/// Whether a character only draws: a glyph, a blank, or a mark on the character before it. Those
/// that draw nothing, and so make two texts that look alike, are not among them: Unicode's
/// `Default_Ignorable_Code_Point`, but for the selectors of variants.
pub fn is_printable(c: char) -> bool {
    !(c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'))
}

/// Milliseconds as hours, minutes, seconds and thousandths: "1:02:03.456", or "2:03.456" within the
/// hour.
pub fn duration_text(milliseconds: u64) -> String {
    let (seconds, thousandths) = (milliseconds / 1_000, milliseconds % 1_000);
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}.{thousandths:03}")
    } else {
        format!("{minutes}:{seconds:02}.{thousandths:03}")
    }
}

/// Bytes as hexadecimal digits, in lower case.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing into a text cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_gone() {
        assert_eq!(sanitize("a\x1b[31mb\x07\u{9b}2J"), "a[31mb2J");
        assert_eq!(sanitize("one\r\ntwo\tthree\rfour\r"), "one two three four ");
        assert_eq!(sanitize("o\u{200b}n\u{2060}e\u{3164}\u{e0041}"), "one");
        assert_eq!(sanitize("evil\u{202e}txt.exe"), "eviltxt.exe");
        assert_eq!(path_text(Path::new("a\nb: ok\x1b[2J.upk")), "a b: ok[2J.upk");
        assert_eq!(sanitize_lines("a\x07\nb\u{202e}\n"), "a\nb\n");
        assert_eq!(sanitize("Łukasz 太郎 é"), "Łukasz 太郎 é");
    }

    #[test]
    fn long_lines_keep_their_ends() {
        let fits = "ä".repeat(MAX_LINE_CHARS);
        assert_eq!(sanitize_line(&fits), fits);
        let long = format!("run{}: it is damaged", "x".repeat(5_000));
        let short = sanitize_line(&long);
        assert_eq!(short.chars().count(), MAX_LINE_CHARS);
        assert!(short.starts_with("runxx") && short.ends_with("xx: it is damaged"), "{short}");
    }

    #[test]
    fn durations_have_as_many_parts_as_they_need() {
        assert_eq!(duration_text(0), "0:00.000");
        assert_eq!(duration_text(83_456), "1:23.456");
        assert_eq!(duration_text(3_599_999), "59:59.999");
        assert_eq!(duration_text(3_723_004), "1:02:03.004");
    }
}
