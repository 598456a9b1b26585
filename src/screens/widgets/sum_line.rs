//! A text at the left edge and what it is worth at the right one, with dots between.

use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::words::wrap;
use crate::{Appearance, theme::ColorRole};

/// With fewer columns than this left for the text, its worth goes below it.
const MIN_TEXT_COLUMNS: usize = 16;

/// The lines for a text and its worth in a number of columns.
pub(crate) fn sum_line(
    text: &str,
    worth: &str,
    role: ColorRole,
    looks: &Appearance,
    width: usize,
) -> Vec<Line<'static>> {
    let style = looks.style(role);
    let room = width.saturating_sub(worth.width() + 2);
    if room < MIN_TEXT_COLUMNS {
        let rows = [text, worth].into_iter().flat_map(|text| wrap(text, width));
        return rows.map(|row| Line::styled(row, style)).collect();
    }
    let mut rows = wrap(text, room);
    let last = rows.pop().unwrap_or_default();
    let mut lines: Vec<Line<'static>> =
        rows.into_iter().map(|row| Line::styled(row, style)).collect();
    let gap = width.saturating_sub(last.width() + worth.width()).max(1);
    let dots = match gap {
        0..4 => " ".repeat(gap),
        _ => format!(" {} ", ".".repeat(gap - 2)),
    };
    lines.push(Line::from(vec![
        Span::styled(last, style),
        Span::styled(dots, looks.style(ColorRole::Border)),
        Span::styled(worth.to_owned(), style),
    ]));
    lines
}
