//! A progress bar as wide as the screen.

use ratatui::{Frame, layout::Rect, text::Line};

use super::bar;
use crate::{Appearance, glyphs::GlyphId, theme::ColorRole};

/// Draws signs on a bar of `whole` steps, each at the column of its step; later ones over earlier ones.
pub(crate) fn draw_marks(
    frame: &mut Frame<'_>,
    area: Rect,
    looks: &Appearance,
    whole: u32,
    marks: impl IntoIterator<Item = (u32, GlyphId)>,
) {
    for (step, sign) in marks {
        let column = u64::from(step) * u64::from(area.width) / u64::from(whole.max(1));
        let x = area.x + (column as u16).min(area.width.saturating_sub(1));
        if let Some(cell) = frame.buffer_mut().cell_mut((x, area.y)) {
            cell.set_symbol(looks.glyph(sign)).set_style(looks.style(ColorRole::Title));
        }
    }
}

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
