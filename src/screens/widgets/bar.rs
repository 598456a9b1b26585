//! Bars: a full part, and the empty rest.

use ratatui::text::Span;

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
