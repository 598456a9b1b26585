//! A list that can be longer than the room for it: which entry is chosen, and which lines are shown.

use std::ops::Range;

use ratatui::{Frame, layout::Rect, text::Line};

use super::{scroll::Scroll, selection::Selection};
use crate::ui::{Appearance, keymap::Intent};

/// The state of a list. It scrolls no further than needed to show the chosen entry.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ListState {
    selection: Selection,
    scroll: Scroll,
}

impl ListState {
    /// The place of the chosen entry.
    pub(crate) fn at(&self) -> usize {
        self.selection.at
    }

    /// Moves as an intent says, among so many entries. False if the intent moves nothing.
    pub(crate) fn turn(&mut self, intent: Intent, entries: usize) -> bool {
        self.selection.turn(intent, entries)
    }

    /// The lines to show in so many rows, if the chosen entry takes these lines of all; its first line before its
    /// last.
    pub(crate) fn window(&mut self, lines: usize, rows: u16, chosen: Range<usize>) -> Range<usize> {
        self.scroll.range(lines, rows);
        self.scroll.show(chosen.end.saturating_sub(1));
        self.scroll.show(chosen.start);
        self.scroll.range(lines, rows)
    }

    /// The entries to show in so many rows, where each takes one line.
    pub(crate) fn window_of_entries(&mut self, entries: usize, rows: u16) -> Range<usize> {
        self.window(entries, rows, self.at()..self.at() + 1)
    }

    /// Draws a list whose chosen entry takes these of its lines; gives the lines that are shown.
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

    /// Draws a list of one line an entry; gives the entries that are shown.
    pub(crate) fn draw_entries(
        &mut self,
        frame: &mut Frame<'_>,
        area: Rect,
        looks: &Appearance,
        lines: &[Line<'_>],
    ) -> Range<usize> {
        self.draw(frame, area, looks, lines, self.at()..self.at() + 1)
    }

    /// Draws in the last column that there are more lines, after [`ListState::window`].
    pub(crate) fn draw_marks(&self, frame: &mut Frame<'_>, area: Rect, looks: &Appearance) {
        self.scroll.draw_marks(frame, area, looks);
    }
}
