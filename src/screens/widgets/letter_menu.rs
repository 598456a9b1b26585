//! A menu whose entries have letters, at the foot of a screen.

use ratatui::text::{Line, Span};

use super::selection::Selection;
use crate::{Appearance, glyphs::GlyphId, theme::ColorRole};

/// The entries of a menu, each with its letter: in one row if they fit, else one a line, in a window of `rows` around the chosen
/// one.
pub(crate) fn letter_menu(
    looks: &Appearance,
    entries: impl Iterator<Item = (char, &'static str)> + Clone,
    selection: Selection,
    width: usize,
    rows: usize,
) -> Vec<Line<'static>> {
    let count = entries.clone().count();
    let spans = entries.enumerate().map(|(at, (letter, name))| {
        let is_here = at == selection.at;
        let mark = if is_here { looks.glyph(GlyphId::Right) } else { " " };
        let style = looks.style(if is_here { ColorRole::Selected } else { ColorRole::Text });
        [
            Span::styled(format!("{mark} {letter} "), looks.style(ColorRole::Key)),
            Span::styled(name, style),
            Span::raw("   "),
        ]
    });
    let row: Line<'static> = spans.clone().flatten().collect();
    if row.width() <= width + 3 {
        return vec![row];
    }
    let window = selection.window(count, rows);
    spans.skip(window.start).take(window.len()).map(Line::from_iter).collect()
}
