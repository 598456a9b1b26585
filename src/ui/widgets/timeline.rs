//! How far something has come: a bar as wide as the screen.

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
};

use crate::ui::{Looks, glyphs::Sign, theme::Role};

/// So much of the whole, to the column below it.
pub fn draw(frame: &mut Frame<'_>, area: Rect, looks: &Looks, done: usize, whole: usize) {
    let columns = usize::from(area.width);
    let full = done * columns / whole.max(1);
    let bar =
        |sign, count: usize, role| Span::styled(looks.glyph(sign).repeat(count), looks.style(role));
    let line = Line::from(vec![
        bar(Sign::BarFull, full, Role::BarFull),
        bar(Sign::BarEmpty, columns - full, Role::BarEmpty),
    ]);
    frame.render_widget(line, area);
}
