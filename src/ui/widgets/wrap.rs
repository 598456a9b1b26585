//! Text broken into rows of a width.

use unicode_width::UnicodeWidthStr;

/// The rows of a text, broken at blanks; words longer than a row are cut.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut rows = Vec::new();
    let mut row = String::new();
    for word in text.split_whitespace() {
        let mut word = word;
        if !row.is_empty() && row.width() + 1 + word.width() > width {
            rows.push(std::mem::take(&mut row));
        }
        while word.width() > width {
            let cut = head(word, width);
            rows.push(word[..cut].to_owned());
            word = &word[cut..];
        }
        if !row.is_empty() {
            row.push(' ');
        }
        row.push_str(word);
    }
    if !row.is_empty() {
        rows.push(row);
    }
    rows
}

/// As much of a text as fits, with a sign at the end if that is not all.
pub fn clip(text: &str, width: usize, cut_off: &str) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let cut = head(text, width.saturating_sub(cut_off.width()));
    format!("{}{cut_off}", &text[..cut])
}

/// Bytes of the longest beginning that fits a width, one character at least.
fn head(text: &str, width: usize) -> usize {
    let fits = |end: usize| text[..end].width() <= width;
    let ends = text.char_indices().skip(1).map(|(at, _)| at);
    ends.take_while(|&end| fits(end))
        .last()
        .unwrap_or_else(|| text.chars().next().map_or(0, char::len_utf8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_broken_at_blanks() {
        assert_eq!(wrap("a mop and a bucket", 9), ["a mop and", "a bucket"]);
        assert_eq!(wrap("  ", 9), Vec::<String>::new());
        assert_eq!(wrap("to extraordinary", 6), ["to", "extrao", "rdinar", "y"]);
        assert_eq!(wrap("太郎 太郎", 3), ["太", "郎", "太", "郎"]);
    }

    #[test]
    fn what_does_not_fit_is_cut_with_a_sign() {
        assert_eq!(clip("a mop", 5, ">"), "a mop");
        assert_eq!(clip("a mop and", 5, ">"), "a mo>");
    }
}
