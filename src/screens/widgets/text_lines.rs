//! A text as lines of one style.

use ratatui::text::Line;

use super::words::wrap;
use crate::{Appearance, theme::ColorRole};

/// The text in lines of at most `width` columns; an empty text is a blank line.
pub(crate) fn text_lines(
    text: &str,
    role: ColorRole,
    looks: &Appearance,
    width: usize,
) -> Vec<Line<'static>> {
    wrap(text, width).into_iter().map(|row| Line::styled(row, looks.style(role))).collect()
}
