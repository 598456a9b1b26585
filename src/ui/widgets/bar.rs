//! Bars: so much of a whole, and what is missing of it.

use ratatui::text::Span;

use crate::ui::{Appearance, glyphs::GlyphId, theme::Role};

/// A bar so many columns wide, `halves` half columns of which are full.
pub fn bar(looks: &Appearance, halves: usize, columns: usize, role: Role) -> [Span<'static>; 3] {
    let (full, half) = (halves / 2, halves % 2);
    [
        (GlyphId::BarFull, full, role),
        (GlyphId::BarHalf, half, role),
        (GlyphId::BarEmpty, columns.saturating_sub(full + half), Role::BarEmpty),
    ]
    .map(|(sign, count, role)| Span::styled(looks.glyph(sign).repeat(count), looks.style(role)))
}
