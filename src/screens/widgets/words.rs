//! Text in a number of columns: wrapped between words, or cut off with a glyph that says so.

use std::borrow::Cow;

use ratatui::text::Line;
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::{Appearance, glyphs::GlyphId, theme::ColorRole};
use base::Pos;

/// The text in lines of at most `width` columns, broken between words; a word longer than a line is
/// broken at its end. Line breaks in the text stay, other white space is one blank.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let options = Options::new(width.max(1))
        .wrap_algorithm(WrapAlgorithm::FirstFit)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation);
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let words = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
        lines.extend(textwrap::wrap(&words, &options).into_iter().map(Cow::into_owned));
    }
    lines
}

/// The text in lines of one style and of at most `width` columns; an empty text is a blank line.
pub(crate) fn text_lines(
    text: &str,
    role: ColorRole,
    looks: &Appearance,
    width: usize,
) -> Vec<Line<'static>> {
    wrap(text, width).into_iter().map(|row| Line::styled(row, looks.style(role))).collect()
}

/// The text in at most `width` columns; if it is longer, it is cut off and ends in
/// [`GlyphId::CutOff`].
pub fn fit(text: &str, width: usize, looks: &Appearance) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut short = String::new();
    for c in text.chars() {
        if short.width() + c.width().unwrap_or(0) + 1 > width {
            break;
        }
        short.push(c);
    }
    if width > 0 {
        short.push_str(looks.glyph(GlyphId::CutOff));
    }
    short
}

/// The text in at most `width` columns; if it is longer, it is cut off after a word and ends in
/// [`GlyphId::CutOff`].
pub(crate) fn fit_words(text: &str, width: usize, looks: &Appearance) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let row = wrap(text, width.saturating_sub(2)).into_iter().next().unwrap_or_default();
    fit(&format!("{row} {}", looks.glyph(GlyphId::CutOff)), width, looks)
}

/// Of a list as many as fit into `width` columns, at least one, and how many there are besides: "2
/// darts, net, +3".
pub(crate) fn fit_list(parts: &[String], width: usize) -> String {
    let all = parts.join(", ");
    if all.width() <= width {
        return all;
    }
    let cut = |count: usize| format!("{}, +{}", parts[..count].join(", "), parts.len() - count);
    let fits = (1..parts.len()).rev().find(|&count| cut(count).width() <= width);
    fits.map_or_else(|| parts.first().cloned().unwrap_or_default(), cut)
}

/// The text, cut off or filled up with blanks to `width` columns.
pub fn pad(text: &str, width: usize, looks: &Appearance) -> String {
    let mut padded = fit(text, width, looks);
    padded.extend(std::iter::repeat_n(' ', width.saturating_sub(padded.width())));
    padded
}

/// Where a place is from another, in few columns: "3N 12E".
pub(crate) fn way(from: Pos, to: Pos) -> String {
    let way = to - from;
    let part = |cells: i32, [back, on]: [char; 2]| {
        (cells != 0).then(|| format!("{}{}", cells.abs(), if cells < 0 { back } else { on }))
    };
    let parts = [part(way.y, ['N', 'S']), part(way.x, ['W', 'E'])];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "here".to_owned() } else { parts.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{glyphs::GlyphSet, terminal::ColorDepth};

    fn looks() -> Appearance {
        Appearance::usual(ColorDepth::None, GlyphSet::Ascii)
    }

    #[test]
    fn lines_break_between_words_and_inside_of_none_that_fits() {
        assert_eq!(wrap("put the floor back", 9), ["put the", "floor", "back"]);
        assert_eq!(wrap("a\n\nb", 9), ["a", "", "b"]);
        assert_eq!(wrap("an unreasonable word", 6), ["an", "unreas", "onable", "word"]);
        assert_eq!(wrap("太郎 太郎", 5), ["太郎", "太郎"]);
        assert_eq!(wrap("", 9), [""]);
    }

    #[test]
    fn what_is_cut_says_so() {
        assert_eq!(fit("mop", 3, &looks()), "mop");
        assert_eq!(fit("mops", 3, &looks()), "mo~");
        assert_eq!(fit("太郎太", 4, &looks()), "太~");
        assert_eq!(fit("mop", 0, &looks()), "");
        assert_eq!(pad("mop", 5, &looks()), "mop  ");
        assert_eq!(pad("太郎太", 4, &looks()), "太~ ");
    }
}
