//! Scrolling of text that is longer than its area.

use ratatui::{Frame, layout::Rect, text::Line};

use crate::{
    Appearance,
    keymap::Intent,
    terminal::{Input, MouseKind},
    theme::ColorRole,
    widgets::frame::{draw_lines, draw_scroll_bar},
};

/// The position of scrolled text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scroll {
    offset: usize,
    /// Rows and lines when they were drawn last.
    rows: usize,
    lines: usize,
}

impl Scroll {
    /// Scrolls by an intent of lists; false for other intents.
    pub fn take(&mut self, intent: Intent) -> bool {
        let page = self.rows.saturating_sub(1).max(1);
        self.offset = match intent {
            Intent::Next => self.offset + 1,
            Intent::Previous => self.offset.saturating_sub(1),
            Intent::PageDown => self.offset + page,
            Intent::PageUp => self.offset.saturating_sub(page),
            Intent::First => 0,
            Intent::Last => usize::MAX / 2,
            _ => return false,
        };
        self.clamp();
        true
    }

    /// Scrolls by the wheel of a mouse; false for other input.
    pub fn wheel(&mut self, input: &Input) -> bool {
        let Input::Mouse(mouse) = input else { return false };
        match mouse.kind {
            MouseKind::ScrollDown => self.offset += 3,
            MouseKind::ScrollUp => self.offset = self.offset.saturating_sub(3),
            _ => return false,
        }
        self.clamp();
        true
    }

    /// Scrolls to the last line when it is drawn next.
    pub fn to_end(&mut self) {
        self.offset = usize::MAX / 2;
    }

    /// Scrolls as little as needed to show a line.
    pub fn show(&mut self, line: usize) {
        self.offset = self.offset.min(line).max((line + 1).saturating_sub(self.rows.max(1)));
    }

    /// Stores the number of lines and of rows, and returns the range of lines to show.
    pub fn range(&mut self, lines: usize, rows: u16) -> std::ops::Range<usize> {
        self.rows = usize::from(rows);
        self.lines = lines;
        self.clamp();
        self.offset..(self.offset + self.rows).min(lines)
    }

    /// Draws the lines that fit, and a scroll bar if there are more.
    pub fn draw(
        &mut self,
        frame: &mut Frame<'_>,
        area: Rect,
        looks: &Appearance,
        lines: &[Line<'_>],
    ) {
        let range = self.range(lines.len(), area.height);
        let shown = &lines[range];
        debug_assert!(
            shown.iter().all(|line| line.width() <= usize::from(area.width)),
            "a line does not fit"
        );
        draw_lines(area, frame.buffer_mut(), shown);
        self.draw_bar(frame, area, looks);
    }

    /// Draws the scroll bar if there are more lines.
    pub fn draw_bar(&self, frame: &mut Frame<'_>, area: Rect, looks: &Appearance) {
        let shown = self.offset..(self.offset + self.rows).min(self.lines);
        let role = ColorRole::Hint;
        draw_scroll_bar(area, frame.buffer_mut(), looks, role, (shown, self.lines));
    }

    fn clamp(&mut self) {
        self.offset = self.offset.min(self.lines.saturating_sub(self.rows));
    }
}
