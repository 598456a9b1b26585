//! A list that can be longer than the room for it: which entry is chosen, and which lines are shown.

use std::ops::Range;

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
};

use super::{draw_lines, scroll::Scroll, selection::Selection};
use crate::{Appearance, glyphs::GlyphId, keymap::Intent, theme::ColorRole};

/// The state of a list. It scrolls no further than needed to show the chosen entry.
#[derive(Clone, Copy, Debug, Default)]
pub struct ListState {
    selection: Selection,
    scroll: Scroll,
}

impl ListState {
    /// The index of the chosen entry.
    pub fn at(&self) -> usize {
        self.selection.at
    }

    /// Chooses an entry.
    pub fn choose(&mut self, entry: usize) {
        self.selection.at = entry;
    }

    /// Moves the choice among a number of entries by an intent of lists. False for other intents.
    pub fn turn(&mut self, intent: Intent, entries: usize) -> bool {
        self.selection.turn(intent, entries)
    }

    /// The range of lines to show in a number of rows, so that the lines of the chosen entry are among them; if they do not
    /// fit, its first lines.
    pub(crate) fn window(&mut self, lines: usize, rows: u16, chosen: Range<usize>) -> Range<usize> {
        self.scroll.range(lines, rows);
        self.scroll.show(chosen.end.saturating_sub(1));
        self.scroll.show(chosen.start);
        self.scroll.range(lines, rows)
    }

    /// The range of entries to show in a number of rows, where each entry takes one line.
    pub(crate) fn window_of_entries(&mut self, entries: usize, rows: u16) -> Range<usize> {
        self.window(entries, rows, self.at()..self.at() + 1)
    }

    /// Draws a list, given the range of lines of its chosen entry; returns the range of lines that are shown.
    pub(crate) fn draw(
        &mut self,
        frame: &mut Frame<'_>,
        area: Rect,
        looks: &Appearance,
        lines: &[Line<'_>],
        chosen: Range<usize>,
    ) -> Range<usize> {
        let shown = self.window(lines.len(), area.height, chosen);
        self.scroll.draw(frame, area, looks, lines);
        shown
    }

    /// Draws a list of one line an entry; returns the range of entries that are shown.
    pub(crate) fn draw_entries(
        &mut self,
        frame: &mut Frame<'_>,
        area: Rect,
        looks: &Appearance,
        lines: &[Line<'_>],
    ) -> Range<usize> {
        self.draw(frame, area, looks, lines, self.at()..self.at() + 1)
    }

    /// Draws a list of one line an entry with lines of text below it; `text` tells what each entry says. The list gets the rows
    /// that the text leaves; where those are few, the text should be short.
    pub fn draw_above(
        &mut self,
        frame: &mut Frame<'_>,
        area: Rect,
        looks: &Appearance,
        entries: usize,
        below: &[Line<'_>],
        mut text: impl FnMut(usize) -> String,
    ) {
        let air = u16::from(area.height >= 9);
        let height = area.height.saturating_sub(air + below.len() as u16);
        let list = Rect { height, ..area };
        for (y, at) in (list.y..).zip(self.window_of_entries(entries, height)) {
            let is_here = at == self.at();
            let mark = if is_here { looks.glyph(GlyphId::Right) } else { " " };
            let role = if is_here { ColorRole::Selected } else { ColorRole::Text };
            let line = Line::from(vec![
                Span::styled(format!("{mark} "), looks.style(ColorRole::Key)),
                Span::styled(text(at), looks.style(role)),
            ]);
            frame.render_widget(line, Rect { y, height: 1, ..area });
        }
        self.draw_marks(frame, list, looks);
        let y = list.bottom() + air;
        let rest = Rect { y, height: area.bottom().saturating_sub(y), ..area };
        draw_lines(rest, frame.buffer_mut(), below);
    }

    /// Draws the marks for more lines in the last column, after [`ListState::window`].
    pub(crate) fn draw_marks(&self, frame: &mut Frame<'_>, area: Rect, looks: &Appearance) {
        self.scroll.draw_marks(frame, area, looks);
    }
}
