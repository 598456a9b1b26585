//! Frames around text, each with a title on top, keys at the foot and room between: a whole screen
//! ([`draw_frame`]), and a box over another screen ([`draw_box`], for a
//! [`Sheet`](super::sheet::Sheet)). Also the drawing of lines into that room.

use std::ops::Range;

use ratatui::{
    Frame,
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
    widgets::{
        Block, Borders, Clear, Scrollbar, ScrollbarOrientation, ScrollbarState, StatefulWidget,
        Widget,
    },
};

use super::{
    hint::{KeyHint, hint_line},
    words::fit,
};
use crate::{Appearance, glyphs::GlyphId, theme::ColorRole};

/// The most columns of a screen of text, whose lines are to be read easily, and of one that is as
/// wide as the terminal.
pub(crate) const TEXT_COLUMNS: u16 = 88;
pub(super) const ALL_COLUMNS: u16 = u16::MAX;

/// Draws the title and the keys of a whole screen. Returns the area between them, as wide as text
/// should be.
pub(super) fn draw_frame(
    frame: &mut Frame<'_>,
    looks: &Appearance,
    max_columns: u16,
    title: &str,
    hints: &[KeyHint],
) -> Rect {
    let area = frame.area();
    let column = column(area, max_columns);
    let Rect { x, width, .. } = column;
    let top = Rect { height: 1, ..column };
    frame.render_widget(
        Line::styled(fit(title, usize::from(width), looks), looks.style(ColorRole::Title)),
        top,
    );
    let foot = Rect { y: area.bottom().saturating_sub(1), height: 1, ..column };
    frame.render_widget(hint_line(hints, usize::from(width), looks), foot);
    let air = air(area.height);
    if air == 1 {
        let rule = looks.glyphs.border().horizontal_top.repeat(usize::from(width));
        let place = Rect { y: area.y + 1, height: 1, ..column };
        frame.render_widget(Line::styled(rule, looks.style(ColorRole::Border)), place);
    }
    let y = area.y + 1 + air * 2;
    Rect { x, y, width, height: inner_rows(area.height) }
}

/// The blank rows between parts of a screen: a small terminal has no room for them.
fn air(rows: u16) -> u16 {
    u16::from(rows >= 16)
}

/// The rows between the title and the keys of a screen.
pub(super) fn inner_rows(rows: u16) -> u16 {
    rows.saturating_sub(2 + 3 * air(rows))
}

/// The area of a screen in the middle of the terminal.
pub(super) fn column(area: Rect, max_columns: u16) -> Rect {
    let edge = u16::from(area.width >= 60);
    let width = (area.width - edge * 2).min(max_columns);
    Rect { x: area.x + (area.width - width) / 2, width, ..area }
}

/// Clears the area and draws a box with title and keys in its border. Returns the area within,
/// without a blank column at each side.
pub(super) fn draw_box(
    area: Rect,
    buffer: &mut Buffer,
    looks: Appearance,
    title: &str,
    footer: &str,
) -> Rect {
    Clear.render(area, buffer);
    let mut block = Block::new()
        .borders(Borders::ALL)
        .border_set(looks.glyphs.border())
        .border_style(looks.style(ColorRole::Border))
        .title_top(Span::styled(format!(" {title} "), looks.style(ColorRole::Title)));
    if !footer.is_empty() {
        let footer = Span::styled(format!(" {footer} "), looks.style(ColorRole::Dim));
        block = block.title_bottom(footer);
    }
    let inner = block.inner(area);
    block.render(area, buffer);
    Rect { x: inner.x + inner.width.min(1), width: inner.width.saturating_sub(2), ..inner }
}

/// Draws lines from the top of an area, as many as it has rows.
pub(crate) fn draw_lines<'a>(
    area: Rect,
    buffer: &mut Buffer,
    lines: impl IntoIterator<Item = &'a Line<'a>>,
) {
    for (y, line) in (area.y..area.bottom()).zip(lines) {
        line.render(Rect { y, height: 1, ..area }, buffer);
    }
}

/// Draws a scroll bar beside an area that shows some of so many lines; where it ends at the edge of
/// the terminal, only the marks for more of them, in its last column.
pub(super) fn draw_scroll_bar(
    area: Rect,
    buffer: &mut Buffer,
    looks: &Appearance,
    role: ColorRole,
    (shown, lines): (Range<usize>, usize),
) {
    if shown.len() >= lines || area.is_empty() {
        return;
    }
    let style = looks.style(role);
    let is_beside = area.right() < buffer.area.right();
    let column = Rect { x: area.right() - u16::from(!is_beside), width: 1, ..area };
    let more = |is_more: bool, glyph| is_more.then(|| looks.glyph(glyph));
    let track = is_beside.then(|| looks.glyphs.border().vertical_right);
    let mut state = ScrollbarState::new(lines - shown.len() + 1)
        .position(shown.start)
        .viewport_content_length(shown.len());
    let bar = Scrollbar::new(ScrollbarOrientation::VerticalRight)
        .begin_symbol(more(shown.start > 0, GlyphId::Up))
        .end_symbol(more(shown.end < lines, GlyphId::Down))
        .track_symbol(track)
        .thumb_symbol(if is_beside { looks.glyph(GlyphId::Block) } else { "" })
        .track_style(looks.style(ColorRole::Border))
        .thumb_style(looks.style(ColorRole::Border))
        .begin_style(style)
        .end_style(style);
    bar.render(column, buffer, &mut state);
}
