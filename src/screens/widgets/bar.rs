//! Bars: a full part, and the empty rest. What is left of something, and the timeline of a
//! playback.

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
};

use crate::{Appearance, glyphs::GlyphId, theme::ColorRole};

/// A bar of a number of columns, of which `halves` half columns are full, in the colour of a role.
pub fn bar(
    looks: &Appearance,
    halves: usize,
    columns: usize,
    role: ColorRole,
) -> [Span<'static>; 3] {
    let (full, half) = (halves / 2, halves % 2);
    [
        (GlyphId::BarFull, full, role),
        (GlyphId::BarHalf, half, role),
        (GlyphId::BarEmpty, columns.saturating_sub(full + half), ColorRole::BarEmpty),
    ]
    .map(|(sign, count, role)| Span::styled(looks.glyph(sign).repeat(count), looks.style(role)))
}

/// A bar of a share of so much, rounded down to half columns.
pub(crate) fn share_bar(
    looks: &Appearance,
    own: u32,
    of: u32,
    columns: usize,
    role: ColorRole,
) -> [Span<'static>; 3] {
    bar(looks, 2 * columns * own.min(of) as usize / of.max(1) as usize, columns, role)
}

/// A bar of what is left of something, rounded up to half columns; it warns of little.
pub(crate) fn health_bar(
    looks: &Appearance,
    value: i32,
    max: i32,
    columns: usize,
) -> [Span<'static>; 3] {
    level_bar(looks, value, max, columns, ColorRole::BarFull)
}

/// The same in a colour of its own. A full one has nothing to tell, and is faint.
pub(super) fn level_bar(
    looks: &Appearance,
    value: i32,
    max: i32,
    columns: usize,
    role: ColorRole,
) -> [Span<'static>; 3] {
    let halves = (value.max(0) * columns as i32 * 2 + max - 1) / max.max(1);
    let role = match value {
        _ if is_low(value, max) => ColorRole::BarLow,
        _ if value >= max => ColorRole::Dim,
        _ => role,
    };
    bar(looks, halves as usize, columns, role)
}

/// Whether a third or less is left.
pub(crate) fn is_low(value: i32, max: i32) -> bool {
    value * 3 <= max
}

/// Draws the bar of a playback, as wide as its area; the full part is rounded down to whole
/// columns.
pub(crate) fn draw_timeline(
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

/// Draws signs on a bar of `whole` steps, each at the column of its step; later ones over earlier
/// ones.
pub(crate) fn draw_timeline_marks(
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
