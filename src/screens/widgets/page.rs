//! A box of lines over the screen below, with a title in its upper border and keys in its lower one.

use ratatui::{Frame, buffer::Buffer, layout::Rect, text::Line};

use super::{
    frame::{draw_box, draw_more_marks},
    scroll::Scroll,
    selection::Selection,
    words::wrap,
};
use crate::{Appearance, theme::ColorRole};

/// A page to draw.
#[derive(Default)]
pub struct Page<'a> {
    pub title: String,
    pub lines: Vec<Line<'a>>,
    /// What is told below the lines, of the one that is chosen: it keeps up to half of the rows, however many lines there are.
    pub foot: Vec<Line<'a>>,
    /// The keys of the page, in its lower border.
    pub footer: String,
    /// The line that is chosen, if one can be.
    pub selection: Option<Selection>,
    /// Which lines are shown, where none can be chosen.
    pub scroll: Option<&'a mut Scroll>,
    /// Whether to fill the whole terminal and not only what the lines need.
    pub full: bool,
}

/// The widest page; longer lines are hard to read.
const MAX_PAGE_COLUMNS: u16 = 78;

impl Page<'_> {
    /// Draws it in the middle of the frame.
    pub fn draw(self, frame: &mut Frame<'_>, looks: Appearance) {
        let area = self.area(frame.area());
        self.render(area, frame.buffer_mut(), looks);
    }

    /// The rows of the screen that show lines of the page, each with the number of its line; of pages that are not scrolled.
    pub fn shown(&self, all: Rect) -> impl Iterator<Item = (u16, usize)> + use<> {
        let area = self.area(all);
        let height = usize::from(area.height.saturating_sub(2));
        let (rows, entries) = (height - self.foot_rows(height), self.lines.len());
        let window = match self.selection {
            Some(selection) => selection.window(entries, rows),
            None => 0..entries.min(rows),
        };
        (area.y + 1..).zip(window)
    }

    fn area(&self, all: Rect) -> Rect {
        if self.full {
            return all;
        }
        let lines = self.lines.iter().chain(&self.foot);
        let longest = lines.map(Line::width).max().unwrap_or(0);
        let longest = longest.max(self.title.chars().count() + 4);
        let longest = longest.max(self.footer.chars().count() + 2);
        let width = (longest as u16 + 4).min(MAX_PAGE_COLUMNS).min(all.width);
        let height = ((self.lines.len() + self.foot.len()) as u16 + 2).min(all.height);
        Rect {
            x: all.x + (all.width - width) / 2,
            y: all.y + (all.height - height) / 2,
            width,
            height,
        }
    }

    /// The rows that the foot takes of those inside the border.
    fn foot_rows(&self, height: usize) -> usize {
        self.foot.len().min(height.saturating_sub(self.lines.len()).max(height / 2))
    }

    fn render(self, area: Rect, buffer: &mut Buffer, looks: Appearance) {
        let inner = draw_box(area, buffer, looks, &self.title, &self.footer);
        let foot_rows = self.foot_rows(usize::from(inner.height));
        for (line, y) in self.foot.iter().zip(inner.bottom() - foot_rows as u16..inner.bottom()) {
            buffer.set_line(inner.x, y, line, inner.width);
        }
        let inner = Rect { height: inner.height - foot_rows as u16, ..inner };
        let rows = usize::from(inner.height);
        let entries = self.lines.len();
        let window = match (self.selection, self.scroll) {
            (Some(selection), _) => selection.window(entries, rows),
            (None, Some(scroll)) => scroll.range(entries, inner.height),
            (None, None) => 0..entries.min(rows),
        };
        for (row, line) in window.clone().enumerate() {
            let y = inner.y + row as u16;
            buffer.set_line(inner.x, y, &self.lines[line], inner.width);
            if self.selection.is_some_and(|selection| selection.at == line) {
                let row = Rect { y, height: 1, ..inner };
                buffer.set_style(row, looks.style(ColorRole::Selected));
            }
        }
        // The marks stand in the border.
        let beside = Rect { width: area.right().saturating_sub(inner.x), ..inner };
        let more = (window.start > 0, window.end < entries);
        draw_more_marks(beside, buffer, &looks, ColorRole::Key, more);
    }
}

/// The width of paragraphs on a page.
const PARAGRAPH_COLUMNS: usize = 66;

/// A paragraph in lines of a page.
pub(crate) fn paragraph(frame: &Frame<'_>, text: &str) -> impl Iterator<Item = Line<'static>> {
    wrap(text, room(frame, PARAGRAPH_COLUMNS)).into_iter().map(Line::raw)
}

/// The width of text on a page: `best` columns, or less on a narrow terminal.
pub fn room(frame: &Frame<'_>, best: usize) -> usize {
    best.min(usize::from(frame.area().width.saturating_sub(4)))
}
