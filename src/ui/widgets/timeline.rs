//! A progress bar as wide as the screen.

use ratatui::{Frame, layout::Rect, text::Line};

use super::bar;
use crate::ui::{Appearance, theme::ColorRole};

/// Draws the bar; the full part is rounded down to whole columns.
pub(crate) fn draw(
    frame: &mut Frame<'_>,
    area: Rect,
    looks: &Appearance,
    done: usize,
    whole: usize,
) {
    let columns = usize::from(area.width);
    let full = done * columns / whole.max(1);
    frame.render_widget(Line::from_iter(bar(looks, 2 * full, columns, ColorRole::BarFull)), area);
}
